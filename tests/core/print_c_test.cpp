// Does the printed function give, once it is compiled, what the graph gives over U64?
#include "core/print_c.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/recorder.hpp"
#include "core/simplify.hpp"
#include "tests/core/random_program.hpp"
#include "tests/support/compiled_c.hpp"

namespace tileproof {
namespace {

struct Printed {
  Graph graph;
  std::vector<IntervalWord> inputs;
};

std::vector<IntervalWord> boxes_below(const std::vector<Word>& sizes) {
  std::vector<IntervalWord> boxes;
  for (const Word size : sizes) boxes.push_back(IntervalWord::between(0, size - 1));
  return boxes;
}

template <typename Definition>
Printed record_of(const std::vector<Word>& sizes, const Definition& definition) {
  Steps steps;
  const Recorder a{steps};
  std::vector<Recorded> at;
  for (std::uint32_t i = 0; i < sizes.size(); ++i) at.push_back(steps.input(i));
  const std::vector<Recorded> results = {definition(a, at)};
  return {std::move(steps).graph(results), boxes_below(sizes)};
}

// All of them, with a function call_0, call_1 ... each that takes the inputs as 64-bit words.
std::string in_c(const std::vector<Printed>& list) {
  std::string text;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string number = std::to_string(i);
    text += print_c(list[i].graph, list[i].inputs, "f" + number, "static").text;
    text += "extern \"C\" unsigned long long call_" + number +
            "(const unsigned long long* at) { return f" + number + "(";
    for (std::size_t k = 0; k < list[i].inputs.size(); ++k) {
      text += (k == 0 ? "at[" : ", at[") + std::to_string(k) + "]";
    }
    text += "); }\n";
  }
  return text;
}

using Call = unsigned long long(const unsigned long long*);

void expect_same(const Printed& printed, Call* call, const std::vector<Word>& at) {
  const std::vector<unsigned long long> words(at.begin(), at.end());
  const Word value = results_of(U64{}, printed.graph, std::span<const Word>(at))[0];
  ASSERT_EQ(call(words.data()), value)
      << print_c(printed.graph, printed.inputs, "f").text << ::testing::PrintToString(at);
}

TEST(PrintC, PrintsTheWorkedExample) {
  const Printed padded =
      record_of({Word{1} << 32}, [](const Recorder& a, const std::vector<Recorded>& at) {
        return a.add(at[0], a.shl(a.lshr(at[0], 6), 3));
      });
  const CFunction f = print_c(padded.graph, padded.inputs, "f");
  EXPECT_EQ(f.text,
            "unsigned long long f(unsigned x0) {\n"
            "  const unsigned n2 = x0 >> 6u;\n"
            "  const unsigned n4 = n2 << 3u;\n"
            "  const unsigned long long n5 = (unsigned long long)x0 + (unsigned long long)n4;\n"
            "  return n5;\n"
            "}\n");
  EXPECT_EQ(f.result_type, "unsigned long long");
  EXPECT_EQ(f.input_types, std::vector<std::string>{"unsigned"});
}

TEST(PrintC, IsIn32BitsOnlyWhereTheValueFits) {
  const auto result_type = [](Word size, Word factor) {
    const Printed product = record_of(
        {size},
        [&](const Recorder& a, const std::vector<Recorded>& at) { return a.mul(at[0], factor); });
    return print_c(product.graph, product.inputs, "f").result_type;
  };
  EXPECT_EQ(result_type(65536, 65537), "unsigned");
  EXPECT_EQ(result_type(65536, 65539), "unsigned long long");
  EXPECT_EQ(result_type(Word{1} << 32, 1), "unsigned");
  EXPECT_EQ(result_type((Word{1} << 32) + 1, 1), "unsigned long long");
}

// Where a step loses or gains bits, and at shifts by as many bits as a word has.
TEST(PrintC, KeepsTheBitsThatCount) {
  using At = std::vector<Recorded>;
  const Word wide = Word{1} << 40;
  const std::vector<Printed> list = {
      record_of({wide, 40}, [](const Recorder& a, const At& at) { return a.urem(at[0], 1000); }),
      record_of({wide, 40}, [](const Recorder& a, const At& at) { return a.udiv(at[0], 4096); }),
      record_of({wide, 40},
                [](const Recorder& a, const At& at) { return a.bit_and(at[0], 0xFFF); }),
      record_of({wide, 40}, [](const Recorder& a, const At& at) { return a.lshr(at[0], at[1]); }),
      record_of({wide, 80}, [](const Recorder& a, const At& at) { return a.lshr(at[0], at[1]); }),
      record_of({64, 80}, [](const Recorder& a, const At& at) { return a.lshr(at[0], at[1]); }),
      record_of({64, 80}, [](const Recorder& a, const At& at) { return a.shl(at[0], at[1]); }),
      record_of({64, 80},
                [](const Recorder& a, const At& at) {
                  return a.bit_and(a.shl(at[0], at[1]), 0xFFFFFFFF);
                }),
      record_of({wide, 80}, [](const Recorder& a, const At& at) { return a.shl(at[0], 70); }),
      record_of(
          {wide, 80},
          [](const Recorder& a, const At& at) { return a.ite(a.ult(at[0], 1000), at[0], at[1]); }),
      record_of({wide, wide},
                [](const Recorder& a, const At& at) {
                  const auto equal = a.eq(a.bit_xor(at[0], at[1]), 0);
                  const auto none = a.bool_not(a.bool_or(equal, a.ult(at[0], at[1])));
                  return a.ite(a.bool_and(none, true), a.sub(at[0], at[1]), 7);
                }),
      record_of({wide, wide}, [](const Recorder& a, const At& at) { return a.sub(at[0], at[1]); }),
  };
  const CompiledC compiled(in_c(list));
  std::mt19937_64 random(1);
  for (std::size_t i = 0; i < list.size(); ++i) {
    Call* const call = compiled.function<Call>("call_" + std::to_string(i));
    for (unsigned draw = 0; draw < 500; ++draw) {
      std::vector<Word> at;
      for (const IntervalWord& input : list[i].inputs) {
        const auto size = static_cast<Word>(input.high() + 1);
        at.push_back(draw % 4 == 0 ? size - 1 - random() % 3 : random() % size >> random() % 40);
      }
      expect_same(list[i], call, at);
    }
  }
}

TEST(PrintC, GivesWhatRandomProgramsGive) {
  std::mt19937_64 random(20261124);
  const std::vector<testing::Op> whole_ops = {testing::Op::kAdd,
                                              testing::Op::kSub,
                                              testing::Op::kMul,
                                              testing::Op::kBitAnd,
                                              testing::Op::kBitOr,
                                              testing::Op::kBitXor,
                                              testing::Op::kShl,
                                              testing::Op::kLshr,
                                              testing::Op::kEq,
                                              testing::Op::kUlt,
                                              testing::Op::kBoolNot,
                                              testing::Op::kIte};
  const Word wide = Word{1} << 33;
  const testing::ProgramShape shapes[] = {
      {.input_sizes = {64, 64}, .limit = low_mask(32), .ops = {}},
      {.input_sizes = {Word{1} << 32, 8}, .limit = ~Word{0}, .ops = {}},
      {.input_sizes = {wide, 100}, .limit = ~Word{0}, .ops = {}, .near = {Word{1} << 32, 32}},
      {.input_sizes = {wide, 64}, .limit = 0, .ops = whole_ops},
  };
  std::vector<Printed> list;
  std::vector<const testing::ProgramShape*> shape_of;
  for (const testing::ProgramShape& shape : shapes) {
    for (unsigned i = 0; i < 60; ++i) {
      const testing::Program program = testing::draw_program(random, shape);
      Printed printed =
          record_of(shape.input_sizes, [&](const Recorder& a, const std::vector<Recorded>& at) {
            return testing::run(a, program, at).words.back();
          });
      if (i % 2 == 1) printed.graph = simplify(printed.graph, printed.inputs);
      list.push_back(std::move(printed));
      shape_of.push_back(&shape);
    }
  }
  const CompiledC compiled(in_c(list));
  for (std::size_t i = 0; i < list.size(); ++i) {
    Call* const call = compiled.function<Call>("call_" + std::to_string(i));
    for (unsigned draw = 0; draw < 200; ++draw) {
      expect_same(list[i], call, testing::draw_point(random, *shape_of[i]));
    }
  }
}

}  // namespace
}  // namespace tileproof
