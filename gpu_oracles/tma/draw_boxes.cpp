#include "gpu_oracles/tma/draw_boxes.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "gpu_oracles/random_draws.hpp"

namespace tileproof::oracles {
namespace {

constexpr Word kMaxDrawnBytes = 32 * 1024;
constexpr Word kMaxDrawnTensor = 512 * 1024;

// Strides as cuTensorMapEncodeTiled wants them, each a multiple of the one before; rows are padded
// by 16 bytes, other dimensions by what they count.
void set_strides(BoxQuestion& question, const std::vector<Word>& padding) {
  question.byte_strides.clear();
  Word stride = (question.box.element_bytes * question.tensor[0] + 15) / 16 * 16 + padding[0] * 16;
  for (std::size_t d = 1; d < question.tensor.size(); ++d) {
    question.byte_strides.push_back(stride);
    stride *= question.tensor[d] + padding[d];
  }
}

const char* integer_type(Word bytes) {
  return bytes == 1 ? "u8" : bytes == 2 ? "u16" : bytes == 4 ? "u32" : "u64";
}

// In the middle of a tensor that is larger on all sides.
BoxQuestion inside(SharedBox box) {
  BoxQuestion question;
  question.type = integer_type(box.element_bytes);
  for (std::size_t d = 0; d < box.sides.size(); ++d) {
    const Word around = d == 0 ? 32 / box.element_bytes : 2;
    question.tensor.push_back(box.sides[d] + around);
    question.start.push_back(static_cast<std::int64_t>(around / 2));
  }
  question.box = std::move(box);
  set_strides(question, std::vector<Word>(question.tensor.size(), 0));
  return question;
}

// The contiguous side of a box is as wide as the swizzle, or half of it; the others vary in number.
void list_insides(std::vector<BoxQuestion>& questions, Word element_bytes, Word swizzle_bytes) {
  const auto add = [&](Word row_bytes, std::vector<Word> rest, Word base) {
    rest.insert(rest.begin(), row_bytes / element_bytes);
    questions.push_back(inside({element_bytes, swizzle_bytes, std::move(rest), base}));
  };
  const Word row = swizzle_bytes == 0 ? 64 : swizzle_bytes;
  add(row, {}, 0);
  add(row, {8}, 0);
  add(row, {16}, 0);
  add(row, {64}, 0);
  add(row, {5}, 0);
  add(row, {16}, 128);
  add(row, {16}, 384);
  add(row, {8, 4}, 0);
  add(row, {3, 5}, 0);
  add(row, {4, 4, 2}, 0);
  add(row, {2, 4, 2, 2}, 0);
  add(row, {3, 1, 2, 3}, 0);
  add(row / 2, {16}, 0);
  add(16, {8, 4}, 0);
  if (swizzle_bytes == 0) add(128, {32}, 0);
  if (swizzle_bytes == 0 && element_bytes == 2) add(512, {16}, 0);
}

// Over the lower and the upper edge of each dimension, and wholly outside.
void list_edges(std::vector<BoxQuestion>& questions, const char* type, bool fills_nan) {
  const Word bytes = find_box_type(type)->bytes;
  const auto unit = static_cast<std::int64_t>(16 / bytes);
  const std::vector<std::vector<Word>> rests{{}, {8}, {8, 2}, {4, 2, 2}, {2, 2, 2, 2}};
  for (const auto& rest : rests) {
    std::vector<Word> sides{128 / bytes};
    sides.insert(sides.end(), rest.begin(), rest.end());
    BoxQuestion question = inside({bytes, rest.size() % 2 == 0 ? Word{0} : Word{128}, sides, 0});
    question.type = type;
    question.fills_nan = fills_nan;
    const auto add = [&](std::size_t d, std::int64_t start) {
      questions.push_back(question);
      questions.back().start[d] = start;
    };
    add(0, -unit);
    add(0, 4 * unit);
    for (std::size_t d = 1; d < sides.size(); ++d) {
      add(d, -1);
      add(d, 3);
    }
    add(sides.size() - 1, 64 * unit);
  }
}

void draw_place_in_tensor(Draws& draws, BoxQuestion& question) {
  const SharedBox& box = question.box;
  const auto unit = static_cast<std::int64_t>(16 / box.element_bytes);
  std::vector<Word> padding;
  for (std::size_t d = 0; d < box.sides.size(); ++d) {
    const std::int64_t step = d == 0 ? unit : 1;
    const Word around = draws.below(4) * static_cast<Word>(step);
    // Now and then the tensor is smaller than the box.
    const bool is_small = draws.below(6) == 0;
    const Word size = is_small ? 1 + draws.below(box.sides[d]) : box.sides[d] + around;
    question.tensor.push_back(size);
    const auto room = static_cast<std::int64_t>(around) / step;
    std::int64_t start = static_cast<std::int64_t>(draws.below(static_cast<Word>(room) + 1));
    if (draws.below(4) == 0) {
      const auto reach = static_cast<std::int64_t>(size) / step + 2;
      start = static_cast<std::int64_t>(draws.below(static_cast<Word>(2 * reach))) - reach;
    }
    question.start.push_back(start * step);
    padding.push_back(draws.flip() ? 0 : draws.below(3));
  }
  set_strides(question, padding);
}

bool hangs_over_an_edge(const BoxQuestion& question) {
  for (std::size_t d = 0; d < question.tensor.size(); ++d) {
    const auto end = question.start[d] + static_cast<std::int64_t>(question.box.sides[d]);
    if (question.start[d] < 0 || end > static_cast<std::int64_t>(question.tensor[d])) return true;
  }
  return false;
}

}  // namespace

std::vector<BoxQuestion> listed_boxes() {
  std::vector<BoxQuestion> questions;
  for (const Word element_bytes : {1u, 2u, 4u, 8u}) {
    for (const Word swizzle_bytes : {0u, 32u, 64u, 128u}) {
      list_insides(questions, element_bytes, swizzle_bytes);
    }
  }
  for (const char* type : {"u8", "u16", "f32", "u64"}) list_edges(questions, type, false);
  for (const char* type : {"f16", "bf16", "f32", "f64"}) list_edges(questions, type, true);
  for (const BoxQuestion& question : questions) {
    const auto error = check(question);
    TP_CHECK(!error, error->message);
  }
  return questions;
}

BoxQuestion draw_box(std::uint64_t seed, std::uint64_t index) {
  Draws draws(seed, index);
  while (true) {
    BoxQuestion question;
    SharedBox& box = question.box;
    const BoxType& type = kBoxTypes[draws.below(std::size(kBoxTypes))];
    question.type = type.name;
    question.fills_nan = type.mantissa_bits != 0 && draws.flip();
    box.element_bytes = type.bytes;
    constexpr Word kSwizzles[] = {0, 32, 64, 128};
    box.swizzle_bytes = kSwizzles[draws.below(4)];
    const Word widest = box.swizzle_bytes == 0 ? 16 : box.swizzle_bytes / 16;
    box.sides.push_back(draws.between(1, widest) * 16 / type.bytes);
    const Word rank = draws.between(1, 5);
    while (box.sides.size() < rank) {
      box.sides.push_back(draws.between(1, Word{64} >> box.sides.size()));
    }
    box.base = draws.flip() ? 0 : 128 * draws.below(8);
    draw_place_in_tensor(draws, question);
    const Word covered =
        box.elements() / box.sides[0] * std::max(box.sides[0] * type.bytes, box.swizzle_bytes);
    const bool fits =
        covered <= kMaxDrawnBytes && !check(question) && question.tensor_bytes() <= kMaxDrawnTensor;
    if (fits) return question;
  }
}

std::vector<BoxQuestion> smaller_boxes(const BoxQuestion& question) {
  std::vector<BoxQuestion> smaller;
  const auto add = [&](const auto& change) {
    BoxQuestion changed = question;
    change(changed);
    // Strides that no longer fit become as small as they can be.
    if (check(changed)) set_strides(changed, std::vector<Word>(changed.tensor.size(), 0));
    // A box that lies inside its tensor is simpler than one that does not.
    const bool is_simpler = hangs_over_an_edge(question) || !hangs_over_an_edge(changed);
    if (!check(changed) && changed != question && is_simpler) smaller.push_back(std::move(changed));
  };
  const std::size_t rank = question.box.sides.size();
  for (std::size_t d = 1; d < rank; ++d) {  // without a dimension
    add([&](BoxQuestion& q) {
      const auto at = static_cast<std::ptrdiff_t>(d);
      q.box.sides.erase(q.box.sides.begin() + at);
      q.tensor.erase(q.tensor.begin() + at);
      q.start.erase(q.start.begin() + at);
      q.byte_strides.pop_back();
    });
  }
  add([](BoxQuestion& q) {  // all of the tensor
    q.tensor = q.box.sides;
    q.start.assign(q.start.size(), 0);
  });
  add([](BoxQuestion& q) { q.box.base = 0; });
  add([](BoxQuestion& q) { q.fills_nan = false; });
  add([](BoxQuestion& q) { q.type = integer_type(q.box.element_bytes); });
  add([](BoxQuestion& q) { set_strides(q, std::vector<Word>(q.tensor.size(), 0)); });
  for (std::size_t d = 0; d < rank; ++d) {
    const auto less = [&](auto member) {
      add([&](BoxQuestion& q) { member(q)[d] /= 2; });
      add([&](BoxQuestion& q) { member(q)[d] -= d == 0 ? 16 / q.box.element_bytes : 1; });
    };
    if (question.box.sides[d] > 1) less([](BoxQuestion & q) -> auto& { return q.box.sides; });
    if (question.tensor[d] > 1) less([](BoxQuestion & q) -> auto& { return q.tensor; });
    add([&](BoxQuestion& q) { q.start[d] = 0; });
    add([&](BoxQuestion& q) { q.start[d] /= 2; });
  }
  return smaller;
}

}  // namespace tileproof::oracles
