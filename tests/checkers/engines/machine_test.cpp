// Does each engine judge each step as docs/claims.md does?
// tests/second_opinion/machine_integers.tsv has every step at 32 and 64 bits, signed and unsigned,
// with a formula that is right and one that is wrong.
#include <fstream>
#include <sstream>

#include "tests/checkers/claims/claims.hpp"
#include "tests/checkers/engines/naive_questions.hpp"

namespace tileproof::testing {
namespace {

struct Row {
  std::string step;
  unsigned bits;
  bool is_signed;
  std::string right;
  std::string wrong;  // "none" if nothing is
};

std::vector<Row> rows() {
  std::ifstream file(TILEPROOF_MACHINE_INTEGERS);
  std::vector<Row> list;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    Row row;
    std::string bits;
    std::string sign;
    for (std::string* field : {&row.step, &bits, &sign, &row.right, &row.wrong}) {
      std::getline(fields, *field, '\t');
    }
    row.bits = static_cast<unsigned>(std::stoul(bits));
    row.is_signed = sign == "signed";
    list.push_back(std::move(row));
  }
  return list;
}

// What `prove` says, where all engines that decide it say the same.
std::string verdict_of(const std::string& formula, unsigned bits, bool is_signed) {
  const Claim claim = claim_of(make_no_wrap(map_of(formula), bits, is_signed));
  const std::string verdict = to_string(prove(claim, {}));
  EXPECT_EQ(verdict, naive::is_broken(questions_of(claim).back()) ? "refuted" : "proved");
  int decided = 0;
  for (const EngineName engine : kAllEngines) {
    const Verdict own = prove_by(engine, claim, {});
    if (is_unknown(own)) continue;
    ++decided;
    EXPECT_EQ(to_string(own), verdict) << to_string(engine) << ": " << formula;
  }
  EXPECT_GE(decided, 3) << formula;
  return verdict;
}

TEST(MachineIntegers, AreJudgedStepByStep) {
  const auto table = rows();
  EXPECT_GE(table.size(), 100U);
  for (const Row& row : table) {
    SCOPED_TRACE(row.step + " at " + std::to_string(row.bits) + " bits, " +
                 (row.is_signed ? "signed" : "unsigned"));
    EXPECT_EQ(verdict_of(row.right, row.bits, row.is_signed), "proved") << row.right;
    if (row.wrong == "none") continue;
    EXPECT_EQ(verdict_of(row.wrong, row.bits, row.is_signed), "refuted") << row.wrong;
  }
}

TEST(MachineIntegers, EndWhereTheirBitsDo) {
  for (const unsigned bits : {8U, 9U, 16U, 31U, 32U, 33U, 63U}) {
    for (const bool is_signed : {false, true}) {
      SCOPED_TRACE(std::to_string(bits) + (is_signed ? " bits, signed" : " bits, unsigned"));
      const Word largest = (Word{1} << (bits - (is_signed ? 1 : 0))) - 1;
      const auto plus = [&](Word number) {
        return verdict_of("f(x: 2) = x + " + std::to_string(number), bits, is_signed);
      };
      EXPECT_EQ(plus(largest - 1), "proved");
      EXPECT_EQ(plus(largest), "refuted");
      // Constants are the bits' zero and sign extensions.
      const auto mask = [&](Word number) {
        return verdict_of("f(x: 2) = x & " + std::to_string(number), bits, is_signed);
      };
      EXPECT_EQ(mask((Word{1} << bits) - 1), "proved");
      EXPECT_EQ(mask(Word{1} << bits), "refuted");
      EXPECT_EQ(mask(~Word{0} << (bits - 1)), "proved");
      EXPECT_EQ(mask((~Word{0} << (bits - 1)) - 1), "refuted");
      const auto shift = [&](unsigned by) {
        return verdict_of("f(x: 2) = (x & 0) << " + std::to_string(by), bits, is_signed);
      };
      EXPECT_EQ(shift(bits - 1), "proved");
      EXPECT_EQ(shift(bits), "refuted");
    }
  }
}

// CuTe's strides below 0 are differences.
TEST(MachineIntegers, HoldNumbersBelowZeroIfTheyAreSigned) {
  EXPECT_EQ(verdict_of("(2,2):(-64,-64)", 8, true), "proved");
  EXPECT_EQ(verdict_of("(2,2):(-64,-65)", 8, true), "refuted");
  EXPECT_EQ(verdict_of("(2,2):(-1,2)", 8, false), "refuted");
  EXPECT_EQ(verdict_of("2:-2147483648", 32, true), "refuted");  // the product is 2^31
  EXPECT_EQ(verdict_of("(2,2):(-2147483647,-1)", 32, true), "proved");
  EXPECT_EQ(verdict_of("(2,2):(-2147483647,-2)", 32, true), "refuted");
}

}  // namespace
}  // namespace tileproof::testing
