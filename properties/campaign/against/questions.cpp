#include "properties/campaign/against/questions.hpp"

#include "encodings/cute/layout.hpp"
#include "encodings/cute/notation.hpp"
#include "properties/cute/generators.hpp"
#include "properties/draw.hpp"
#include "properties/generators.hpp"
#include "properties/triton_generators.hpp"

namespace tileproof::campaign {
namespace {

using gen::Source;
using requests::Json;

// Six bits are enough for all that the algebra tells apart.
constexpr gen::Bounds kBounds{6};

Json linear_form(Source& source) {
  const gen::TritonSubject subject = gen::any_triton_layout(source);
  return {{"op", "linear_layout"},
          {"attr", triton::to_string(*subject.layout)},
          {"shape", Json(std::vector<Word>(subject.shape.begin(), subject.shape.end()))}};
}

Json algebra(const char* name, const LinearLayout& a) {
  return {{"op", "algebra"}, {"name", name}, {"a", requests::to_json(a)}};
}

Json algebra(const char* name, const LinearLayout& a, const LinearLayout& b) {
  Json request = algebra(name, a);
  request["b"] = requests::to_json(b);
  return request;
}

Json flags(Source& source) { return algebra("flags", gen::any_layout(source, kBounds)); }

Json apply(Source& source) {
  const LinearLayout a = gen::any_layout(source, kBounds);
  Json request = algebra("apply", a);
  std::vector<NamedValue> ins;
  for (const InDim& in : a.in_dims()) ins.emplace_back(in.name, gen::word(source, in.bits));
  request["ins"] = requests::to_json(ins);
  return request;
}

Json compose(Source& source) {
  const auto [f, g, h] = gen::composable(source, kBounds);
  return algebra("compose", f, g);
}

Json invert(Source& source) { return algebra("invert", gen::invertible_layout(source, kBounds)); }

Json pseudoinvert(Source& source) {
  return algebra("pseudoinvert", gen::surjective_layout(source, kBounds));
}

Json invert_and_compose(Source& source) {
  const auto [a, b] = gen::convertible(source, kBounds);
  return algebra("invert_and_compose", a, b);
}

Json multiply(Source& source) {
  const auto [a, b, c] = gen::factors(source, kBounds);
  return algebra("mul", a, b);
}

Json cute(const char* name, const cute::Layout& a) {
  return {{"op", "cute"}, {"name", name}, {"a", cute::print(a)}};
}

Json cute_of_two(const char* name, const cute::Layout& a, const std::string& b) {
  Json request = cute(name, a);
  request["b"] = b;
  return request;
}

Json coalesce(Source& source) { return cute("coalesce", cute::draw_layout(source, 6)); }
Json right_inverse(Source& source) { return cute("right_inverse", cute::draw_layout(source, 6)); }
Json left_inverse(Source& source) { return cute("left_inverse", cute::draw_layout(source, 6)); }

Json complement(Source& source) {
  Json request = cute("complement", cute::draw_layout(source, 4));
  request["b"] = 1 + source.below(60);
  return request;
}

// Half of the time b takes every n-th element.
cute::Layout draw_steps(Source& source, cute::Int most, cute::Int most_step) {
  const cute::Int count = 1 + cute::draw_below(source, most);
  const cute::Int step = 1 + cute::draw_below(source, most_step);
  return {std::nullopt, 0, cute::leaf(count, step)};
}

Json composition(Source& source) {
  const cute::Layout a = cute::draw_layout(source, 5);
  const bool is_any = source.one_in(2);
  const cute::Layout b =
      is_any ? cute::draw_layout(source, 5) : draw_steps(source, cute::size(a.mode), 4);
  return cute_of_two("composition", a, cute::print(b));
}

template <const char* const* Name>
Json divide(Source& source) {
  const cute::Layout a = cute::draw_layout(source, 8);
  const bool is_any = source.one_in(2);
  const cute::Layout b = is_any ? cute::draw_layout(source, 4) : draw_steps(source, 4, 3);
  return cute_of_two(*Name, a, cute::print(b));
}

template <const char* const* Name>
Json product(Source& source) {
  const cute::Layout a = cute::draw_layout(source, 5);
  const cute::Layout b = cute::draw_layout(source, 4);
  return cute_of_two(*Name, a, cute::print(b));
}

constexpr const char* kLogicalDivide = "logical_divide";
constexpr const char* kZippedDivide = "zipped_divide";
constexpr const char* kTiledDivide = "tiled_divide";
constexpr const char* kLogicalProduct = "logical_product";
constexpr const char* kZippedProduct = "zipped_product";
constexpr const char* kTiledProduct = "tiled_product";

constexpr Question kQuestions[] = {
    {"Q1",
     "LinearForm",
     "linear_layout",
     "The linear form of an encoding on a tensor",
     linear_form},
    {"Q2", "Flags", "algebra", "Whether a layout is injective, surjective, invertible", flags},
    {"Q3", "Apply", "algebra", "The value of a layout at a place", apply},
    {"Q4", "Compose", "algebra", "The composition of two layouts", compose},
    {"Q5", "Invert", "algebra", "The inverse of a layout", invert},
    {"Q6", "Pseudoinvert", "algebra", "The pseudoinverse of a layout", pseudoinvert},
    {"Q7", "InvertAndCompose", "algebra", "The conversion between layouts", invert_and_compose},
    {"Q8", "Multiply", "algebra", "The product of two layouts", multiply},
    {"Q9", "Coalesce", "cute", "A layout with fewer modes", coalesce},
    {"Q10", "Composition", "cute", "A after B", composition},
    {"Q11", "Complement", "cute", "What a layout leaves out of a size", complement},
    {"Q12", "RightInverse", "cute", "The right inverse of a layout", right_inverse},
    {"Q13", "LeftInverse", "cute", "The left inverse of a layout", left_inverse},
    {"Q14", "LogicalDivide", "cute", "A by tiles of B", divide<&kLogicalDivide>},
    {"Q15", "ZippedDivide", "cute", "The tiles of B in A, then the rest", divide<&kZippedDivide>},
    {"Q16", "TiledDivide", "cute", "The tiles of B in A, then each rest", divide<&kTiledDivide>},
    {"Q17", "LogicalProduct", "cute", "A, repeated as B says", product<&kLogicalProduct>},
    {"Q18", "ZippedProduct", "cute", "A, then the places of B", product<&kZippedProduct>},
    {"Q19", "TiledProduct", "cute", "A, then each place of B", product<&kTiledProduct>},
};

}  // namespace

std::span<const Question> questions() { return kQuestions; }

}  // namespace tileproof::campaign
