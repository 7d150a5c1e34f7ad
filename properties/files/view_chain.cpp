#include "properties/files/view_chain.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "encodings/triton/definition.hpp"

namespace tileproof::laws {
namespace {

using Op = ViewStep::Op;

std::string pair(Word a, Word b) {
  return "[" + std::to_string(a) + ", " + std::to_string(b) + "]";
}

MemoryType transposed(MemoryType type) {
  std::swap(type.rows, type.cols);
  std::swap(type.all_rows, type.all_cols);
  type.is_cols_first = !type.is_cols_first;
  return type;
}

bool is_plain(const MemoryType& type) {
  return type.interval == 0 && type.max_phase == 1 && type.is_cols_first &&
         type.rows == type.all_rows && type.cols == type.all_cols;
}

MemoryType draw_allocation(gen::Source& source) {
  MemoryType type;
  type.rows = type.all_rows = Word{8} << source.below(3);
  type.cols = type.all_cols = Word{8} << source.below(3);
  type.is_cols_first = !source.one_in(4);
  const Word kind = source.below(4);
  if (kind == 1 || kind == 2) {
    type.vec = source.power(2);
    type.per_phase = source.power(1);
    type.max_phase = Word{2} << source.below(2);
  } else if (kind == 3) {
    type.interval = Word{16} << source.below(2);
    type.amount = source.power(3);
  }
  type.has_buffers = source.one_in(3);
  return type;
}

ViewStep draw_step(gen::Source& source, const MemoryType& of) {
  ViewStep step{Op::kTrans, 0, 0, of};
  if (of.has_buffers) {
    step.op = Op::kIndex;
    step.type.has_buffers = false;
    return step;
  }
  const Word kind = source.below(3);
  if (kind == 1) {
    // A half or all of either dimension, at a multiple of its size; never of padded memory or
    // within a swizzle's phases, where no compiler cuts.
    step.op = Op::kSubslice;
    const auto part = [&](Word size, bool is_slow) {
      const bool is_within =
          of.interval != 0 || (is_slow && size / 2 < of.per_phase * of.max_phase);
      return is_within ? size : size / source.power(1);
    };
    step.type.rows = part(of.rows, of.is_cols_first);
    step.type.cols = part(of.cols, !of.is_cols_first);
    step.row = source.below(of.rows / step.type.rows) * step.type.rows;
    step.col = source.below(of.cols / step.type.cols) * step.type.cols;
    return step;
  }
  if (kind == 2 && is_plain(of)) {
    step.op = Op::kReshape;
    step.type.rows = step.type.all_rows = of.rows * 2;
    step.type.cols = step.type.all_cols = of.cols / 2;
    return step;
  }
  step.type = transposed(of);
  return step;
}

void add_mistake(gen::Source& source, ViewStep& step) {
  MemoryType& type = step.type;
  switch (source.below(5)) {
    case 0:
      type.is_cols_first = !type.is_cols_first;
      break;
    case 1:
      type.max_phase = type.max_phase == 1 ? 2 : type.max_phase / 2;
      break;
    case 2:
      type.per_phase *= 2;
      break;
    case 3:
      type.amount *= 2;
      break;
    default:
      if (step.op == Op::kSubslice) step.row += type.rows;
  }
}

// The element of the operand that is element (row, col) of a view.
std::pair<Word, Word> moved(const ViewStep& step, const MemoryType& from, Word row, Word col) {
  switch (step.op) {
    case Op::kIndex:
      return {row, col};
    case Op::kTrans:
      return {col, row};
    case Op::kSubslice:
      return {row + step.row, col + step.col};
    case Op::kReshape: {
      const Word number = row * step.type.cols + col;
      return {number / from.cols, number % from.cols};
    }
  }
  TP_CHECK(false, "unknown operation");
}

const char* name_of(Op op) {
  constexpr const char* kNames[] = {
      "memdesc_index", "memdesc_trans", "memdesc_subslice", "memdesc_reshape"};
  return kNames[static_cast<std::size_t>(op)];
}

std::string module_of(const ViewChain& chain, bool is_generic) {
  std::string text =
      "#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, "
      "1], order = [1, 0]}>\n"
      "module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = "
      "\"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32} {\n"
      "  tt.func public @kernel() {\n"
      "    %i = arith.constant 1 : i32\n";
  text += is_generic ? "    %v0 = \"ttg.local_alloc\"() : () -> "
                     : "    %v0 = ttg.local_alloc : () -> ";
  text += chain.allocation.text() + "\n";
  std::string operand = "%v0";
  const MemoryType* from = &chain.allocation;
  for (std::size_t i = 0; i < chain.steps.size(); ++i) {
    const ViewStep& step = chain.steps[i];
    const std::string result = "%v" + std::to_string(i + 1);
    const bool has_index = step.op == Op::kIndex;
    const std::string offsets = std::to_string(step.row) + ", " + std::to_string(step.col);
    std::string line = "    " + result + " = ";
    if (is_generic) {
      line += "\"ttg." + std::string(name_of(step.op)) + "\"(" + operand +
              (has_index ? ", %i" : "") + ")";
      if (step.op == Op::kTrans) line += " <{order = array<i32: 1, 0>}>";
      if (step.op == Op::kSubslice) line += " <{offsets = array<i32: " + offsets + ">}>";
      line += " : (" + from->text() + (has_index ? ", i32" : "") + ") -> ";
    } else {
      line += "ttg." + std::string(name_of(step.op)) + " " + operand;
      if (has_index) line += "[%i]";
      if (step.op == Op::kTrans) line += " {order = array<i32: 1, 0>}";
      if (step.op == Op::kSubslice) line += "[" + offsets + "]";
      line += " : " + from->text() + " -> ";
    }
    text += line + step.type.text() + "\n";
    operand = result;
    from = &step.type;
  }
  if (!from->has_buffers) {
    const std::string tensor = "tensor<" + std::to_string(from->rows) + "x" +
                               std::to_string(from->cols) + "xf16, #blocked>";
    text += is_generic ? "    %x = \"ttg.local_load\"(" + operand + ") : (" + from->text() + ") -> "
                       : "    %x = ttg.local_load " + operand + " : " + from->text() + " -> ";
    text += tensor + "\n";
  }
  return text + "    tt.return\n  }\n}\n";
}

}  // namespace

std::string MemoryType::layout() const {
  const std::string order = is_cols_first ? "[1, 0]" : "[0, 1]";
  if (interval != 0) {
    return "#ttg.padded_shared<[" + std::to_string(interval) + ":+" + std::to_string(amount) +
           "] {order = " + order + ", shape = " + pair(all_rows, all_cols) + "}>";
  }
  return "#ttg.swizzled_shared<{vec = " + std::to_string(vec) +
         ", perPhase = " + std::to_string(per_phase) + ", maxPhase = " + std::to_string(max_phase) +
         ", order = " + order + "}>";
}

std::string MemoryType::text() const {
  const bool is_part = rows != all_rows || cols != all_cols;
  return std::string("!ttg.memdesc<") + (has_buffers ? "2x" : "") + std::to_string(rows) + "x" +
         std::to_string(cols) + "xf16, " + layout() + ", #ttg.shared_memory, mutable" +
         (is_part ? ", " + std::to_string(all_rows) + "x" + std::to_string(all_cols) : "") + ">";
}

std::vector<Word> MemoryType::offsets() const {
  const auto parsed = triton::parse_layout(layout());
  TP_CHECK(parsed.has_value(), layout() + " is no layout");
  std::vector<Word> list;
  for (Word row = 0; row < all_rows; ++row) {
    for (Word col = 0; col < all_cols; ++col) {
      triton::Coords<Word> at(2);
      at[0] = row;
      at[1] = col;
      const auto found = triton::place(U64{}, **parsed, {all_rows, all_cols}, at);
      list.push_back(triton::padded_offset(U64{}, triton::paddings(**parsed), found.offset));
    }
  }
  return list;
}

std::string ViewChain::module() const { return module_of(*this, false); }
std::string ViewChain::generic_module() const { return module_of(*this, true); }

ChainTruth truth_of(const ViewChain& chain) {
  ChainTruth truth;
  const MemoryType* from = &chain.allocation;
  // Where the view begins, among the elements of its allocation.
  Word row = 0;
  Word col = 0;
  for (const ViewStep& step : chain.steps) {
    const MemoryType& to = step.type;
    const auto before = from->offsets();
    const auto after = to.offsets();
    if (step.op == Op::kSubslice &&
        (step.row + to.rows > from->rows || step.col + to.cols > from->cols)) {
      return {false, false, false};
    }
    const bool cuts = step.op == Op::kIndex || step.op == Op::kSubslice;
    truth.in_one_spelling = truth.in_one_spelling && (!cuts || to.layout() == from->layout());
    Word next_row = row;
    Word next_col = col;
    if (step.op == Op::kTrans) std::swap(next_row, next_col);
    if (step.op == Op::kSubslice) next_row += step.row, next_col += step.col;
    const auto is_one = [&](Word to_row, Word to_col, Word from_row, Word from_col) {
      return after[to_row * to.all_cols + to_col] == before[from_row * from->all_cols + from_col];
    };
    for (Word r = 0; r < to.rows; ++r) {
      for (Word c = 0; c < to.cols; ++c) {
        const auto [from_row, from_col] = moved(step, *from, r, c);
        truth.here =
            truth.here && is_one(next_row + r, next_col + c, row + from_row, col + from_col);
      }
    }
    // A slice of an allocation is at the same elements of it.
    for (Word r = 0; r < to.all_rows; ++r) {
      for (Word c = 0; c < to.all_cols; ++c) {
        ViewStep whole = step;
        whole.row = whole.col = 0;
        const auto [from_row, from_col] = moved(whole, *from, r, c);
        truth.everywhere = truth.everywhere && is_one(r, c, from_row, from_col);
      }
    }
    row = next_row;
    col = next_col;
    from = &to;
  }
  return truth;
}

std::vector<Word> elements_of_last(const ViewChain& chain) {
  const MemoryType& last = chain.steps.empty() ? chain.allocation : chain.steps.back().type;
  std::vector<Word> elements;
  for (Word r = 0; r < last.rows; ++r) {
    for (Word c = 0; c < last.cols; ++c) {
      std::pair<Word, Word> at{r, c};
      for (std::size_t i = chain.steps.size(); i > 0; --i) {
        const MemoryType& from = i > 1 ? chain.steps[i - 2].type : chain.allocation;
        at = moved(chain.steps[i - 1], from, at.first, at.second);
      }
      elements.push_back(at.first * chain.allocation.all_cols + at.second);
    }
  }
  return elements;
}

ViewChain draw_right_chain(gen::Source& source) {
  ViewChain chain{draw_allocation(source), {}};
  const MemoryType* of = &chain.allocation;
  chain.steps.reserve(4);
  for (Word more = 1 + source.below(3); more > 0; --more) {
    chain.steps.push_back(draw_step(source, *of));
    of = &chain.steps.back().type;
  }
  return chain;
}

ViewChain draw_chain(gen::Source& source) {
  ViewChain chain = draw_right_chain(source);
  if (source.one_in(2)) add_mistake(source, chain.steps[source.below(chain.steps.size())]);
  return chain;
}

}  // namespace tileproof::laws
