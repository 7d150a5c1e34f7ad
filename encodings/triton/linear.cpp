#include "encodings/triton/linear.hpp"

#include <algorithm>

#include "encodings/triton/attribute_text.hpp"
#include "encodings/triton/dictionary.hpp"

namespace tileproof::triton {
namespace {

struct NamedList {
  Name name;
  const char* key;
  const std::vector<Dims>* bases;
};

std::array<NamedList, 4> lists(const Linear& e) {
  return {{{kRegister, "register", &e.registers},
           {kLane, "lane", &e.lanes},
           {kWarp, "warp", &e.warps},
           {kBlock, "block", &e.blocks}}};
}

Error too_large(const std::string& dims) {
  return {ErrorCode::kOverflow,
          "product of the " + dims + "' sizes exceeds 2^" + std::to_string(kMaxIndexBits)};
}

const char* mnemonic(const Linear& e) { return e.is_generic ? "generic_linear" : "linear"; }

}  // namespace

Shape Linear::own_shape() const {
  Shape shape(rank, 0);
  for (const auto& list : lists(*this)) {
    for (const Dims& basis : *list.bases) {
      for (std::size_t d = 0; d < rank; ++d) shape[d] |= basis[d];
    }
  }
  for (Word& size : shape) size = Word{1} << std::bit_width(size);
  return shape;
}

std::vector<std::size_t> Linear::kept_registers(const Shape& shape) const {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < registers.size(); ++i) {
    bool stays = true;
    for (std::size_t d = 0; d < rank; ++d) stays = stays && registers[i][d] < shape[d];
    if (stays) kept.push_back(i);
  }
  return kept;
}

Dims Linear::repeat_order() const {
  Dims order;
  const auto add = [&](Word d) {
    if (std::find(order.begin(), order.end(), d) == order.end()) order.push_back(d);
  };
  for (const Dims& basis : registers) {
    const auto moved = std::find_if(basis.begin(), basis.end(), [](Word v) { return v != 0; });
    if (moved != basis.end()) add(static_cast<Word>(moved - basis.begin()));
  }
  for (std::size_t d = rank; d > 0; --d) add(d - 1);
  return order;
}

std::optional<Error> check(const Linear& e) {
  for (const auto& [name, key, bases] : lists(e)) {
    for (const Dims& basis : *bases) {
      if (basis.size() != e.rank) {
        return Error{ErrorCode::kInvalid,
                     std::string(mnemonic(e)) + " basis " + list_text(basis) + " of " + key +
                         " does not have the rank " + std::to_string(e.rank) + " of the others"};
      }
      const auto moves = std::count_if(basis.begin(), basis.end(), [](Word v) { return v != 0; });
      if (moves > 1 && !(e.is_generic && name == kWarp)) {
        return Error{ErrorCode::kInvalid,
                     std::string(mnemonic(e)) + " basis " + list_text(basis) + " of " + key +
                         " moves along several dimensions"};
      }
    }
  }
  const auto own = own_layout(e);
  if (!own) return own.error();
  return std::nullopt;
}

Result<LinearLayout> own_layout(const Linear& e) {
  const Shape own = e.own_shape();
  boost::container::small_vector<OutDim, 8> outs;
  for (std::size_t d = 0; d < e.rank; ++d) {
    outs.push_back({Name::dim(static_cast<unsigned>(d)), own[d]});
  }
  unsigned out_bits = 0;
  for (const OutDim& out : outs) out_bits += out.bits();
  if (out_bits > kMaxIndexBits) return too_large("out-dims");
  boost::container::small_vector<InDim, 4> ins;
  boost::container::small_vector<Word, 24> bases;
  for (const auto& [name, key, list] : lists(e)) {
    for (const Dims& basis : *list) {
      Word fields = 0;
      unsigned shift = 0;
      for (std::size_t d = 0; d < e.rank; ++d) {
        fields |= basis[d] << shift;
        shift += outs[d].bits();
      }
      bases.push_back(fields);
    }
    ins.push_back({name, static_cast<unsigned>(list->size())});
  }
  if (bases.size() > kMaxIndexBits) return too_large("in-dims");
  return LinearLayout::from_fields(
      {ins.data(), ins.size()}, {outs.data(), outs.size()}, {bases.data(), bases.size()});
}

Result<LinearLayout> to_linear(const Linear& e, const Shape& shape) {
  const Shape own = e.own_shape();
  boost::container::small_vector<InDim, 4> ins;
  boost::container::small_vector<OutDim, 8> outs;
  boost::container::small_vector<Word, 24> bases;
  boost::container::small_vector<unsigned, 8> shifts;
  unsigned shift = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    outs.push_back({Name::dim(static_cast<unsigned>(d)), shape[d]});
    shifts.push_back(shift);
    shift += log2_exact(shape[d]);
  }
  for (const auto& [name, key, list] : lists(e)) {
    const auto before = bases.size();
    for (const Dims& basis : *list) {
      Word fields = 0;
      bool leaves = false;
      for (std::size_t d = 0; d < shape.size(); ++d) {
        if (basis[d] >= shape[d] && basis[d] != 0) {
          if (!is_power_of_two(basis[d])) {
            return Error{ErrorCode::kUnsupported,
                         std::string(mnemonic(e)) + " basis " + list_text(basis) +
                             " is no power of two and cannot be cut to the shape " +
                             to_string(shape)};
          }
          leaves = true;
        } else {
          fields |= basis[d] << shifts[d];
        }
      }
      if (!(leaves && name == kRegister)) bases.push_back(fields);
    }
    if (name == kRegister) {
      for (const Word d : e.repeat_order()) {
        for (Word at = own[d]; at < shape[d]; at *= 2) bases.push_back(at << shifts[d]);
      }
    }
    ins.push_back({name, static_cast<unsigned>(bases.size() - before)});
  }
  if (bases.size() > kMaxIndexBits) {
    return Error{ErrorCode::kOverflow, "the layout has more than 2^62 places"};
  }
  return LinearLayout::from_fields(
      {ins.data(), ins.size()}, {outs.data(), outs.size()}, {bases.data(), bases.size()});
}

bool parse(mlir::Cursor& cursor, Linear& e) {
  if (!cursor.expect('<')) return false;
  Dictionary dictionary(cursor, mnemonic(e));
  const Key keys[] = {{"register", &e.registers, kRequired},
                      {"lane", &e.lanes, kRequired},
                      {"warp", &e.warps, kRequired},
                      {"block", &e.blocks, kRequired}};
  if (!dictionary.read(keys)) return false;
  for (const auto& list : lists(e)) {
    if (e.rank == 0 && !list.bases->empty()) e.rank = list.bases->front().size();
  }
  if (e.rank == 0) {
    return cursor.fail(ErrorCode::kInvalid,
                       std::string(mnemonic(e)) + " without any basis has no rank");
  }
  return cursor.expect('>');
}

void print(std::string& text, const Linear& e) {
  std::string_view before = "<{";
  for (const auto& [name, key, bases] : lists(e)) {
    append(text, before, key, " = ", *bases);
    before = ", ";
  }
  text += "}>";
}

}  // namespace tileproof::triton
