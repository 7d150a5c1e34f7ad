// Mistakes that somebody has made with CuTe's algebra, or might make.  Those that give a wrong
// answer say that all obligations hold, as one does who did not check them.
#include <algorithm>
#include <ranges>

#include "properties/cute/laws.hpp"

namespace tileproof::laws {
namespace {

using namespace cute;
using Ops = CuteOperations;

Result<Answer> unchecked(Result<Answer> answer) {
  if (answer) answer->obligations.clear();
  return answer;
}

Answer of_mode(Mode mode) { return {{std::nullopt, 0, std::move(mode)}, {}}; }

// The answer with its modes changed, and nothing said against it.
template <auto Change>
Result<Answer> changed(Result<Answer> answer) {
  if (!answer || !all_hold(*answer)) return answer;
  Change(answer->layout);
  if (check(answer->layout)) return Error{ErrorCode::kInvalid, "not a layout"};
  return unchecked(std::move(answer));
}

// ---- Changes

void reverse_modes(Layout& layout) { std::ranges::reverse(layout.mode.modes); }
void forget_offset(Layout& layout) { layout.offset = 0; }
void forget_swizzle(Layout& layout) { layout.swizzle.reset(); }
void drop_last(Layout& layout) {
  if (layout.mode.modes.size() > 1) layout.mode.modes.pop_back();
}
void nest_once_more(Layout& layout) { layout.mode = tuple({tuple({layout.mode})}); }
Mode& last_leaf(Mode& mode) { return mode.is_leaf() ? mode : last_leaf(mode.modes.back()); }
Mode& first_leaf(Mode& mode) { return mode.is_leaf() ? mode : first_leaf(mode.modes.front()); }
void double_last_stride(Layout& layout) { last_leaf(layout.mode).stride *= 2; }
void halve_last_size(Layout& layout) {
  Mode& last = last_leaf(layout.mode);
  last.size = (last.size + 1) / 2;
}
void flatten_all(Layout& layout) { layout.mode = unflatten(flatten(layout.mode)); }
void swap_shift(Layout& layout) {
  if (layout.swizzle) layout.swizzle->shift = -layout.swizzle->shift;
}
void drop_copies(Layout& layout) { layout.mode = unflatten(without_copies(flatten(layout.mode))); }

template <auto Operation, auto Change>
Result<Answer> one_changed(const Layout& a) {
  return changed<Change>(Operation(a));
}
template <auto Change>
Result<Answer> composed_with(const Layout& a, const Layout& b) {
  return changed<Change>(composition(a, b));
}

// ---- Texts

// The stride of the last leaf as if it were compact.
Result<Layout> parse_ignoring_last_stride(std::string_view text) {
  auto layout = parse_layout(text);
  if (layout && !layout->mode.is_leaf()) last_leaf(layout->mode).stride = 1;
  return layout;
}
std::string print_without_offset(const Layout& a) {
  Layout copy = a;
  copy.offset = 0;
  return cute::print(copy);
}
std::string print_flat(const Layout& a) {
  Layout copy = a;
  flatten_all(copy);
  return cute::print(copy);
}

// ---- Evaluation

struct SumForXor : U64 {
  [[nodiscard]] Word bit_xor(Word x, Word y) const { return x + y; }
};
Word with_sums(const Layout& a, std::span<const Word> at) {
  return evaluate(SumForXor{}, a, at)[0];
}
Word first_coordinate_twice(const Layout& a, std::span<const Word> at) {
  std::vector<Word> copy(at.begin(), at.end());
  copy.back() = copy.front() % static_cast<Word>(flatten(a.mode).back().size);
  return evaluate(U64{}, a, copy)[0];
}
Word magnitudes_alone(const Layout& a, std::span<const Word> at) {
  Layout copy = a;
  Mode& last = last_leaf(copy.mode);
  last.stride = std::abs(last.stride);
  return evaluate(U64{}, copy, at)[0];
}
Int last_leaf_fastest(const Layout& a, Int index) {
  Layout copy = a;
  auto flat = flatten(a.mode);
  std::ranges::reverse(flat);
  copy.mode = unflatten(flat);
  return IndexFunction(copy)(index);
}
Int wraps_around(const Layout& a, Int index) { return IndexFunction(a)(index % size(a.mode)); }
Result<std::vector<Word>> without_a_check(const Mode& mode, const Coordinate& at) {
  Coordinate copy = at;
  if (copy.items.empty()) copy.index %= static_cast<Word>(size(mode));
  return leaf_coordinates(mode, copy);
}
Result<std::vector<Word>> slowest_first(const Mode& mode, const Coordinate& at) {
  auto found = leaf_coordinates(mode, at);
  if (found) std::ranges::reverse(*found);
  return found;
}
Int size_for_cosize(const Mode& mode) { return size(mode); }
Int last_offset_for_cosize(const Mode& mode) { return cosize(mode) - (size(mode) > 1 ? 1 : 0); }
std::optional<TakenOffsets> counted_with_copies(const Layout& a) {
  auto taken = taken_offsets(a);
  if (taken) taken->count = size(a.mode);
  return taken;
}
std::optional<TakenOffsets> first_free_after_all(const Layout& a) {
  auto taken = taken_offsets(a);
  if (taken) taken->first_free = cosize(a.mode);
  return taken;
}

// ---- The algebra

// Joins modes that begin where the one before ends, whatever its size: 2:1 and 3:3.
Result<Answer> coalesce_greedily(const Layout& a) {
  FlatLayout flat = coalesced(flatten(a.mode));
  for (std::size_t i = 0; i + 1 < flat.size();) {
    if (flat[i].stride != 0 && flat[i + 1].stride == flat[i].stride * (flat[i].size + 1)) {
      flat[i].size *= flat[i + 1].size;
      flat.erase(flat.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    } else {
      ++i;
    }
  }
  return Answer{{a.swizzle, a.offset, unflatten(flat)}, {}};
}
Result<Answer> keep_ones(const Layout& a) {
  return Answer{{a.swizzle, a.offset, unflatten(flatten(a.mode))}, {}};
}
Result<Answer> compose_backwards(const Layout& a, const Layout& b) { return composition(b, a); }
Result<Answer> compose_unchecked(const Layout& a, const Layout& b) {
  return unchecked(composition(a, b));
}
Result<Answer> complement_unchecked(const Layout& a, Int target) {
  return unchecked(complement(a, target));
}
Result<Answer> complement_of_half(const Layout& a, Int target) {
  return unchecked(complement(a, (target + 1) / 2));
}
Result<Answer> complement_of_twice(const Layout& a, Int target) {
  return unchecked(complement(a, 2 * target));
}
Result<Answer> left_inverse_unchecked(const Layout& a) { return unchecked(left_inverse(a)); }
Result<Answer> right_for_left(const Layout& a) { return unchecked(right_inverse(a)); }
Result<Answer> left_for_right(const Layout& a) { return unchecked(left_inverse(a)); }
Result<Answer> right_inverse_of_one(const Layout& a) {
  const auto real = right_inverse(a);
  return real ? Result<Answer>(of_mode(leaf(1, 0))) : real;
}
template <auto Operation, auto Change>
Result<Answer> tiled_with(const Layout& a, const Tiler& tiler) {
  return changed<Change>(Operation(a, tiler));
}
Result<Answer> divide_unchecked(const Layout& a, const Tiler& tiler) {
  return unchecked(logical_divide(a, tiler));
}
Result<Answer> product_unchecked(const Layout& a, const Tiler& tiler) {
  return unchecked(logical_product(a, tiler));
}
Result<Answer> raked_for_blocked(const Layout& a, const Layout& b) { return raked_product(a, b); }
Result<Answer> blocked_for_raked(const Layout& a, const Layout& b) { return blocked_product(a, b); }
Answer flat_for_tiled(Answer logical, const Tiler& tiler, TileOrder order) {
  const auto other = order == TileOrder::kTiled ? TileOrder::kFlat : order;
  return reorder(std::move(logical), tiler, other);
}
Answer rest_first(Answer logical, const Tiler& tiler, TileOrder order) {
  Answer answer = reorder(std::move(logical), tiler, order);
  std::ranges::reverse(answer.layout.mode.modes);
  return answer;
}
Result<Answer> recast_unchecked(const Layout& a, Int old_bits, Int new_bits) {
  return unchecked(recast(a, old_bits, new_bits));
}
Result<Answer> recast_the_other_way(const Layout& a, Int old_bits, Int new_bits) {
  return unchecked(recast(a, new_bits, old_bits));
}
Result<Answer> recast_sizes_alone(const Layout& a, Int old_bits, Int new_bits) {
  auto answer = recast(a, old_bits, new_bits);
  if (!answer || !all_hold(*answer)) return answer;
  Layout copy = a;
  first_leaf(answer->layout.mode).stride = first_leaf(copy.mode).stride;
  return unchecked(std::move(answer));
}

}  // namespace

std::vector<FamilyMutant<Ops>> cute_mutants() {
  constexpr auto kByMode = coalesce_by_mode;
  constexpr auto kCoalesce = static_cast<Result<Answer> (*)(const Layout&)>(coalesce);
  constexpr auto kDivide = logical_divide;
  constexpr auto kProduct = logical_product;
  return {
      {"parsing takes the last stride for 1", {.parse = parse_ignoring_last_stride}, {"C1"}},
      {"printing forgets the offset", {.print = print_without_offset}, {"C1"}},
      {"printing forgets the nesting", {.print = print_flat}, {"C1"}},
      {"a swizzle that adds", {.definition = with_sums}, {"C2"}},
      {"the last leaf has the first one's coordinate",
       {.definition = first_coordinate_twice},
       {"C2"}},
      {"strides without their sign", {.definition = magnitudes_alone}, {"C2"}},
      {"the last leaf fastest", {.at_index = last_leaf_fastest}, {"C3"}},
      {"an index beyond the size wraps around", {.at_index = wraps_around}, {"C3"}},
      {"coordinates beyond the size are taken", {.leaf_coordinates = without_a_check}, {"C4"}},
      {"coordinates of the slowest leaf first", {.leaf_coordinates = slowest_first}, {"C4"}},
      {"the size for the cosize", {.cosize = size_for_cosize}, {"C5"}},
      {"the last offset for the cosize", {.cosize = last_offset_for_cosize}, {"C5"}},
      {"offsets counted with their copies", {.taken_offsets = counted_with_copies}, {"C6"}},
      {"the first free offset after all", {.taken_offsets = first_free_after_all}, {"C6"}},
      {"modes joined over a gap", {.coalesce = coalesce_greedily}, {"C7"}},
      {"modes of size 1 are kept", {.coalesce = keep_ones}, {"C7"}},
      {"coalescing forgets the offset",
       {.coalesce = one_changed<kCoalesce, forget_offset>},
       {"C7"}},
      {"coalescing forgets the swizzle",
       {.coalesce = one_changed<kCoalesce, forget_swizzle>},
       {"C7"}},
      {"modes coalesced across their borders",
       {.coalesce_by_mode = one_changed<kCoalesce, nest_once_more>},
       {"C8"}},
      {"coalescing by mode swaps the modes",
       {.coalesce_by_mode = one_changed<kByMode, reverse_modes>},
       {"C8"}},
      {"filtering leaves copies in", {.filter = one_changed<kCoalesce, nest_once_more>}, {"C9"}},
      {"filtering drops a mode that moves", {.filter = one_changed<filter, drop_last>}, {"C9"}},
      {"a left inverse for a right one", {.right_inverse = left_for_right}, {"C10"}},
      {"a right inverse of one element", {.right_inverse = right_inverse_of_one}, {"C10"}},
      {"a right inverse with its last stride doubled",
       {.right_inverse = one_changed<right_inverse, double_last_stride>},
       {"C10"}},
      {"a right inverse for a left one", {.left_inverse = right_for_left}, {"C11"}},
      {"CuTe's left inverse of what is not injective",
       {.left_inverse = left_inverse_unchecked},
       {"C11"}},
      {"the outer layout first", {.composition = compose_backwards}, {"C12"}},
      {"CuTe's composition where leaves carry", {.composition = compose_unchecked}, {"C12"}},
      {"composition forgets A's offset", {.composition = composed_with<forget_offset>}, {"C12"}},
      {"composition loses B's shape", {.composition = composed_with<flatten_all>}, {"C12"}},
      {"composition with its last stride doubled",
       {.composition = composed_with<double_last_stride>},
       {"C12", "C13"}},
      {"composition turns the swizzle round", {.composition = composed_with<swap_shift>}, {"C12"}},
      {"CuTe's complement of what leaves gaps", {.complement = complement_unchecked}, {"C14"}},
      {"a complement up to half the target", {.complement = complement_of_half}, {"C14"}},
      {"a complement beyond the target", {.complement = complement_of_twice}, {"C14"}},
      {"division without its obligations", {.logical_divide = divide_unchecked}, {"C15"}},
      {"division with tiles first",
       {.logical_divide = tiled_with<kDivide, reverse_modes>},
       {"C15"}},
      {"division that loses half of the tiles",
       {.logical_divide = tiled_with<kDivide, halve_last_size>},
       {"C15"}},
      {"copies that meet", {.logical_product = product_unchecked}, {"C16"}},
      {"copies first", {.logical_product = tiled_with<kProduct, reverse_modes>}, {"C16"}},
      {"a product that drops the block's copies",
       {.logical_product = tiled_with<kProduct, drop_copies>},
       {"C16"}},
      {"raked for blocked", {.blocked_product = raked_for_blocked}, {"C17"}},
      {"blocked for raked", {.raked_product = blocked_for_raked}, {"C17"}},
      {"flat for tiled", {.reorder = flat_for_tiled}, {"C18"}},
      {"the rest first", {.reorder = rest_first}, {"C18"}},
      {"recasting without its obligations", {.recast = recast_unchecked}, {"C19"}},
      {"recasting the other way", {.recast = recast_the_other_way}, {"C19"}},
      {"recasting of the sizes alone", {.recast = recast_sizes_alone}, {"C19"}},
  };
}

}  // namespace tileproof::laws
