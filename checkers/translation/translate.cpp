#include "checkers/translation/translate.hpp"

#include <algorithm>

#include "checkers/engines/decide.hpp"
#include "checkers/engines/stride_form.hpp"
#include "encodings/cute/notation.hpp"
#include "encodings/index_map/linear_form.hpp"
#include "encodings/index_map/triton_instance.hpp"

namespace tileproof {
namespace {

// The layout of other notation, if it is proved to be the same function.
Translation checked(const IndexMap& map,
                    std::string text,
                    const std::vector<Word>& shape,
                    const Limits& limits) {
  auto other = parse_index_map(text, shape);
  if (!other) {
    // A number beyond the other notation's, or too many dimensions.
    const std::string why = "it would be " + text + ": " + other.error().message;
    return {Unknown{why}, "", why};
  }
  auto claim = make_equal(map, *std::move(other));
  TP_CHECK(claim.has_value(), "a translation has another shape: " + text);
  Verdict verdict = prove(*claim, limits);
  TP_CHECK(!is_refuted(verdict), "a translation is wrong: " + text);
  const bool is_known = is_proved(verdict);
  return {std::move(verdict),
          is_known ? std::move(text) : "",
          is_known ? "" : "equality was not proved"};
}

// The inputs that are one coordinate of a tensor: CuTe's leaves mode1.0 and mode1.1 are
// both in mode1.
struct Coordinate {
  std::size_t first_axis = 0;
  std::size_t axes = 0;
  Word size = 1;
};

std::vector<Coordinate> coordinates_of(const IndexMap& map) {
  const bool has_modes = map.as<cute::Layout>() != nullptr;
  std::vector<Coordinate> list;
  std::string last;
  for (std::size_t i = 0; i < map.axes().size(); ++i) {
    const std::string& name = map.axes()[i].name;
    const std::string mode = has_modes ? name.substr(0, name.find('.')) : name;
    if (list.empty() || mode != last) list.push_back({i, 0, 1});
    last = mode;
    ++list.back().axes;
    list.back().size *= map.axes()[i].size;
  }
  return list;
}

// ---- To CuTe

cute::Mode as_mode(std::vector<cute::Mode> leaves) {
  return leaves.size() == 1 ? leaves.front() : cute::tuple(std::move(leaves));
}

// One leaf for each run of bits whose strides double.
cute::Mode mode_of_bits(const std::vector<std::int64_t>& strides) {
  std::vector<cute::Mode> leaves;
  for (const std::int64_t stride : strides) {
    if (!leaves.empty() && leaves.back().stride * leaves.back().size == stride) {
      leaves.back().size *= 2;
    } else {
      leaves.push_back(cute::leaf(2, stride));
    }
  }
  if (leaves.empty()) leaves.push_back(cute::leaf(1, 0));
  return as_mode(std::move(leaves));
}

// The shape of the map with a stride for each input bit or digit.
cute::Mode mode_of(const IndexMap& map,
                   const StrideForm& form,
                   const std::vector<std::int64_t>& bit_strides,
                   const std::vector<std::int64_t>& digit_strides) {
  std::vector<cute::Mode> modes;
  for (const Coordinate& coordinate : coordinates_of(map)) {
    std::vector<cute::Mode> parts;
    for (std::size_t i = coordinate.first_axis; i < coordinate.first_axis + coordinate.axes; ++i) {
      const Word size = map.axes()[i].size;
      if (form.bits_of(i) > 0 || size == 1) {
        const auto first = bit_strides.begin() + form.first_bit[i];
        parts.push_back(mode_of_bits({first, first + form.bits_of(i)}));
      } else {
        parts.push_back(cute::leaf(static_cast<cute::Int>(size), digit_strides[i]));
      }
    }
    modes.push_back(as_mode(std::move(parts)));
  }
  return as_mode(std::move(modes));
}

// A sum of strides in which each input bit has one of its own.
std::optional<cute::Layout> plain_cute(const IndexMap& map, const StrideForm& form) {
  std::vector<std::int64_t> bits(form.bits, 0);
  std::vector<std::int64_t> digits(map.axes().size(), 0);
  for (const auto& term : form.sum.terms()) {
    if (term.parity == 0) {
      digits[term.digit] = term.coefficient;
    } else if (is_power_of_two(term.parity)) {
      bits[log2_exact(term.parity)] = term.coefficient;
    } else {
      return std::nullopt;
    }
  }
  return cute::Layout{{}, form.sum.constant(), mode_of(map, form, bits, digits)};
}

// The swizzle that makes every column a single bit, each another one.  It is its own inverse.
std::optional<cute::Swizzle> untangling(const AffineMap& affine) {
  Word all = affine.constant;
  for (const Word column : affine.columns) all |= column;
  const auto width = static_cast<int>(std::bit_width(all));
  const auto untangles = [&](const cute::Swizzle& swizzle) {
    Word taken = cute::apply(U64{}, swizzle, affine.constant);
    for (const Word column : affine.columns) {
      const Word bit = cute::apply(U64{}, swizzle, column);
      if (bit != 0 && (!is_power_of_two(bit) || (taken & bit) != 0)) return false;
      taken |= bit;
    }
    return true;
  };
  for (int bits = 1; bits < width; ++bits) {
    for (int distance = bits; distance < width; ++distance) {
      for (int base = 0; base + bits + distance <= width; ++base) {
        for (const int shift : {distance, -distance}) {
          const cute::Swizzle swizzle{
              static_cast<unsigned>(bits), static_cast<unsigned>(base), shift};
          if (!cute::check(swizzle) && untangles(swizzle)) return swizzle;
        }
      }
    }
  }
  return std::nullopt;
}

Translation to_cute(const IndexMap& map, const Limits& limits) {
  if (const auto* own = map.as<cute::Layout>()) return checked(map, cute::print(*own), {}, limits);
  const Question small{"within", Below{map, {Word{1} << 63}}};
  if (!map.out_axes()[0].is_signed && !is_yes(decide(small, limits).answer)) {
    const std::string why = "CuTe's offsets are below 2^63, which these were not shown to be";
    return {Unknown{why}, "", why};
  }
  const StrideForm strides = stride_form(map);
  if (strides.sum.is_affine()) {
    if (const auto plain = plain_cute(map, strides)) {
      return checked(map, cute::print(*plain), {}, limits);
    }
  }
  const LinearForm linear = linear_form(map);
  if (!linear.map) {
    const std::string& why = strides.sum.is_affine() ? linear.reason : strides.sum.reason();
    return {Unknown{"no form in CuTe was found: " + why}, "", why};
  }
  const auto swizzle = untangling(*linear.map);
  if (!swizzle) {
    const std::string why =
        "the layout is linear over GF(2), but no Swizzle<B,M,S> makes it a sum "
        "of strides";
    return {Unknown{why}, "", why};
  }
  std::vector<std::int64_t> bits;
  for (const Word column : linear.map->columns) {
    bits.push_back(static_cast<std::int64_t>(cute::apply(U64{}, *swizzle, column)));
  }
  const auto offset = static_cast<cute::Int>(cute::apply(U64{}, *swizzle, linear.map->constant));
  StrideForm form;
  stride_inputs(map, form);
  const cute::Layout layout{swizzle, offset, mode_of(map, form, bits, {})};
  return checked(map, cute::print(layout), {}, limits);
}

// ---- To Triton

// The element's coordinates that one bit of the flat input moves.
triton::Dims basis_of(const std::vector<Coordinate>& coordinates, Word flat) {
  triton::Dims basis;
  for (const Coordinate& coordinate : coordinates) {
    basis.push_back(flat % coordinate.size);
    flat /= coordinate.size;
  }
  return basis;
}

// A text, or why there is none in a family.
struct Attempt {
  std::string text;
  std::string why_not;
};

// The layout that has, at each bit of the offset, the element which is there.
Attempt as_shared_linear(const IndexMap& map) {
  const LinearForm linear = linear_form(map);
  if (!linear.map) return {"", "it was not shown to be linear: " + linear.reason};
  const f2::Solver solver(linear.map->columns);
  const auto coordinates = coordinates_of(map);
  triton::SharedLinear layout;
  layout.bases.rank = coordinates.size();
  layout.alignment = 16;
  for (std::size_t bit = 0; bit < linear.map->columns.size(); ++bit) {
    const auto flat = solver.solve(Word{1} << bit);
    if (!flat) return {"", "no element is at offset " + std::to_string(Word{1} << bit)};
    layout.bases.offsets.push_back(basis_of(coordinates, *flat));
  }
  return {triton::to_string(triton::Layout(layout)), ""};
}

// Bits of the coordinates in the order of their strides: the one at place p of the offset without
// gaps has stride 2^p and the gaps below, which is twice the stride before and the gap after every
// 2^p elements.  So the strides tell the gaps.
Attempt as_padded_shared(const IndexMap& map) {
  const StrideForm form = stride_form(map);
  if (!form.sum.is_affine()) return {"", "it was not shown to be a sum: " + form.sum.reason()};
  std::vector<std::pair<std::int64_t, unsigned>> bits;
  for (const auto& term : form.sum.terms()) {
    if (!is_power_of_two(term.parity)) return {"", "a stride belongs to several bits"};
    bits.emplace_back(term.coefficient, log2_exact(term.parity));
  }
  if (bits.size() != form.bits) return {"", "a bit of a coordinate has no stride"};
  std::sort(bits.begin(), bits.end());
  const auto coordinates = coordinates_of(map);
  triton::PaddedShared layout;
  layout.bases.rank = coordinates.size();
  Word least = 1;  // the stride without a gap here
  for (std::size_t place = 0; place < bits.size(); ++place) {
    const auto [stride, bit] = bits[place];
    if (stride < 0 || static_cast<Word>(stride) < least) {
      return {"", "stride " + std::to_string(stride) + " is below " + std::to_string(least)};
    }
    const Word gap = static_cast<Word>(stride) - least;
    if (gap > 0 && !is_power_of_two(gap)) {
      return {"",
              "after every " + std::to_string(Word{1} << place) + " elements there would be " +
                  std::to_string(gap) + " unused ones, no power of two"};
    }
    if (gap > 0) layout.paddings.push_back({Word{1} << place, gap});
    layout.bases.offsets.push_back(basis_of(coordinates, Word{1} << bit));
    least = 2 * static_cast<Word>(stride);
  }
  return {triton::to_string(triton::Layout(layout)), ""};
}

// What holds of every Triton layout that gives an offset, whatever its family: the rule of its
// shape, and that the first element is at offset 0.
std::optional<Translation> refuted(const IndexMap& map, const Limits& limits) {
  const auto impossible = [](const std::string& why, Counterexample example, const auto& replay) {
    example.text = why;
    return Translation{Refuted::replayed("enumerate", std::move(example), replay), "", why};
  };
  IndexMap first = map;
  for (std::size_t i = 0; i < map.axes().size(); ++i) {
    const std::string& name = map.axes()[i].name;
    const Word size = map.axes()[i].size;
    const auto breaks_rule = [shape = triton::Shape{size}] {
      const auto error = triton::check_shape(shape, 1, "a translation");
      return error && error->code == ErrorCode::kShape;
    };
    if (breaks_rule()) {
      return impossible("the sizes of a Triton layout are powers of two, and '" + name + "' has " +
                            std::to_string(size),
                        {"", {{name, size}}},
                        breaks_rule);
    }
    first = first.first_of(i, 1);
  }
  const Decision decision = by_all_engines(limits)({"first at 0", Below{first, {1}}});
  const auto* broken = std::get_if<Broken>(&decision.answer);
  if (broken == nullptr) return std::nullopt;
  const auto offset = [&] { return value_at(map, reversed(broken->at)).front(); };
  return impossible("the first element of a Triton layout is at offset 0, and here at " +
                        std::to_string(static_cast<std::int64_t>(offset())),
                    {},
                    [&] { return offset() != 0; });
}

// The inputs as a tensor's coordinates, in Triton's order; those that are not called so become
// them in their own.
IndexMap over_coordinates(const IndexMap& map) {
  if (map.as<cute::Layout>() != nullptr) return map;
  const std::size_t rank = map.axes().size();
  std::vector<Axis> axes(map.axes().begin(), map.axes().end());
  std::vector<std::string> written;
  for (const Axis& axis : axes) written.push_back(axis.name);
  if (const auto places = as_coordinates(written)) {
    for (std::size_t i = 0; i < rank; ++i) axes[(*places)[i]] = map.axes()[i];
  }
  std::vector<std::string> names;
  for (std::size_t d = 0; d < rank; ++d) names.push_back(coordinate_name(d, rank));
  return map.over(std::move(axes)).with_names(std::move(names), {map.out_axes()[0].name});
}

Translation to_triton(const IndexMap& written, const Limits& limits) {
  if (const auto* own = written.as<triton::Instance>()) {
    const std::vector<Word> shape(own->shape().begin(), own->shape().end());
    return checked(written, triton::to_string(own->layout()), shape, limits);
  }
  if (auto answer = refuted(written, limits)) return *std::move(answer);
  if (written.points() == 1) {
    const std::string why = "a layout of one element has no bases, which tell its rank";
    return {Unknown{why}, "", why};
  }
  const IndexMap map = over_coordinates(written);
  std::vector<Word> shape;
  for (const Coordinate& coordinate : coordinates_of(map)) shape.push_back(coordinate.size);
  const Attempt linear = as_shared_linear(map);
  if (linear.why_not.empty()) return checked(map, linear.text, shape, limits);
  const Attempt padded = as_padded_shared(map);
  if (padded.why_not.empty()) return checked(map, padded.text, shape, limits);
  const std::string why =
      "no shared_linear layout, " + linear.why_not + "; no padded_shared layout, " + padded.why_not;
  return {Unknown{why}, "", why};
}

}  // namespace

Result<Translation> translate(const IndexMap& map, Notation to, const Limits& limits) {
  if (!map.gives_offset() || map.out_axes().size() != 1) {
    return Error{ErrorCode::kUsage, "only layouts that give one offset are translated"};
  }
  if (map.has_parameters()) {
    return Error{ErrorCode::kUsage, "layouts with parameters are not translated"};
  }
  if (map.axes().empty()) return Error{ErrorCode::kUsage, "a layout without inputs"};
  return to == Notation::kCute ? to_cute(map, limits) : to_triton(map, limits);
}

}  // namespace tileproof
