// Are the costs that the checker reports for genuine files those that the second engine counts,
// lane by lane?
#include <gtest/gtest.h>

#include <map>

#include "checkers/shared_access/bank_conflicts.hpp"
#include "checkers/ttgir/check_file.hpp"
#include "encodings/ttgir/reader.hpp"
#include "tests/support/data_operations.hpp"
#include "tests/support/findings.hpp"
#include "tests/support/genuine_files.hpp"

namespace tileproof {
namespace {

using ttgir::OpKind;
using ttgir::Type;

struct Counted {
  BankConflicts conflicts;
  VectorWidth vector;
};

Counted count(const Type& tensor, const Type& memory, Direction direction, const Target& target) {
  const auto& all = memory.alloc_shape;
  const auto kept = static_cast<std::ptrdiff_t>(
      std::min({all.size(), memory.shape.size(), triton::rank(*memory.layout)}));
  const auto registers = to_linear(*tensor.layout, tensor.shape).value();
  const auto shared = to_linear(*memory.layout, {all.end() - kept, all.end()}).value();
  const auto paddings = triton::paddings(*memory.layout);
  const SharedAccess access{registers, shared, memory.element_bits, target, direction, paddings};
  return {bank_conflicts_by_enumeration(access).value(),
          vector_width_by_enumeration(
              invert_and_compose(registers, shared).value(), memory.element_bits, paddings)
              .value()};
}

const Finding& finding_at(const FileReport& report,
                          const ttgir::test::DataOperation& op,
                          Topic question) {
  for (const Finding& finding : report.findings) {
    if (finding.line == op.line && finding.op == op.name && finding.question == question)
      return finding;
  }
  throw std::runtime_error("no finding at line " + std::to_string(op.line));
}

void expect_counted(const FileReport& report,
                    const ttgir::test::DataOperation& op,
                    const Counted& counted) {
  const Finding& width = finding_at(report, op, Topic::kVectorization);
  const Finding& cost = finding_at(report, op, Topic::kBankConflicts);
  const BankConflicts& expected = counted.conflicts;
  EXPECT_EQ(detail_number(width, "vector_bits"), counted.vector.bits);
  EXPECT_EQ(detail_number(width, "vector_bits"), expected.vector_bits);
  EXPECT_EQ(detail_number(width, "instructions_per_warp"), expected.instructions_per_warp);
  EXPECT_EQ(detail_text(width, "instruction"), expected.rule->instruction);
  EXPECT_EQ(detail_text(cost, "instruction"), expected.rule->instruction);
  EXPECT_EQ(detail_number(cost, "wavefronts"), expected.wavefronts);
  EXPECT_EQ(detail_number(cost, "ideal_wavefronts"), expected.ideal_wavefronts);
  EXPECT_EQ(detail_number(cost, "conflicts"), expected.conflicts());
  EXPECT_EQ(detail_number(cost, "worst_instruction_wavefronts"),
            expected.worst_instruction_wavefronts);
  EXPECT_EQ(!detail_text(cost, "blame").empty(), expected.conflicts() > 0);
}

TEST(CheckGenuineAccesses, CostWhatEnumerationCounts) {
  std::map<std::string, Counted> known;  // the files repeat themselves
  std::size_t accesses = 0;
  std::size_t with_conflicts = 0;
  for (const auto& file : genuine_files()) {
    const auto read = ttgir::read(file.text);
    const auto report = check_ttgir(file.name, file.text, {});
    const auto& module = read.modules.at(0);
    const auto target = Target::parse(module.target.value()).value();
    for (const auto& op : ttgir::test::data_operations(read, module)) {
      ttgir::TypeId tensor = ttgir::kNoType;
      ttgir::TypeId memory = ttgir::kNoType;
      if (op.kind == OpKind::kLocalLoad) {
        tensor = op.results.at(0);
        memory = op.operands.at(0).type;
      } else if (op.kind == OpKind::kLocalStore) {
        tensor = op.operands.at(0).type;
        memory = op.operands.at(1).type;
      } else if (op.kind == OpKind::kLocalAlloc && !op.operands.empty()) {
        tensor = op.operands.at(0).type;
        memory = op.results.at(0);
      } else {
        continue;
      }
      const auto direction = op.kind == OpKind::kLocalLoad ? Direction::kLoad : Direction::kStore;
      const auto& from = module.types[tensor];
      const auto& to = module.types[memory];
      const auto key = triton::to_string(*from.layout) + triton::to_string(*to.layout) +
                       std::string(from.text) + std::string(to.text) + to_string(direction) +
                       target.name();
      auto found = known.find(key);
      if (found == known.end())
        found = known.emplace(key, count(from, to, direction, target)).first;
      expect_counted(report, op, found->second);
      ASSERT_FALSE(HasFailure()) << file.name << ":" << op.line;
      ++accesses;
      with_conflicts += found->second.conflicts.conflicts() > 0 ? 1U : 0U;
    }
  }
  EXPECT_EQ(accesses, 466U);
  EXPECT_EQ(with_conflicts, 18U);
  EXPECT_EQ(known.size(), 304U);
}

}  // namespace
}  // namespace tileproof
