#include "encodings/modular/decisions.hpp"

#include <algorithm>
#include <unordered_map>

#include "encodings/modular/parts.hpp"

namespace tileproof::modular {
namespace {

constexpr unsigned kSmallestBits = 16;

bool has_value(const Layout& layout, Word index, Word element) {
  return layout.group().pack(layout.value_at(index)) == element;
}

// Requires: the layout is not surjective and has at most kSmallestBits bits.
Word smallest_missing(const Layout& layout) {
  const Group& group = layout.group();
  std::vector<bool> is_reached((std::size_t{1} << layout.total_in_bits()) + 1, false);
  visit_sums(group, layout.columns(), [&](Word, Word sum) {
    const Word number = group.number(sum);
    if (number < is_reached.size()) is_reached[static_cast<std::size_t>(number)] = true;
    return true;
  });
  const auto at = std::find(is_reached.begin(), is_reached.end(), false);
  return group.element(static_cast<Word>(at - is_reached.begin()));
}

// Requires: the layout is not injective and has at most kSmallestBits bits.
Collision smallest_collision(const Layout& layout) {
  std::unordered_map<Word, Word> index_of;
  Collision collision{0, 0};
  visit_sums(layout.group(), layout.columns(), [&](Word index, Word sum) {
    const auto [at, is_new] = index_of.try_emplace(sum, index);
    if (!is_new) collision = {at->second, index};
    return is_new;
  });
  return collision;
}

Decision<std::vector<Word>> missing(const Layout& layout, std::string reason, Word element) {
  if (layout.total_in_bits() <= kSmallestBits) {
    element = smallest_missing(layout);
  }
  return Decision<std::vector<Word>>::no(std::move(reason), layout.group().unpack(element));
}

Decision<Collision> collides(const Layout& layout, std::string reason, Collision collision) {
  if (layout.total_in_bits() <= kSmallestBits) collision = smallest_collision(layout);
  TP_CHECK(collision.first < collision.second &&
               layout.value_at(collision.first) == layout.value_at(collision.second),
           "two indices that do not have the same value");
  return Decision<Collision>::no(std::move(reason), collision);
}

}  // namespace

Decision<std::vector<Word>> is_surjective(const Layout& layout) {
  using D = Decision<std::vector<Word>>;
  const Parts parts(layout.group(), layout.columns());
  std::optional<D> no_witness;
  std::optional<D> open;
  std::string how = "the rank of the bases";
  for (const auto& part : parts.parts()) {
    const auto in_part = covers(part.sums);
    if (in_part.is_no() && in_part.witness) {
      return missing(layout, in_part.reason, parts.lift(part, *in_part.witness));
    }
    if (in_part.is_no()) no_witness = D::no(in_part.reason);
    if (in_part.status == Status::kUndecided) open = D::undecided(in_part.reason);
    how = in_part.reason;
  }
  if (no_witness) return *no_witness;
  return open ? *open : D::yes(how);
}

Decision<Collision> is_injective(const Layout& layout) {
  using D = Decision<Collision>;
  const Parts parts(layout.group(), layout.columns());
  if (const auto collision = parts.spanning_collision()) {
    return collides(layout, "bases of XOR coordinates depend on each other", *collision);
  }
  std::optional<D> no_witness;
  std::optional<D> open;
  std::string how = "the rank of the bases";
  for (const auto& part : parts.parts()) {
    const auto in_part = distinct(part.sums);
    if (in_part.is_no() && in_part.witness) {
      const auto [first, second] = *in_part.witness;
      const Collision spread{Parts::spread(part, first), Parts::spread(part, second)};
      return collides(layout, in_part.reason, parts.complete(spread));
    }
    if (in_part.is_no()) no_witness = in_part;
    if (in_part.status == Status::kUndecided) open = in_part;
    how = in_part.reason;
  }
  if (no_witness) return *no_witness;
  return open ? *open : D::yes(how);
}

Result<Decision<Word>> find_index(const Layout& layout, std::span<const Word> value) {
  const auto outs = layout.out_dims();
  if (value.size() != outs.size()) {
    return Error{ErrorCode::kInvalid,
                 "a value of " + std::to_string(value.size()) + " coordinates for " +
                     std::to_string(outs.size()) + " out-dims"};
  }
  for (std::size_t i = 0; i < outs.size(); ++i) {
    if (value[i] >= outs[i].size) {
      return Error{ErrorCode::kInvalid,
                   "the coordinate " + std::to_string(value[i]) + " in out-dim " +
                       outs[i].name.quoted() + " of size " + std::to_string(outs[i].size)};
    }
  }
  const Word element = layout.group().pack(value);
  auto found = Parts(layout.group(), layout.columns()).find(element);
  TP_CHECK(!found.is_yes() || has_value(layout, *found.witness, element),
           "an index that does not have the value");
  return found;
}

}  // namespace tileproof::modular
