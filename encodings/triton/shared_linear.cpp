#include "encodings/triton/shared_linear.hpp"

#include "encodings/triton/attribute_text.hpp"
#include "encodings/triton/dictionary.hpp"

namespace tileproof::triton {

Shape MemoryBases::own_shape() const {
  Shape shape(rank, 0);
  for (const auto* list : {&offsets, &blocks}) {
    for (const Dims& basis : *list) {
      for (std::size_t d = 0; d < rank; ++d) shape[d] |= basis[d];
    }
  }
  for (Word& size : shape) size = Word{1} << std::bit_width(size);
  return shape;
}

Result<LinearLayout> MemoryBases::layout() const {
  std::vector<NamedBases> ins{{kOffset, {}}, {kBlock, {}}};
  for (const Dims& basis : offsets) ins[0].bases.emplace_back(basis.begin(), basis.end());
  for (const Dims& basis : blocks) ins[1].bases.emplace_back(basis.begin(), basis.end());
  std::vector<OutDim> outs;
  const Shape own = own_shape();
  for (std::size_t d = 0; d < rank; ++d)
    outs.push_back({Name::dim(static_cast<unsigned>(d)), own[d]});
  return LinearLayout::make(ins, outs);
}

std::optional<Error> check(const MemoryBases& bases, std::string_view mnemonic) {
  for (const auto* list : {&bases.offsets, &bases.blocks}) {
    for (const Dims& basis : *list) {
      if (basis.size() != bases.rank) {
        return Error{ErrorCode::kInvalid,
                     std::string(mnemonic) + " basis " + list_text(basis) +
                         " does not have the rank " + std::to_string(bases.rank) +
                         " of the others"};
      }
    }
  }
  const auto layout = bases.layout();
  if (!layout) return layout.error();
  return std::nullopt;
}

std::optional<Error> check_own_shape(const MemoryBases& bases,
                                     const Shape& shape,
                                     std::string_view mnemonic) {
  const Shape own = bases.own_shape();
  if (own == shape) return std::nullopt;
  return Error{ErrorCode::kShape,
               std::string(mnemonic) + " spans the shape " + to_string(own) +
                   " and cannot describe " + to_string(shape)};
}

void print(std::string& text, const MemoryBases& bases, bool always_block) {
  append(text, "offset = ", bases.offsets);
  if (always_block || !bases.blocks.empty()) append(text, ", block = ", bases.blocks);
}

// Without layout(), whose names and texts take longer than the solution: this is asked for each
// time that a definition runs.
boost::container::small_vector<Word, 24> places_of_bits(const MemoryBases& bases) {
  const Shape own = bases.own_shape();
  boost::container::small_vector<unsigned, 6> shifts = {0};  // of each coordinate in a word of all
  for (const Word size : own) shifts.push_back(shifts.back() + log2_exact(size));
  TP_CHECK(shifts.back() <= kMaxIndexBits, "bases were not checked");
  boost::container::small_vector<Word, 24> columns;
  for (const auto* list : {&bases.offsets, &bases.blocks}) {
    for (const Dims& basis : *list) {
      Word& column = columns.emplace_back(0);
      for (std::size_t d = 0; d < bases.rank; ++d) column |= basis[d] << shifts[d];
    }
  }
  const f2::Solver solver({columns.data(), columns.size()});
  boost::container::small_vector<Word, 24> places;
  for (unsigned bit = 0; bit < shifts.back(); ++bit) {
    const auto at = solver.solve(Word{1} << bit);
    TP_CHECK(at.has_value(), "place() of a layout that does not reach all elements");
    places.push_back(*at);
  }
  return places;
}

std::optional<Error> check(const SharedLinear& e) {
  if (!is_power_of_two(e.alignment)) {
    return Error{
        ErrorCode::kInvalid,
        "alignment must be a positive power of two, but is " + std::to_string(e.alignment)};
  }
  return check(e.bases, "shared_linear");
}

Result<LinearLayout> to_linear(const SharedLinear& e, const Shape& shape) {
  if (const auto error = check_own_shape(e.bases, shape, "shared_linear")) return *error;
  return e.bases.layout();
}

bool parse(mlir::Cursor& cursor, SharedLinear& e) {
  if (!cursor.expect('<')) return false;
  Dictionary dictionary(cursor, "shared_linear");
  const Key keys[] = {{"offset", &e.bases.offsets, kRequired}, {"block", &e.bases.blocks}};
  if (!dictionary.read(keys) || !cursor.expect(',')) return false;
  if (cursor.identifier() != "alignment") {
    return cursor.fail(ErrorCode::kSyntax, "expected 'alignment' after shared_linear's bases");
  }
  if (!cursor.expect('=') || !read_parameter(cursor, e.alignment)) return false;
  for (const auto* list : {&e.bases.offsets, &e.bases.blocks}) {
    if (e.bases.rank == 0 && !list->empty()) e.bases.rank = list->front().size();
  }
  if (e.bases.rank == 0) {
    return cursor.fail(ErrorCode::kInvalid, "shared_linear without any basis has no rank");
  }
  return cursor.expect('>');
}

void print(std::string& text, const SharedLinear& e) {
  text += "<{";
  print(text, e.bases, false);
  append(text, "}, alignment = ", e.alignment, ">");
}

}  // namespace tileproof::triton
