// Checks one module: every operation with a tensor or memory is decided by the rule of its kind, or
// is a finding with the reason.  docs/checking.md says what each rule claims; the rules are in the
// files of this folder that end with _rules.cpp, and in access_findings.cpp.
#pragma once

#include <array>
#include <concepts>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "checkers/layout/layout_check.hpp"
#include "checkers/shared_access/access_check.hpp"
#include "checkers/shared_access/bank_conflicts.hpp"
#include "checkers/ttgir/axis_facts.hpp"
#include "checkers/ttgir/check_file.hpp"
#include "checkers/ttgir/finding_claims.hpp"
#include "checkers/ttgir/finding_subjects.hpp"
#include "checkers/ttgir/functions.hpp"
#include "checkers/ttgir/index_ranges.hpp"
#include "checkers/ttgir/index_runs.hpp"
#include "checkers/ttgir/known_layouts.hpp"
#include "checkers/ttgir/memory_views.hpp"
#include "checkers/ttgir/module_text.hpp"
#include "checkers/ttgir/pointer_rows.hpp"
#include "checkers/ttgir/register_product.hpp"
#include "core/check.hpp"
#include "core/matrix_instruction.hpp"
#include "encodings/ttgir/flat_table.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof {

// Rules read the text as if it were their own.
class ModuleChecker : private ModuleText {
 public:
  ModuleChecker(const ttgir::Module& module,
                const ttgir::LineIndex& lines,
                const CheckOptions& options,
                FileReport& report);

  void run();

 private:
  // One access of shared memory: which tensor type meets which memory type.
  struct Access {
    const Operation& op;
    TypeId tensor;
    TypeId memory;
    const ttgir::Operand* tensor_operand;  // null if the tensor is the result
    const ttgir::Operand* memory_operand;  // null if the memory is the result
    bool is_load;
  };

  // Of a value: nothing, or where it begins in which memory, or that and its type.
  enum class Doubt { kNone, kOrigin, kType };

  // ---- module_checker.cpp: the way of an operation
  void check_uses();
  Result<LayoutAnswer> layout_answer(const Placed& placed, const KernelSize& kernel);
  void check_operation(const Operation& op);
  void apply_rule(const Operation& op);
  // Those of which nothing need be asked where they occur.
  [[nodiscard]] bool has_plain_types(const Operation& op) const;
  bool require_sizes(const Operation& op);
  bool require_count(const Operation& op);
  void count_operation(const Operation& op);
  // It is counted by its name and the reason why something is not asked; without one, the order.
  void add_not_asked(const Operation& op, const std::string& why);
  void doubt_results(const Operation& op, Doubt doubt);
  void pass_memory_on(const Operation& loop);
  // Nothing is known of the operation but what it writes: its results have the types that it says.
  void add_opaque(const Operation& op, std::string reason);
  // Do operands have the types with which they were defined?
  bool check_operands(const Operation& op);
  // These compare layouts by what they move, and then ask whether they are spelled alike.
  static bool compares_layouts(ttgir::OpKind kind);
  bool require_one_spelling(const Operation& op);
  bool check_place(const Operation& op);
  // What it gives is used as a tensor or memory, and the text does not say that it is one.
  bool require_known_results(const Operation& op);
  [[nodiscard]] bool lies_as_its_layout(TypeId id) const;
  bool check_storage(const Operation& op);
  // Nothing was found wrong or open: a finding says what was asked.
  void add_decided(const Operation& op, Topic question);

  // ---- kernel_numbers.cpp
  // Lanes, CTAs and warps of the module, and warps of functions that have their own.
  void check_numbers();
  void check_lanes();
  void check_ctas();
  [[nodiscard]] Word lanes_of_warps() const;
  // Empty if a CTA may have so many warps.
  [[nodiscard]] std::string why_too_many_threads(Word warps) const;
  bool require_threads(const Operation& op, Word warps);
  // An allocation in shared memory fits what a CTA of the target may have.
  bool require_shared_bytes(const Operation& op, TypeId memory);
  // Compilers allocate as many bytes as the elements have, whatever the layout leaves out.
  bool require_no_gaps(const Operation& op, const Type& memory);
  void refuted_of_module(std::string words);
  void add_of_module(Verdict verdict);

  // ---- What rules say
  // True if it holds; else refuted, in words: texts, types and numbers, one behind the other.
  template <typename... Parts>
  bool require(const Operation& op, Topic question, bool holds, const Parts&... parts) {
    return holds || refuted(op, question, (written(parts) + ...));
  }
  template <typename... Parts>
  bool require_types(const Operation& op, bool holds, const Parts&... parts) {
    return require(op, Topic::kTypes, holds, parts...);
  }
  bool refuted(const Operation& op, Topic question, std::string words);  // false
  static std::string written(std::string_view text) { return std::string(text); }
  static std::string written(const Type& type) { return to_string(type); }
  template <std::integral Number>
  static std::string written(Number number) {
    return std::to_string(number);
  }
  void add_unknown(const Operation& op, Topic question, std::string reason);
  // The types that the operation needs are not known.
  void add_untyped(const Operation& op);
  // Both have one layout, or none; the shapes are compared before.  False if a finding was added.
  bool require_one_layout(const Operation& op,
                          TypeId a,
                          TypeId b,
                          std::string_view what,
                          Topic question = Topic::kTypes);
  // Shape, and layout.
  bool require_alike(const Operation& op, TypeId a, TypeId b, std::string_view what);
  bool require_one_element(const Operation& op, const Type& a, const Type& b);
  // Are the places of a result those of what is moved?  Unknown where compilers infer it in two
  // ways.
  [[nodiscard]] Verdict compare_moved(const Tensor& moved, const Tensor& result) const;
  // In the places of `to` are the elements of `from`, moved.
  template <typename Move>
  bool require_moved(const Operation& op, TypeId from, TypeId to, const Move& move);
  // The layout of `id` is `wanted`, or another spelling of it.
  bool require_layout(const Operation& op,
                      TypeId id,
                      const triton::LayoutPtr& wanted,
                      std::string_view what);

  // ---- signature_rules.cpp
  // The operands and results that the operation takes and gives, and the attributes that it has.
  bool check_signature(const Operation& op);
  bool require_attributes(const Operation& op);
  // An attribute that is there has a value of its kind.
  bool require_kind(const Operation& op,
                    std::string_view name,
                    std::optional<std::string_view> value,
                    std::string_view kind);
  bool require_written_types(const Operation& op);
  bool require_mask(const Operation& op);
  bool require_form(const Operation& op);
  [[nodiscard]] bool names_as_written(const Operation& op) const;
  bool require_typed(const Operation& op, bool is_data);

  // ---- region_rules.cpp
  // As many regions as it has, of as many blocks as they may have.
  bool require_regions(const Operation& op);
  bool require_blocks(const Operation& op);
  [[nodiscard]] bool is_in_its_operation(const Operation& op) const;
  // It ends a region of its own operation, or another operation stands behind it in its block.
  bool require_end(const Operation& op);

  // ---- elementwise_rules.cpp
  void check_elementwise(const Operation& op);
  void check_select(const Operation& op);
  // What is done to single numbers keeps the law of their types, too.
  bool require_numbers(const Operation& op);
  void add_elementwise(const Operation& op, TypeId met);
  std::string broken_elements(const Operation& op);
  bool require_atomic(const Operation& op, TypeId value);
  [[nodiscard]] bool is_lowered_atomic(const Operation& op,
                                       std::string_view word,
                                       std::string_view element) const;
  // What is loaded and stored takes whole bytes of global memory.
  bool require_whole_bytes(const Operation& op);
  // It does not load or store by a pointer to a whole block.
  bool require_no_block(const Operation& op);
  void check_constant(const Operation& op);
  // Its value is one of the type that it gives.
  bool require_constant(const Operation& op);
  void check_make_range(const Operation& op);
  void check_splat(const Operation& op);
  void check_unsplat(const Operation& op);
  void check_buffer_access(const Operation& op);
  [[nodiscard]] std::string_view cache_modifier_of(const Operation& op) const;

  // ---- assembly_rules.cpp
  // Assembly for several elements at once has as many of each tensor, or a multiple.
  bool require_packs(const Operation& op);
  bool require_constraints(const Operation& op, Word packed);

  // ---- shape_rules.cpp, register_rules.cpp
  void check_broadcast(const Operation& op);
  void check_expand_dims(const Operation& op);
  void check_reshape(const Operation& op);
  void check_trans(const Operation& op);
  void check_join(const Operation& op);
  void check_split(const Operation& op);
  void check_pair(const Operation& op, TypeId one, TypeId two);
  void check_cat(const Operation& op);
  void check_map_elementwise(const Operation& op);
  bool require_packs_in_threads(const Operation& op, TypeId id, std::int64_t pack);
  bool require_no_writes_within(const Operation& op);
  void check_conversion_op(const Operation& op);
  // The best plan that is known, and what it costs, of elements of so many bits; or why there is
  // none.
  Detail best_plan(const Placed& source, const Placed& destination, unsigned bits);
  void check_fp4_to_fp(const Operation& op);
  // Each thread has what it has of the result in its registers of the source, at the element that
  // `wanted` says.
  bool require_in_threads(const Operation& op,
                          const Tensor& source,
                          const Tensor& result,
                          const IndexMap& wanted);
  void check_in_thread_transpose(const Operation& op);
  void check_slice_of_registers(const Operation& op);

  // ---- reduction_rules.cpp
  bool require_no_pointers(const Operation& op);
  bool require_returned_as_held(const Operation& op);
  void check_reduction(const Operation& op);
  bool require_one_cta(const Operation& op, TypeId id, std::size_t axis, std::string_view why);
  // No thread has an element in two registers.
  bool require_each_once(const Operation& op, TypeId id, Topic question = Topic::kTypes);
  bool require_no_copies_in_ctas(const Operation& op, TypeId id, std::string_view why);
  [[nodiscard]] bool gives_what_is_used(const Operation& op) const;
  bool require_no_copies_in_warps(const Operation& op, TypeId id);
  // Of the lanes' bits, and of the warps', neighbouring ones go along the axis.
  bool require_bits_together(const Operation& op, TypeId id, std::size_t axis);
  bool require_lanes_together(const Operation& op, TypeId id, std::size_t axis);
  // The region of `op` takes and returns numbers of these types.
  bool require_region(const Operation& op,
                      const std::vector<std::string_view>& taken,
                      const std::vector<std::string_view>& returned);
  void check_gather(const Operation& op);
  bool require_whole_in_cta(const Operation& op, TypeId id);
  void check_histogram(const Operation& op);

  // ---- dot_rules.cpp
  void check_dot(const Operation& op);
  bool require_known_layouts(const Operation& op, const Type& a, const Type& b, const Type& d);
  // What keeps A (M by K) times B (K by N) from being D (M by N); empty if nothing does.
  static std::string broken_shapes(
      const Type& a, const Type& b, const Type& d, Word k_of_a = 1, Word k_of_b = 1);
  void check_same_types(const Operation& op);

  // ---- instruction_rules.cpp
  // "tf32" of f32 that is cut to it; else the element type.
  [[nodiscard]] std::string multiplied_as(const Operation& op, const Type& t) const;
  // The instruction of these elements (of A, B and D) and sizes, as far as they are given; there is
  // one, and the target has it.
  std::optional<MatrixInstruction> require_instruction(const Operation& op,
                                                       MatrixFamily family,
                                                       unsigned version,
                                                       const std::array<std::string, 3>& elements,
                                                       const triton::Dims& sizes);
  bool require_fit(const Operation& op, const std::optional<Misfit>& misfit);
  bool require_forms(const Operation& op, std::initializer_list<const Placed*> list);
  bool require_meeting(const Operation& op,
                       const MatrixInstruction& instruction,
                       bool transposed,
                       const Type& a,
                       const Type& b,
                       const Type& d);
  bool require_product_of_threads(const Operation& op, const Type& a, const Type& b, const Type& d);
  bool require_register_product(const Operation& op,
                                const Type& a,
                                const Type& b,
                                const Type& d,
                                const triton::DotOperand& left);
  std::optional<MatrixInstruction> require_scaled_instruction(
      const Operation& op, const std::array<std::string, 2>& kinds, const Type& d, Word k);

  // ---- scaled_dot_rules.cpp
  void check_dot_scaled(const Operation& op);
  bool require_scaled_operand(const Operation& op, const Type& operand, Word index, const Type& d);
  [[nodiscard]] std::array<std::string, 2> scaled_kinds(const Operation& op,
                                                        std::string_view of_a,
                                                        std::string_view of_b) const;
  bool require_kinds(const Operation& op,
                     const std::array<std::string, 2>& kinds,
                     const Type& a,
                     const Type& b);
  bool require_scale_elements(const Operation& op,
                              const std::array<const Type*, 2>& scales,
                              bool is_fine);
  // A product with scales that an instruction does.
  struct ScaledProduct {
    std::array<std::string, 2> kinds;  // as what elements of A and B are read
    std::array<const Type*, 2> sides;
    std::array<bool, 2> is_packed;      // two elements to a byte
    std::array<const Type*, 2> scales;  // null where there are none
    const Type& d;
    Word k;      // elements
    Word group;  // of them that have one scale
  };
  bool require_scaled_product(const Operation& op, const ScaledProduct& product);

  // ---- tensor_core_rules.cpp
  // A matrix instruction's descriptor of shared memory gives this operand.
  bool require_descriptor(const Operation& op, std::size_t operand, bool is_transposable);
  bool require_descriptor_alignment(const Operation& op,
                                    std::size_t operand,
                                    const triton::NvmmaShared& shared);
  bool require_warp_group_tiles(const Operation& op,
                                const triton::NvidiaMma& mma,
                                const triton::Shape& per_cta,
                                const MatrixInstruction& row);
  // Each CTA has the rows of A and the columns of B that its part of D needs, and all of K.
  bool require_operands_of_cta(const Operation& op,
                               const triton::CgaLayout& d,
                               const triton::CgaLayout& a,
                               const triton::CgaLayout& b);
  bool require_whole_steps(const Operation& op, const Type& a);
  bool require_a_in_tensor_memory(const Operation& op, const Type& a, Word rows_of_d);
  bool require_scales_of_blocks(const Operation& op, Word n, Word columns);
  void check_warp_group_dot(const Operation& op);
  void check_warp_group_wait(const Operation& op);
  bool require_operand_of(const Operation& op, TypeId a, const triton::NvidiaMma& product);
  void check_tensor_core_dot(const Operation& op);

  // ---- columns_apart_rules.cpp
  // What a product of so many instructions reads in tensor memory is not in the columns of its sum.
  bool require_apart_from_sum(const Operation& op,
                              const std::vector<std::size_t>& read,
                              Word instructions);
  struct Columns {
    Word begin;  // bytes of each row of the allocation
    Word end;
  };
  // nullopt where the text does not show which.
  std::optional<Columns> columns_of(const ttgir::Operand& operand, TypeId id);

  // ---- view_rules.cpp
  void check_allocation(const Operation& op);
  void check_allocated(const Operation& op);
  MemoryView allocated_view(const Operation& op, TypeId result);
  // Of elements that are whole bytes, and, without a source, mutable.
  bool require_whole_memory(const Operation& op, const Type& memory, bool has_source);
  // An allocation in tensor memory fits its columns.
  bool require_columns(const Operation& op, TypeId memory);
  void check_view(const Operation& op);
  bool check_index(const Operation& op);
  bool require_whole_buffers(const Operation& op, const Type& source, const Type& view);
  bool check_slice(const Operation& op);
  bool check_slice_as_allocation(const Operation& op, const std::vector<std::int64_t>& offsets);
  bool require_bits_of_slice(
      const Operation& op, TypeId to, std::size_t dim, Word size, Word whole);
  bool cut_at_run_time(const Operation& op,
                       std::size_t operand,
                       TypeId to,
                       std::size_t dim,
                       Word size,
                       Word whole,
                       Cut& cut);
  // In the part of a memory that a copy through a descriptor fills, what one message writes lies as
  // a memory of its shape would.
  bool require_packed(const Operation& op, TypeId memory, const triton::NvmmaShared& shared);
  bool check_dynamic_slice(const Operation& op);
  bool check_memory_trans(const Operation& op);
  bool check_memory_reshape(const Operation& op);
  bool require_turned(const Operation& op, const Placed& given, const Placed& stated);
  bool check_reinterpretation(const Operation& op);
  bool require_first_row(const Operation& op, const MemoryView& view);
  bool check_tensor_memory_slice(const Operation& op);
  bool check_subview(const Operation& op);
  // 0 <= index, and index + size at most the whole.
  bool check_range(const Operation& op, const ttgir::Operand& index, Word size, Word whole);
  bool check_other_cta(const Operation& op);
  // A part of a memory has the same cells by both types; where the part lies says `view`.
  bool require_one_part(
      const Operation& op, Topic question, TypeId defined, TypeId used, const MemoryView& view);
  struct Cells {
    IndexMap map;  // from elements of the whole to cells
    std::string text;
  };
  bool require_one_part(const Operation& op,
                        Topic question,
                        const Cells& given,
                        const Cells& stated,
                        const triton::Shape& part,
                        const MemoryView& view);
  // By these layouts every element has a cell.
  bool require_cells(const Operation& op,
                     Topic question,
                     std::initializer_list<const Placed*> memories);
  // As many buffers as both have begin at the same bytes.
  bool require_same_beginnings(const Operation& op, Topic question, TypeId one, TypeId other);
  bool require_same_memory_layout(const Operation& op,
                                  TypeId from,
                                  TypeId to,
                                  Topic question = Topic::kView);

  // ---- buffer_rules.cpp
  class OverlapReader;
  void check_storage_allocation(const Operation& op);
  void check_local_alias(const Operation& op);
  void check_reuse_group(const Operation& op);
  void check_buffer_overlap(const Operation& op);
  // A group's kind, if the text says it.
  [[nodiscard]] std::optional<bool> is_distinct(const Operation& group) const;

  // ---- access_findings.cpp
  void check_access_op(const Operation& op);
  void check_access(const Access& access);
  bool check_access_types(const Access& access);
  void check_access_data(const Access& access);
  // Of a memory of which several CTAs have copies, each CTA writes its own.
  bool require_all_ctas_written(const Access& access);
  // Has the target shared memory that all CTAs of a cluster reach?
  [[nodiscard]] bool reaches_other_ctas() const;
  bool require_reached_ctas(const Access& access);
  // Why compilers may not gather from this memory or scatter to it; empty if they do.
  [[nodiscard]] std::string why_not_scattered(const Operation& op, TypeId memory);
  // What a CTA copies by itself, it has in its own memory.
  bool require_own_cta(const Access& access);
  // Does the memory, as it was defined, begin where its allocation does?
  bool is_at_beginning(const Access& access, TypeId defined);
  void check_access_cost(const Access& access);
  [[nodiscard]] std::string why_banks_differ(const Access& access);
  [[nodiscard]] std::string why_vectors_differ(const Access& access);
  void check_bounds(const Access& access);
  // The cost of an access, counted once for its types; null without a target or a known width.
  const Result<ExplainedConflicts>* cost_of(const Access& access);
  void check_local_gather(const Operation& op);

  // ---- address_rules.cpp
  void check_alignment(const Access& access);
  // The memory begins at a multiple of so many bytes, a power of two.
  bool require_beginning(const Operation& op,
                         const MemoryView& view,
                         Word bytes,
                         std::string_view what);
  // What slices add to an address is a multiple of so many bytes, or, within a swizzle's `span`, of
  // 32 bytes.
  bool require_aligned_slice(
      const Operation& op, TypeId id, const MemoryView& view, Word bytes, Word span = 0);
  bool require_amounts_of_vectors(const Access& access);
  bool require_added_registers(const Access& access);

  // ---- global_rules.cpp
  [[nodiscard]] static bool accesses_global_memory(const Operation& op);
  // What it costs; where that cannot be said it is listed as not asked, with the reason.
  void check_global_access(const Operation& op);
  struct GlobalAnswer {
    GlobalAccessCost cost;
    GlobalRule rule;
    bool is_masked;
    std::vector<std::string> unknowns;
  };
  Result<GlobalAnswer> global_answer(const Operation& op);
  // What the compiler knows of an operand along a dimension.
  // `mask` may be null.
  static Result<VectorFacts> vector_facts(const KnownAxes& axes,
                                          const ttgir::Operand& pointers,
                                          const ttgir::Operand* mask,
                                          std::size_t dim);

  // ---- tensor_memory_rules.cpp
  void check_tensor_memory_access(const Operation& op);
  void check_tensor_memory_copy(const Operation& op);
  bool require_blocks_of_scales(const Operation& op, std::size_t at, Word rows, Word runs);
  // Empty if one CTA's warps reach the rows that their numbers say.
  [[nodiscard]] std::string why_not_decided(const Placed& registers,
                                            const Placed& rows,
                                            const Type& memory) const;

  // ---- copy_rules.cpp
  void check_async_copy(const Operation& op);
  // Why compilers may not copy to this memory, or elsewhere; empty if they do.
  [[nodiscard]] std::string_view why_not_copied_to(const Type& memory) const;
  bool require_copy_width(const Access& access);
  bool require_copied_together(const Access& access);
  bool require_zeros_elsewhere(const Operation& op, std::size_t tensor_at);
  [[nodiscard]] bool is_zero(const ttgir::Operand& operand) const;

  // ---- make_descriptor_rules.cpp
  void check_make_descriptor(const Operation& op);
  Range number_at(const Operation& op, std::size_t operand);
  [[nodiscard]] bool has_tma() const;
  bool require_positive(const Operation& op);
  bool require_base(const Operation& op);
  bool require_rows(const Operation& op, const Type& block);
  bool require_strides(const Operation& op, const Type& block);

  // ---- descriptor_rules.cpp
  void check_tma(const Operation& op);
  bool require_plain_copy(const Operation& op);
  bool require_bases_of_block(const Operation& op, const ttgir::Type& block);
  void check_descriptor_access(const Operation& op);
  bool require_block(const Operation& op, const Type& block, const triton::Shape& shape);
  bool require_copied_layout(const Operation& op, const Type& block);
  bool require_padded_rows(const Operation& op, const triton::NvmmaShared& shared);
  void check_rows(const Operation& op);
  bool require_reduction(const Operation& op, std::string_view element);
  bool require_box(const Operation& op, const ttgir::Operand& memory, TypeId block);
  bool require_one_split(const Operation& op,
                         const ttgir::Operand& memory,
                         TypeId block,
                         bool has_rows);
  bool require_own_rows(const Operation& op, const Placed& offsets, const ttgir::Operand& memory);

  // ---- barrier_rules.cpp
  void check_barrier(const Operation& op);
  void check_wait(const Operation& op);
  bool require_completion(const Operation& op, std::size_t at);
  bool require_mbarrier(const Operation& op, std::size_t at);

  // ---- lowering_rules.cpp
  // As what a float is rounded: z, n, s for rtz, rtne, rs, - where nothing is said, ? for others.
  [[nodiscard]] char rounding_of(const Operation& op) const;
  // Of an operation on elements; empty if compilers have it.
  [[nodiscard]] std::string why_not_lowered(const Operation& op) const;
  bool require_arithmetic(const Operation& op);
  bool require_lowering(const Operation& op);
  // The target has what the operation is lowered to (target_instructions.hpp).
  bool require_target_instructions(const Operation& op);
  bool require_scanned_layout(const Operation& op, TypeId id);
  bool require_bytes_in_order(const Operation& op,
                              const Placed& source,
                              const Placed& destination,
                              unsigned element_bits);
  bool require_signs(const Operation& op);
  bool require_no_tensors_within(const Operation& op);

  // ---- call_rules.cpp
  void check_function(const Operation& op);
  // Why compilers may not pass a number to a kernel; empty if they do.
  [[nodiscard]] std::string why_not_passed(const Type& number) const;
  // False if a finding was added.
  bool check_call(const Operation& op);
  std::string why_not_followed(const Operation& call, const Operation& function);
  const CallGraph& calls();
  // Has it anything for which warps may wait for each other?
  [[nodiscard]] bool may_wait(const Operation& op) const;
  [[nodiscard]] bool may_use_shared_memory(const Operation& op) const;
  [[nodiscard]] bool has_memory_at(const Operation& call, const Operation& caller) const;

  // ---- lifetime_rules.cpp
  std::optional<std::pair<Word, Word>> placed_bytes(const Operation& op);
  // What has shared memory that the file places, allocations that it does not place, and calls.
  struct PlacedOperation {
    ttgir::OpId op;
    std::optional<std::pair<Word, Word>> bytes;
    std::optional<std::int64_t> begin;
  };
  const std::vector<PlacedOperation>& placed_operations();
  void check_placed_apart(const Operation& op);
  [[nodiscard]] bool is_overwritten_by(const Operation& op, const Operation& other) const;
  [[nodiscard]] bool is_allocated_within(const ttgir::Operand& given, ttgir::OpId scope) const;
  bool require_tensor_memory_kept(const Operation& op, const Operation& around);
  bool require_no_memory_returned(const Operation& op);
  struct Use {
    ttgir::OpId last;
    bool goes_on;  // in control flow
  };
  [[nodiscard]] ttgir::OpId end_of_use(const Operation& user, ttgir::OpId definition) const;
  // Of a value, and of the views of it by operations of these kinds.
  [[nodiscard]] Use last_use(ttgir::ValueId value,
                             std::initializer_list<ttgir::OpKind> views) const;
  bool require_slice_kept(const Operation& op);
  bool require_no_memory_sent_back(const Operation& op,
                                   const ttgir::Block& target,
                                   std::span<const ttgir::Operand> passed);
  // Of the operands from `first` on, no memory is allocated within `scope`.
  bool require_outlives(const Operation& op,
                        ttgir::OpId scope,
                        std::size_t first,
                        std::string_view why);

  // ---- control_rules.cpp
  void check_control(const Operation& op);
  // The values go to the arguments of a block behind the first `skip`, which get theirs elsewhere.
  bool meets_arguments(const Operation& op,
                       const ttgir::Block* block,
                       std::size_t skip,
                       std::span<const ttgir::Operand> given,
                       std::string_view what);
  bool check_branch(const Operation& op);
  bool require_yields(const Operation& op, std::uint32_t region, std::size_t count);
  bool require_met(const Operation& op, TypeId given, TypeId taken, std::string_view what);
  // Memory that control flow takes on lies where what is said of the taken value holds.
  bool require_memory_met(const Operation& op,
                          const ttgir::Operand& given,
                          std::size_t taken,
                          std::string_view what);

  // ---- warp_specialize_rules.cpp
  void check_warp_specialize(const Operation& op);
  bool require_partitions(const Operation& op);
  // Each partition has a power of two of warps, which are no other's.
  bool require_partition_warps(const Operation& op);
  bool require_warps(const Operation& op, std::int64_t count);
  bool require_registers(const Operation& op);

  // ---- Layouts of values
  const Placed& placed(TypeId id) { return layouts_.of(id); }
  // Why a use cannot be compared with the definition; nullopt if it can, or they are the same.
  std::optional<std::string> why_not_compared(TypeId defined, TypeId used);
  // Has the value of a tensor the elements that its use assumes?  If not, or if that is not
  // decided, a finding says so.
  bool is_as_defined(const Operation& op, TypeId defined, TypeId used, Detail detail);

  // Adds a finding at an operation.
  void add(const Operation& op,
           Topic question,
           Verdict verdict,
           Detail detail = {},
           std::string remark = {});
  // Adds a finding on a layout, where its type is used first.
  void add_use(const ttgir::TypeUse& use, Verdict verdict, Detail detail = {});
  // The claims of the finding that was added last, if it is proved and they are asked for.
  template <typename Claims>
  void state(const Claims& claims) {
    Finding& last = report_.findings.back();
    if (options_.states_claims && is_proved(last.verdict)) last.claims = claims();
  }
  // That a value has the layout that it was defined with, if that is another.
  void add_same(FindingClaims& claims, TypeId defined, TypeId used);
  LayoutOn layout_on(TypeId id) { return {*type(id).layout, placed(id).shape}; }
  void enter_function(const Operation& op);
  void add_error(std::size_t offset, std::string message);

  const ttgir::LineIndex& lines_;
  const CheckOptions& options_;
  std::shared_ptr<KnownAnswers> known_;  // of the options, or of this module alone
  Decider decide_;
  FileReport& report_;
  std::optional<Target> target_;
  std::string no_target_;  // why there is none
  KnownLayouts layouts_;
  MemoryViews views_;
  FindingSubjects subjects_;
  std::optional<IndexRanges> ranges_;  // once an index is asked about
  std::optional<IndexRuns> runs_;
  // Once an access of global memory is met: what the compiler takes for known, which says how wide
  // its vectors are; what is so, on which all else rests; and where pointers lead.
  std::optional<KnownAxes> axes_;
  std::optional<KnownAxes> certain_axes_;
  std::optional<PointerRows> pointers_;
  std::vector<Doubt> doubts_;                  // of values, where they arise
  std::vector<bool> guessed_;                  // values that uses alone say to be data
  std::vector<char> is_plain_;                 // of types
  std::set<const Placed*> doubtful_memories_;  // whose layout was not proved
  // What accesses cost, by their types.
  std::map<std::string, const Result<ExplainedConflicts>*> costs_;
  // Comparisons of moved elements, by what is compared.
  std::map<std::string, Verdict> moved_;
  std::optional<std::vector<PlacedOperation>> placed_operations_;  // once one is asked about
  Functions functions_;
  std::optional<CallGraph> calls_;  // once a call is met
  bool has_partitions_ = false;     // known with calls_

  // The operation that is being checked.
  enum class Worst { kProved, kUnknown, kRefuted };
  Worst worst_ = Worst::kProved;
  bool has_finding_ = false;
  Doubt doubt_ = Doubt::kNone;                                 // of its results
  ttgir::FlatTable<std::string, std::size_t> operation_rows_;  // in report_.operations
  // Of what elementwise operations were found: on what layouts, and else on what.
  std::set<const Placed*> elementwise_seen_;
  std::set<std::string> unplaced_seen_;
};

}  // namespace tileproof
