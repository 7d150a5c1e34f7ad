// What is said of each layout and shape that a module uses, once for each number of warps.
#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "checkers/layout/layout_check.hpp"
#include "checkers/ttgir/module_checker.hpp"
#include "core/f2.hpp"

namespace tileproof {

namespace {

// Columns of blocks that an allocation does not have.
std::string why_not_in_blocks(const Placed& memory) {
  const auto* tile = memory.layout->as<triton::TensorMemory>();
  if (tile == nullptr) return "";
  // Two elements of 4 bits are a byte, and take two columns' places where they are padded.
  const auto parts = coordinates_of(memory, kBlock);
  const auto halvings =
      std::ranges::count_if(parts, [](const Coordinates& moved) { return moved.back() != 0; });
  const Word columns =
      (memory.shape.back() * (tile->fp4_padded ? 2 : 1) / tile->cta_split_n) >> halvings;
  if (tile->block_n <= columns) return "";
  return "blocks of " + std::to_string(tile->block_n) + " columns in an allocation of " +
         std::to_string(columns) + " for each CTA, which some compilers refuse";
}

// Which basis of a `linear` layout is the first of which `why_not` has something to say; "" if
// none.
template <typename WhyNot>
std::string first_basis(const triton::Layout& layout, WhyNot why_not) {
  if (const auto* slice = layout.as<triton::Slice>()) return first_basis(*slice->parent, why_not);
  const auto* linear = layout.as<triton::Linear>();
  if (linear == nullptr || linear->is_generic) return "";
  const auto own = own_layout(*linear);
  if (!own) return "";
  for (const InDim& in : own->in_dims()) {
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      const Word basis = own->field_bases(*own->find_in(in.name))[bit];
      const std::string_view why = why_not(basis);
      if (why.empty()) continue;
      return std::string(in.name.text()) + " basis " + std::to_string(bit) + std::string(why);
    }
  }
  return "";
}

// Some compilers take bases of zeros alone for copies: what repeats otherwise they refuse.
std::string why_basis_repeats(const triton::Layout& layout) {
  f2::Subspace held;
  return first_basis(layout, [&](Word basis) -> std::string_view {
    if (basis == 0 || held.insert(basis)) return "";
    return " moves by what others move by, not by zero";
  });
}

// The layout by bases that a slice is of, if it is of one.
const triton::Linear* sliced(const triton::Layout& layout) {
  const auto* slice = layout.as<triton::Slice>();
  if (slice == nullptr) return nullptr;
  const auto* linear = slice->parent->as<triton::Linear>();
  return linear != nullptr ? linear : sliced(*slice->parent);
}

bool do_ctas_cut_first(const LinearLayout& form) {
  const std::size_t ctas = *form.find_in(kBlock);
  for (const Word block : form.field_bases(ctas)) {
    for (std::size_t in = 0; in < form.in_dims().size(); ++in) {
      if (in == ctas) continue;
      for (const Word basis : form.field_bases(in)) {
        for (std::size_t d = 0; d < form.out_dims().size(); ++d) {
          const Word cut = form.field(block, d);
          if (cut != 0 && form.field(basis, d) > cut) return true;
        }
      }
    }
  }
  return false;
}

// Compilers build what CTAs hold of a slice, or of memory that is given by bases, as if CTAs were
// the last to cut it.
std::string why_ctas_cut_first(const triton::Layout& layout, const LinearLayout& form) {
  const bool is_padded = layout.as<triton::PaddedShared>() != nullptr;
  const triton::Linear* parent = sliced(layout);
  const bool is_built =
      is_padded || layout.as<triton::SharedLinear>() != nullptr || parent != nullptr;
  if (!is_built || !form.has_in(kBlock)) return "";
  const auto bases = form.field_bases(*form.find_in(kBlock));
  if (is_padded && std::ranges::find(bases, Word{0}) != bases.end()) {
    return "CTAs hold copies of padded memory";
  }
  const auto whole = parent != nullptr ? own_layout(*parent) : Result<LinearLayout>(form);
  return whole && do_ctas_cut_first(*whole) ? "CTAs cut what others cut once more" : "";
}

// Of these some versions make no `linear` layout, but one that they call `generic_linear`.
std::string why_basis_of_two_bits(const triton::Layout& layout) {
  return first_basis(layout, [](Word basis) -> std::string_view {
    if (std::popcount(basis) < 2) return "";
    return " moves by two bits in a linear layout";
  });
}

// Compilers take warps of 32 lanes, and 1 CTA, where a module does not say how many there are.
constexpr Word kDefaultLanes = 32;

std::string why_not_default(const LinearLayout& form, Name dim, Word number, const char* what) {
  const Word size = Word{1} << bits_of(form, dim);
  if (size == number) return "";
  return std::string("the module does not say how many ") + what + ", which is then " +
         std::to_string(number) + ", and has " + std::to_string(size);
}

// For how many CTAs tensor memory is cut, by the spelling in which they are no index of the layout.
Word parts_of_tensor_memory(const triton::Layout& layout) {
  if (const auto* e = layout.as<triton::TensorMemory>()) return e->cta_split_m * e->cta_split_n;
  const auto* scales = layout.as<triton::TensorMemoryScales>();
  return scales == nullptr ? 1 : scales->cta_split_m * scales->cta_split_n;
}

}  // namespace

Result<LayoutAnswer> ModuleChecker::layout_answer(const Placed& placed, const KernelSize& kernel) {
  std::string key = placed.id;
  for (const auto& size : {kernel.lanes, kernel.warps, kernel.blocks}) {
    key += " " + (size ? std::to_string(*size) : std::string("-"));
  }
  return known_->layouts.of(key, [&] { return check_layout(*placed.tensor, kernel, decide_); });
}

void ModuleChecker::check_uses() {
  std::set<std::pair<const Placed*, unsigned>> seen;
  std::set<std::string> seen_otherwise;
  // How many warps there are the first layout says, if the module does not.
  std::optional<Word> first;
  const auto differing = [&](const LinearLayout& form, const KernelSize& kernel) -> std::string {
    const Word size = Word{1} << bits_of(form, kWarp);
    if (!first) first = size;
    if (kernel.warps || *first == size) return "";
    return "the module does not say how many warps there are, and has " + std::to_string(*first) +
           " and " + std::to_string(size);
  };
  for (const ttgir::TypeUse& use : module_.uses) {
    const Type& t = type(use.type);
    if (t.layout == nullptr) {
      if (!t.encoding.empty() && seen_otherwise.emplace(t.encoding).second) {
        add_use(use,
                Unknown{"'" + std::string(t.encoding) + "' is no layout that tileproof knows"});
      }
      continue;
    }
    if (t.kind == ttgir::Type::Kind::kMemDesc &&
        (t.space == ttgir::MemorySpace::kOther || t.space == ttgir::MemorySpace::kNone)) {
      add_use(use, Unknown{"in what memory " + to_string(t) + " lies is not known"});
      continue;
    }
    // What an operation has is asked there; an argument that none takes is not.
    if (use.op == "tt.func" && !lies_as_its_layout(use.type)) {
      Counterexample example;
      example.text = to_string(t) + " lies elsewhere than " + triton::to_string(*t.layout);
      add_use(use, Refuted::replayed("text", std::move(example), [&] {
                return !lies_as_its_layout(use.type);
              }));
      continue;
    }
    const Placed& entry = placed(use.type);
    const std::size_t dims = t.alloc_shape.size();
    if (t.layout->as<triton::PaddedShared>() != nullptr && dims > entry.shape.size() + 1) {
      if (seen_otherwise.insert(entry.text + " in " + std::to_string(dims)).second) {
        add_use(use, Unknown{"padded buffers in two dimensions, which compilers refuse"});
      }
      continue;
    }
    const bool in_registers = triton::storage(*t.layout) == triton::Storage::kRegisters;
    // The number of warps matters only to layouts in registers.
    const unsigned warps = in_registers ? use.num_warps : 0;
    if (!seen.emplace(&entry, warps).second) continue;
    KernelSize kernel;
    if (in_registers && t.kind == Type::Kind::kTensor) {
      const bool is_nvidias = target_ && target_->vendor() == Target::Vendor::kNvidia;
      if (module_.threads_per_warp) kernel.lanes = *module_.threads_per_warp;
      if (!module_.threads_per_warp && is_nvidias) kernel.lanes = kDefaultLanes;
      if (warps != 0) kernel.warps = warps;
    }
    const bool has_ctas = triton::storage(*t.layout) != triton::Storage::kTensorMemory ||
                          (entry.tensor && entry.tensor->form.has_in(kBlock));
    if (has_ctas && module_.num_ctas) kernel.blocks = *module_.num_ctas;
    if (entry.tensor) {
      const LinearLayout& form = entry.tensor->form;
      std::string why;
      if (in_registers && t.kind == Type::Kind::kTensor) {
        why = differing(form, kernel);
        if (why.empty() && !kernel.lanes) {
          why = why_not_default(form, kLane, kDefaultLanes, "lanes a warp has");
        }
      }
      if (why.empty() && has_ctas && !kernel.blocks) {
        why = why_not_default(form, kBlock, 1, "CTAs there are");
      }
      if (!why.empty()) {
        add_use(use, Unknown{why});
        continue;
      }
    }
    if (const Word parts = parts_of_tensor_memory(*t.layout);
        parts > module_.num_ctas.value_or(1)) {
      Counterexample example;
      example.text = triton::to_string(*t.layout) + " cuts tensors for " + std::to_string(parts) +
                     " CTAs, and there are " + std::to_string(module_.num_ctas.value_or(1));
      add_use(use, Refuted::replayed("text", std::move(example), [&] {
                return parts_of_tensor_memory(*t.layout) > module_.num_ctas.value_or(1);
              }));
      continue;
    }
    Result<LayoutAnswer> answer = entry.why_not;
    if (entry.tensor) answer = layout_answer(entry, kernel);
    if (!answer) {
      if (answer.error().code == ErrorCode::kUnsupported) {
        add_use(use, Unknown{answer.error().message});
      } else {
        add_error(use.offset, answer.error().message);
      }
      continue;
    }
    if (const std::string why = why_not_in_blocks(entry);
        is_proved(answer->verdict) && !why.empty()) {
      answer->verdict = Unknown{why};
    }
    if (is_proved(answer->verdict)) {
      std::string why = why_basis_repeats(*entry.layout);
      if (why.empty()) why = why_basis_of_two_bits(*entry.layout);
      if (why.empty()) why = why_ctas_cut_first(*entry.layout, entry.tensor->form);
      if (!why.empty()) answer->verdict = Unknown{why + ", which some compilers refuse"};
    }
    Detail detail;
    detail.reserve(5);
    detail.emplace_back("layout", entry.text);
    detail.emplace_back("shape", triton::to_string(entry.shape));
    if (answer->surjective) detail.emplace_back("surjective", *answer->surjective);
    if (answer->injective) detail.emplace_back("injective", *answer->injective);
    std::vector<std::pair<std::string, Word>> copies;
    for (const auto& [dim, mask] : answer->copies) {
      if (mask != 0) copies.emplace_back(std::string(dim.text()), mask);
    }
    detail.emplace_back("copies", std::move(copies));
    if (!in_registers && !is_proved(answer->verdict)) doubtful_memories_.insert(&entry);
    add_use(use, std::move(answer->verdict), std::move(detail));
    state([&] { return layout_claims(layout_on(use.type)); });
  }
}

}  // namespace tileproof
