// Do the laws of Triton's encodings notice mistakes?  Each mutant does one thing wrong, in a way
// that somebody has done or might do, and must be killed by each law that it names; each law kills
// at least one.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/check.hpp"
#include "properties/triton_generators.hpp"
#include "properties/triton_laws.hpp"
#include "tests/properties/random_check.hpp"

namespace tileproof::laws {
namespace {

using namespace triton;
using tileproof::testing::check_randomly;

constexpr int kTries = 300;

struct TritonMutant {
  std::string_view name;  // what is wrong
  TritonSubject (*subjects)(gen::Source&);
  TritonOperations operations;
  std::vector<std::string_view> killed_by;
};

// ---- Definitions of a layout that is not quite the one given

template <typename T, auto Edit>
Layout edited(const Layout& layout) {
  const auto* encoding = layout.as<T>();
  if (encoding == nullptr) return layout;
  T copy = *encoding;
  Edit(copy);
  return Layout(copy);
}

template <typename T, auto Edit, Algebra A>
TritonDefinition<typename A::Word> edited_definition() {
  using W = typename A::Word;
  return {[](const Layout& layout, const Shape& shape, const RegisterPlace<W>& at) {
            return element(A{}, edited<T, Edit>(layout), shape, at);
          },
          [](const Layout& layout, const Shape& shape, const TensorMemoryPlace<W>& at) {
            return element(A{}, edited<T, Edit>(layout), shape, at);
          },
          [](const Layout& layout, const Shape& shape, const Coords<W>& coords) {
            return place(A{}, edited<T, Edit>(layout), shape, coords);
          }};
}

template <typename T, auto Edit>
TritonOperations defined_as() {
  TritonOperations operations;
  operations.definition = edited_definition<T, Edit, U64>();
  operations.definition_over_f2 = edited_definition<T, Edit, F2>();
  return operations;
}

// ---- Wrong arithmetic

struct OrForXor : U64 {
  [[nodiscard]] Word bit_xor(Word x, Word y) const { return x | y; }
};
struct SumForXor : U64 {
  [[nodiscard]] Word bit_xor(Word x, Word y) const { return x + y; }
};
struct XorForSumOverF2 : F2 {
  // A sum with a constant that nothing asked for.
  [[nodiscard]] Word add(const Word& x, const Word& y) const {
    return F2{}.bit_xor(F2{}.add(x, y), Word(1));
  }
};

template <Algebra A>
TritonOperations computed_over() {
  TritonOperations operations;
  operations.definition = definition_over<A>();
  return operations;
}

TritonOperations with_a_constant() {
  TritonOperations operations;
  operations.definition_over_f2 = definition_over<XorForSumOverF2>();
  return operations;
}

// ---- Wrong linear forms, printers and parsers

using ToLinear = decltype(TritonOperations::to_linear);
using Print = decltype(TritonOperations::print);
using Parse = decltype(TritonOperations::parse);

TritonOperations with_form(ToLinear to_linear) {
  TritonOperations operations;
  operations.to_linear = to_linear;
  return operations;
}

TritonOperations with_text(Print print, Parse parse) {
  TritonOperations operations;
  if (print != nullptr) operations.print = print;
  if (parse != nullptr) operations.parse = parse;
  return operations;
}

TritonOperations with_padding(decltype(TritonOperations::padded_offset) padded_offset) {
  TritonOperations operations;
  operations.padded_offset = padded_offset;
  return operations;
}

std::string without(std::string text, std::string_view key) {
  const auto start = text.find(key);
  if (start == std::string::npos) return text;
  auto end = start + key.size();
  for (int depth = 0; end < text.size(); ++end) {
    if (text[end] == '[') ++depth;
    if (text[end] == ']' && --depth == 0) break;
  }
  return text.erase(start, end + 1 - start);
}

LinearLayout with_bases(const LinearLayout& form, std::vector<Word> bases) {
  return LinearLayout::from_fields(form.in_dims(), form.out_dims(), bases);
}

std::vector<Word> bases_of(const LinearLayout& form) {
  return {form.field_bases().begin(), form.field_bases().end()};
}

// Forgets the register bit that repeats the tile last.
Result<LinearLayout> without_last_register(const Layout& layout, const Shape& shape) {
  TP_TRY(form, to_linear(layout, shape));
  if (form.in_bits(kRegister) == 0) return form;
  auto bases = bases_of(form);
  bases[form.in_bits(kRegister) - 1] = 0;
  return with_bases(form, bases);
}

// Names the dimensions of the tensor in the order of memory.
Result<LinearLayout> with_outs_reversed(const Layout& layout, const Shape& shape) {
  TP_TRY(form, to_linear(layout, shape));
  std::vector<Name> order;
  for (const OutDim& out : form.out_dims()) order.insert(order.begin(), out.name);
  return transpose_outs(form, order);
}

// The last bit of the offset goes where the first goes.
Result<LinearLayout> with_two_offsets_alike(const Layout& layout, const Shape& shape) {
  TP_TRY(form, to_linear(layout, shape));
  const unsigned bits = form.in_bits(kOffset);
  auto bases = bases_of(form);
  if (bits > 1) bases[bits - 1] = bases[0];
  return with_bases(form, bases);
}

// Gives each thread one box of the tensor, as large as needed, and not one of each tile.
Result<LinearLayout> with_one_box_per_thread(const Layout& layout, const Shape& shape) {
  const auto* blocked = layout.as<Blocked>();
  if (blocked == nullptr) return to_linear(layout, shape);
  Blocked larger = *blocked;
  const Shape part = shape_per_cta(blocked->cga, shape);
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const Word threads = blocked->threads_per_warp[d] * blocked->warps_per_cta[d];
    larger.size_per_thread[d] = std::max(blocked->size_per_thread[d], part[d] / threads);
  }
  return to_linear(larger, shape);
}

// Keeps the registers that move along the missing dimension only.
Result<LinearLayout> slice_with_all_registers(const Layout& layout, const Shape& shape) {
  const auto* slice = layout.as<Slice>();
  TP_TRY(parent, to_linear(*slice->parent, slice->parent_shape(shape)));
  std::vector<OutDim> outs;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    outs.push_back({Name::dim(static_cast<unsigned>(d)), shape[d]});
  }
  return LinearLayout::from_fields(parent.in_dims(), outs, parent.field_bases());
}

Result<LinearLayout> operand_like_its_result(const Layout& layout, const Shape& shape) {
  return std::visit([&](const auto& parent) { return to_linear(parent, shape); },
                    layout.as<DotOperand>()->parent);
}

Result<LinearLayout> with_order_ignored(const Layout& layout, const Shape& shape) {
  Blocked e = *layout.as<Blocked>();
  std::ranges::sort(e.order);
  return to_linear(e, shape);
}

// Takes the place with the copy bits of the CTA set.
SharedPlace<Word> place_of_last_copy(const Layout& layout,
                                     const Shape& shape,
                                     const Coords<Word>& coords) {
  auto at = place(U64{}, layout, shape, coords);
  const auto& bases = layout.as<SwizzledShared>()->cga.bases;
  for (std::size_t i = 0; i < bases.size(); ++i) {
    if (std::ranges::all_of(bases[i], [](Word v) { return v == 0; })) at.block |= Word{1} << i;
  }
  return at;
}

TritonOperations with_last_copy() {
  TritonOperations operations;
  operations.definition.place = place_of_last_copy;
  return operations;
}

template <typename T>
constexpr auto kOrderReversed = [](T& e) { std::ranges::reverse(e.order); };
template <typename T>
constexpr auto kCtasReversed = [](T& e) { std::ranges::reverse(e.cga.bases); };

std::vector<TritonMutant> mutants() {
  return {
      {"blocked: the slowest dimension first",
       gen::blocked,
       defined_as<Blocked, kOrderReversed<Blocked>>(),
       {"E1", "E2"}},
      {"blocked: CTAs counted from the other end",
       gen::blocked,
       defined_as<Blocked, kCtasReversed<Blocked>>(),
       {"E1", "E2"}},
      {"nvidia_mma: rows and columns of warps swapped",
       gen::nvidia_mma,
       defined_as<NvidiaMma, [](NvidiaMma& e) { std::ranges::reverse(e.warps_per_cta); }>(),
       {"E1", "E2"}},
      {"amd_mfma: transposed when it is not",
       gen::amd_mfma,
       defined_as<AmdMfma, [](AmdMfma& e) { e.is_transposed = !e.is_transposed; }>(),
       {"E1", "E2"}},
      {"amd_mfma: runs of four for 64-bit results",
       gen::amd_mfma,
       defined_as<AmdMfma, [](AmdMfma& e) { e.element_bits = 32; }>(),
       {"E1", "E2"}},
      {"amd_wmma: rows of version 1 in runs of eight",
       gen::amd_wmma,
       defined_as<AmdWmma, [](AmdWmma& e) { e.version = e.version == 1 ? 2 : e.version; }>(),
       {"E1", "E2"}},
      {"dot_op: runs along k twice as long",
       gen::dot_operand,
       defined_as<DotOperand, [](DotOperand& e) { e.k_width *= 2; }>(),
       {"E1", "E2"}},
      {"dot_op: the other operand",
       gen::dot_operand,
       defined_as<DotOperand, [](DotOperand& e) { e.op_idx = 1 - e.op_idx; }>(),
       {"E1", "E2"}},
      {"linear: the highest lane bit first",
       gen::linear,
       defined_as<Linear, [](Linear& e) { std::ranges::reverse(e.lanes); }>(),
       {"E1", "E2"}},
      {"generic_linear: warps move along one dimension",
       gen::generic_linear,
       defined_as<Linear,
                  [](Linear& e) {
                    for (Dims& basis : e.warps) {
                      std::fill(std::ranges::find_if(basis, [](Word v) { return v != 0; }),
                                basis.end(),
                                0);
                    }
                  }>(),
       {"E1", "E2"}},
      {"slice: the dimension after the one that is missing",
       gen::slice,
       defined_as<Slice, [](Slice& e) { e.dim = (e.dim + 1) % rank(*e.parent); }>(),
       {"E1"}},
      {"swizzled_shared: phases twice as long",
       gen::swizzled_shared,
       defined_as<SwizzledShared, [](SwizzledShared& e) { e.per_phase *= 2; }>(),
       {"E1", "E2"}},
      {"swizzled_shared: groups twice as wide",
       gen::swizzled_shared,
       defined_as<SwizzledShared, [](SwizzledShared& e) { e.vec *= 2; }>(),
       {"E1", "E2"}},
      {"swizzled_shared: OR for XOR", gen::swizzled_shared, computed_over<OrForXor>(), {"E1"}},
      {"swizzled_shared: a place with the copy bits set",
       gen::swizzled_shared,
       with_last_copy(),
       {"E3"}},
      {"amd_rotating_shared: does not rotate",
       gen::amd_rotating_shared,
       defined_as<SwizzledShared, [](SwizzledShared& e) { e.is_rotating = false; }>(),
       {"E1", "E2"}},
      {"nvmma_shared: sum for XOR", gen::nvmma_shared, computed_over<SumForXor>(), {"E1"}},
      {"nvmma_shared: transposed when it is not",
       gen::nvmma_shared,
       defined_as<NvmmaShared, [](NvmmaShared& e) { e.transposed = !e.transposed; }>(),
       {"E1", "E2"}},
      {"nvmma_shared: padding of fp4 forgotten",
       gen::nvmma_shared,
       defined_as<NvmmaShared, [](NvmmaShared& e) { e.fp4_padded = false; }>(),
       {"E1", "E2"}},
      {"padded_shared: bits of the offset in another order",
       gen::padded_shared,
       defined_as<PaddedShared, [](PaddedShared& e) { std::ranges::reverse(e.bases.offsets); }>(),
       {"E1", "E2"}},
      {"padded_shared: a gap before each interval",
       gen::padded_shared,
       with_padding([](const PaddedShared& e, Word offset) {
         return padded_offset(U64{}, e.paddings, offset + 1) - 1;
       }),
       {"E10"}},
      {"shared_linear: bits of the offset in another order",
       gen::shared_linear,
       defined_as<SharedLinear, [](SharedLinear& e) { std::ranges::reverse(e.bases.offsets); }>(),
       {"E1", "E2"}},
      {"partitioned_shared: groups for partitions",
       gen::partitioned_shared,
       defined_as<PartitionedShared,
                  [](PartitionedShared& e) { std::swap(e.partitions, e.groups); }>(),
       {"E1", "E2"}},
      {"tensor_memory: blocks of 64 rows as blocks of 128",
       gen::tensor_memory,
       defined_as<TensorMemory, [](TensorMemory& e) { e.block_m = 128; }>(),
       {"E1", "E2"}},
      {"tensor_memory: elements side by side",
       gen::tensor_memory,
       defined_as<TensorMemory, [](TensorMemory& e) { e.col_stride = 1; }>(),
       {"E1", "E2"}},
      {"tensor_memory_scales: blocks along k first",
       gen::tensor_memory_scales,
       defined_as<TensorMemoryScales,
                  [](TensorMemoryScales& e) { e.k_before_mn = !e.k_before_mn; }>(),
       {"E1", "E2"}},
      {"a constant in a linear definition", gen::blocked, with_a_constant(), {"E2"}},
      {"printing drops the CGA layout",
       gen::blocked,
       with_text([](const Layout& l) { return without(to_string(l), ", CGALayout"); }, nullptr),
       {"E4"}},
      {"printing drops tilesPerWarp",
       gen::amd_mfma,
       with_text([](const Layout& l) { return without(to_string(l), ", tilesPerWarp"); }, nullptr),
       {"E4"}},
      {"reading takes a transposed layout for another",
       gen::nvmma_shared,
       with_text(nullptr,
                 [](std::string_view text) {
                   std::string copy(text);
                   const auto at = copy.find("transposed = true");
                   if (at != std::string::npos) copy.replace(at, 17, "transposed = false");
                   return parse_layout(copy);
                 }),
       {"E4"}},
      {"the tile is not repeated to the end",
       gen::blocked,
       with_form(without_last_register),
       {"E1", "E2", "E5"}},
      {"the tensor's dimensions in another order",
       gen::blocked,
       with_form(with_outs_reversed),
       {"E5"}},
      {"two offsets for one element",
       gen::swizzled_shared,
       with_form(with_two_offsets_alike),
       {"E1", "E2", "E5", "E6"}},
      {"a thread's elements lie side by side",
       gen::blocked,
       with_form(with_one_box_per_thread),
       {"E1", "E2", "E7"}},
      {"a slice keeps the registers of the missing dimension",
       gen::slice,
       with_form(slice_with_all_registers),
       {"E1", "E2", "E8"}},
      {"an operand lies as its result",
       gen::dot_operand,
       with_form(operand_like_its_result),
       {"E1", "E2", "E9"}},
      {"blocked: order ignored", gen::blocked, with_form(with_order_ignored), {"E1", "E2", "E11"}},
  };
}

const TritonLaw& by_number(std::string_view number) {
  const auto laws = triton_laws();
  const auto found =
      std::ranges::find_if(laws, [&](const TritonLaw& law) { return law.number == number; });
  EXPECT_NE(found, laws.end()) << number;
  return *found;
}

// A mutant must die by a law's judgement; that it trips over a check of its own is no evidence.
bool kills(const TritonLaw& law, const TritonMutant& mutant) {
  const auto draw_and_judge = [&](gen::Source& source) {
    try {
      return law.check(mutant.subjects(source), mutant.operations);
    } catch (const InternalError&) {
      return LawResult::not_applicable();
    }
  };
  return check_randomly(draw_and_judge, kTries, /*shrinks=*/false).failed;
}

TEST(TritonMutants, DieByTheLawsThatTheyName) {
  std::set<std::string_view> killers;
  int killed = 0;
  for (const TritonMutant& mutant : mutants()) {
    ASSERT_FALSE(mutant.killed_by.empty()) << mutant.name;
    bool dies = false;
    for (const std::string_view number : mutant.killed_by) {
      const bool by_this = kills(by_number(number), mutant);
      EXPECT_TRUE(by_this) << number << " does not notice: " << mutant.name;
      killers.insert(number);
      dies = dies || by_this;
    }
    killed += dies ? 1 : 0;
  }
  std::cout << "Triton's encodings: " << killed << " of " << mutants().size()
            << " mutants killed\n";
  for (const TritonLaw& law : triton_laws()) {
    EXPECT_TRUE(killers.contains(law.number)) << law.number << " kills no mutant";
  }
}

}  // namespace
}  // namespace tileproof::laws
