// The algebra Checked against Exact: the values agree until a step is recorded, and what is
// recorded is the first step whose exact result the machine cannot hold.
#include "core/checked_algebra.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>

#include "core/algebra.hpp"
#include "core/check.hpp"
#include "core/exact_algebra.hpp"
#include "tests/core/random_program.hpp"

namespace tileproof {
namespace {

static_assert(Algebra<Checked>);

struct Recorded {
  const char* name;
  unsigned width;
  bool is_signed;
  std::function<CheckedWord(const Checked&)> definition;
  std::string value;
  std::string first;
};

void PrintTo(const Recorded& value, std::ostream* out) { *out << value.name; }

class CheckedStep : public ::testing::TestWithParam<Recorded> {};

TEST_P(CheckedStep, WrapsAndSaysSo) {
  CheckedLog log;
  const Checked a(GetParam().width, GetParam().is_signed, log);
  EXPECT_EQ(to_string(GetParam().definition(a).value()), GetParam().value);
  EXPECT_EQ(log.first, GetParam().first);
}

constexpr Word kTwoTo31 = Word{1} << 31;
constexpr Word kTwoTo32 = Word{1} << 32;
constexpr Word kTwoTo63 = Word{1} << 63;

INSTANTIATE_TEST_SUITE_P(
    ,
    CheckedStep,
    ::testing::Values(
        Recorded{"Product",
                 32,
                 true,
                 [](auto& a) { return a.mul(65536, 65536); },
                 "0",
                 "product 65536 * 65536 = 4294967296 does not fit in 32 bits, signed"},
        Recorded{"ProductBeyond128Bits",
                 64,
                 false,
                 [](auto& a) { return a.mul(~0ull, ~0ull); },
                 "1",
                 "product 18446744073709551615 * 18446744073709551615 = "
                 "340282366920938463426481119284349108225 does not fit in 64 bits, unsigned"},
        Recorded{"Sum",
                 32,
                 true,
                 [](auto& a) { return a.add(kTwoTo31 - 1, 1); },
                 "-2147483648",
                 "sum 2147483647 + 1 = 2147483648 does not fit in 32 bits, signed"},
        Recorded{"SumUnsigned",
                 32,
                 false,
                 [](auto& a) { return a.add(kTwoTo31 - 1, 1); },
                 "2147483648",
                 ""},
        Recorded{"Difference",
                 32,
                 false,
                 [](auto& a) { return a.sub(3, 5); },
                 "4294967294",
                 "difference 3 - 5 = -2 does not fit in 32 bits, unsigned"},
        Recorded{"DifferenceSigned", 32, true, [](auto& a) { return a.sub(3, 5); }, "-2", ""},
        Recorded{"SmallestNumber",
                 32,
                 true,
                 [](auto& a) { return a.sub(a.sub(0, kTwoTo31 - 1), 1); },
                 "-2147483648",
                 ""},
        Recorded{"ComparesSigns",
                 32,
                 true,
                 [](auto& a) { return a.ite(a.ult(a.sub(3, 5), 0), 1, 0); },
                 "1",
                 ""},
        Recorded{"DivisionBelowZero",
                 32,
                 true,
                 [](auto& a) { return a.udiv(a.sub(3, 5), 2); },
                 "-1",
                 "division of -2 and 2: an operand is below 0"},
        Recorded{"RemainderBelowZero",
                 64,
                 true,
                 [](auto& a) { return a.urem(a.sub(3, 6), 2); },
                 "-1",
                 "remainder of -3 and 2: an operand is below 0"},
        Recorded{"BitsBelowZero",
                 32,
                 true,
                 [](auto& a) { return a.bit_and(a.sub(3, 5), 6); },
                 "6",
                 "bit-and of -2 and 6: an operand is below 0"},
        Recorded{"Shift",
                 32,
                 true,
                 [](auto& a) { return a.shl(1, 31); },
                 "-2147483648",
                 "left shift 1 << 31 = 2147483648 does not fit in 32 bits, signed"},
        Recorded{"Shift64",
                 64,
                 false,
                 [](auto& a) { return a.shl(3, 63); },
                 "9223372036854775808",
                 "left shift 3 << 63 = 27670116110564327424 does not fit in 64 bits, unsigned"},
        Recorded{"ShiftOfZero",
                 32,
                 true,
                 [](auto& a) { return a.shl(0, 40); },
                 "0",
                 "left shift by 40 of a number of 32 bits"},
        Recorded{"ShiftOut",
                 32,
                 true,
                 [](auto& a) { return a.lshr(5, 32); },
                 "0",
                 "right shift by 32 of a number of 32 bits"},
        Recorded{"Constant",
                 32,
                 true,
                 [](auto& a) { return a.bit_and(kTwoTo32 + 3, 1); },
                 "1",
                 "constant 4294967299 does not fit in 32 bits, signed"},
        Recorded{"ConstantOfTheResult",
                 32,
                 false,
                 [](auto& a) { return a.result(kTwoTo32 + 3); },
                 "3",
                 "constant 4294967299 does not fit in 32 bits, unsigned"},
        Recorded{"ConstantOfTheSign",
                 64,
                 true,
                 [](auto& a) { return a.add(kTwoTo63, 0); },
                 "-9223372036854775808",
                 "constant 9223372036854775808 does not fit in 64 bits, signed"},
        Recorded{"DivisorThatWrapped",
                 32,
                 false,
                 [](auto& a) { return a.urem(7, a.add(kTwoTo32 - 1, 1)); },
                 "0",
                 "sum 4294967295 + 1 = 4294967296 does not fit in 32 bits, unsigned"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(CheckedAlgebra, RefusesOtherWidths) {
  CheckedLog log;
  EXPECT_THROW(Checked(16, true, log), InternalError);
}

TEST(CheckedAlgebra, RecordsNothingWhereU64DoesNotWrap) {
  std::mt19937_64 random(20261120);
  const testing::ProgramShape shape{{64, 1000, Word{1} << 40}, 10, ~Word{0}, {}};
  for (int i = 0; i < 3'000; ++i) {
    const auto program = testing::draw_program(random, shape);
    const auto at = testing::draw_point(random, shape);
    CheckedLog log;
    const auto checked = testing::run(Checked(64, false, log), program, {at.begin(), at.end()});
    const auto expected = testing::run(U64(), program, at);
    ASSERT_EQ(log.first, "") << to_string(program);
    for (std::size_t k = 0; k < expected.words.size(); ++k) {
      ASSERT_TRUE(checked.words[k].value() == Int128{expected.words[k]}) << to_string(program);
    }
    ASSERT_EQ(checked.bools, expected.bools) << to_string(program);
  }
}

struct Machine {
  const char* name;
  unsigned width;
  bool is_signed;
};

void PrintTo(const Machine& machine, std::ostream* out) { *out << machine.name; }

class CheckedLaw : public ::testing::TestWithParam<Machine> {
 protected:
  // Does the machine hold the number?
  bool fits(const Exact::Word& value) const {
    const Exact::Word one = 1;
    const auto [name, width, is_signed] = GetParam();
    return is_signed ? value >= -(one << (width - 1)) && value < (one << (width - 1))
                     : value >= 0 && value < (one << width);
  }

  // Must the step be recorded, by what Exact knows of it?
  bool must_record(const testing::Step& step, const testing::Run<Exact>& before) const {
    using enum testing::Op;
    if (step.op >= kBoolAnd && step.op <= kBoolNot) return false;
    const auto value = [&before](const testing::Operand& operand) {
      return operand.is_constant ? Exact::Word(operand.constant) : before.words[operand.index];
    };
    const auto x = value(step.x), y = value(step.y);
    if (step.op == kIte) return !fits(before.bools[step.condition] ? x : y);
    if (!fits(x) || !fits(y)) return true;
    if (step.op >= kUdiv && step.op <= kLshr && (x < 0 || y < 0)) return true;
    return (step.op == kShl || step.op == kLshr) && y >= GetParam().width;
  }
};

TEST_P(CheckedLaw, AgreesWithExactUntilTheFirstStepThatItRecords) {
  std::mt19937_64 random(20261120);
  const Exact exact;
  int recorded = 0, clean = 0;
  for (int i = 0; i < 8'000; ++i) {
    const testing::ProgramShape shape{{64, Word{1} << 12, Word{1} << random() % 63}, 7, 0, {}};
    const auto program = testing::draw_program(random, shape);
    const auto at = testing::draw_point(random, shape);
    if (!fits(at[2])) continue;
    CheckedLog log;
    const Checked checked(GetParam().width, GetParam().is_signed, log);
    testing::Run<Checked> machine{{at.begin(), at.end()}, {}};
    testing::Run<Exact> reference{{at.begin(), at.end()}, {}};
    for (const auto& step : program.steps) {
      const bool must = must_record(step, reference);
      const auto words = machine.words.size();
      run_step(checked, step, machine);
      if (must) {
        ASSERT_NE(log.first, "") << to_string(program);
        break;
      }
      run_step(exact, step, reference);
      if (machine.words.size() > words && !fits(reference.words.back())) {
        ASSERT_NE(log.first, "") << to_string(program);
        break;
      }
      ASSERT_EQ(log.first, "") << to_string(program);
      ASSERT_EQ(machine.bools, reference.bools) << to_string(program);
      ASSERT_EQ(Exact::Word(machine.words.back().value()), reference.words.back())
          << to_string(program);
    }
    ++(log.first.empty() ? clean : recorded);
  }
  EXPECT_GT(recorded, 1'000);
  EXPECT_GT(clean, 1'000);
}

INSTANTIATE_TEST_SUITE_P(,
                         CheckedLaw,
                         ::testing::Values(Machine{"Signed32", 32, true},
                                           Machine{"Unsigned32", 32, false},
                                           Machine{"Signed64", 64, true},
                                           Machine{"Unsigned64", 64, false}),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace tileproof
