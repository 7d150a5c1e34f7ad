#include "checkers/translation/translate.hpp"

#include <algorithm>

#include "checkers/claims/linear_form.hpp"
#include "checkers/claims/stride_form.hpp"
#include "encodings/cute/notation.hpp"
#include "encodings/index_map/triton_instance.hpp"

namespace tileproof {
namespace {

// The layout of other notation, if it is proved to be the same function.
Translation checked(const IndexMap& map,
                    std::string text,
                    const std::vector<Word>& shape,
                    const Limits& limits) {
  auto other = parse_index_map(text, shape);
  TP_CHECK(other.has_value(), "a translation cannot be read: " + text);
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

Translation impossible(std::string why,
                       Counterexample example,
                       const std::function<bool()>& replay) {
  example.text = why;
  return {Refuted::replayed("f2", std::move(example), replay), "", std::move(why)};
}

// f(x) ^ f(y) != f(x ^ y) ^ f(0) for two single bits, or a sum of them, if the layout is not
// linear.
std::optional<Translation> not_linear(const IndexMap& map, const std::string& reason) {
  std::vector<Word> units;
  Word all = 1;
  for (const Axis& axis : map.axes()) {
    for (Word bit = 1; bit < axis.size; bit *= 2) units.push_back(all * bit);
    all *= axis.size;
  }
  const auto value = [&](Word flat) {
    std::vector<Word> point;
    for (const Axis& axis : map.axes()) {
      point.push_back(axis.first + flat % axis.size);
      flat /= axis.size;
    }
    return value_at(map, point).front();
  };
  const Word zero = value(0);
  for (const Word x : units) {
    for (Word y = 0, before = 0; before < units.size(); ++before) {
      y ^= units[before];
      if ((x & y) != 0) continue;
      const auto differs = [&, x, y] { return (value(x) ^ value(y)) != (value(x ^ y) ^ zero); };
      if (!differs()) continue;
      Counterexample example;
      for (const auto& [name, flat] : {std::pair("x", x), std::pair("y", y)}) {
        example.fields.emplace_back(name, flat);
        example.fields.emplace_back(std::string("offset_") + name, value(flat));
      }
      example.fields.emplace_back("offset_of_sum", value(x ^ y));
      return impossible("a Triton layout is linear over GF(2), and this one is not (" + reason +
                            "): points " + std::to_string(x) + " and " + std::to_string(y) +
                            " have offsets " + std::to_string(value(x)) + " and " +
                            std::to_string(value(y)) + ", point " + std::to_string(x ^ y) +
                            " has " + std::to_string(value(x ^ y)),
                        std::move(example),
                        differs);
    }
  }
  return std::nullopt;
}

// The layout that has, at each bit of the offset, the element which is there.
std::string shared_linear_text(const IndexMap& map, const AffineMap& affine) {
  const f2::Solver solver(affine.columns);
  const auto coordinates = coordinates_of(map);
  triton::SharedLinear layout;
  layout.bases.rank = coordinates.size();
  layout.alignment = 16;
  for (std::size_t bit = 0; bit < affine.columns.size(); ++bit) {
    Word flat = *solver.solve(Word{1} << bit);
    triton::Dims basis;
    for (const Coordinate& coordinate : coordinates) {
      basis.push_back(flat % coordinate.size);
      flat /= coordinate.size;
    }
    layout.bases.offsets.push_back(basis);
  }
  return triton::to_string(triton::Layout(layout));
}

Translation to_triton(const IndexMap& map, const Limits& limits) {
  if (map.points() == 1) {
    const std::string why =
        "a shared_linear layout of one element has no bases, which tell its rank";
    return {Unknown{why}, "", why};
  }
  for (const Axis& axis : map.axes()) {
    if (is_power_of_two(axis.size)) continue;
    const std::string why = "the sizes of a Triton layout are powers of two, and '" + axis.name +
                            "' has " + std::to_string(axis.size);
    const Word size = axis.size;
    Counterexample example;
    example.fields.emplace_back(axis.name, size);
    return impossible(why, std::move(example), [size] { return !is_power_of_two(size); });
  }
  const LinearForm linear = linear_form(map);
  if (!linear.map) {
    if (auto answer = not_linear(map, linear.reason)) return *std::move(answer);
    const std::string why = "the layout was not shown to be linear: " + linear.reason;
    return {Unknown{why}, "", why};
  }
  if (linear.map->constant != 0) {
    const std::string why = "the first element of a Triton layout is at offset 0, and here at " +
                            std::to_string(linear.map->constant);
    const std::vector<Word> first(map.axes().size(), 0);
    return impossible(why, {}, [&] { return value_at(map, first).front() != 0; });
  }
  const Claim bijective = Bijective{map};
  const Verdict verdict = prove(bijective, limits);
  if (const auto* refuted = std::get_if<Refuted>(&verdict)) {
    const std::string why =
        "a shared_linear layout is bijective, and here " + refuted->counterexample().text;
    return {verdict, "", why};
  }
  if (const auto* unknown = std::get_if<Unknown>(&verdict)) return {verdict, "", unknown->reason};
  std::vector<Word> shape;
  for (const Coordinate& coordinate : coordinates_of(map)) shape.push_back(coordinate.size);
  return checked(map, shared_linear_text(map, *linear.map), shape, limits);
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
