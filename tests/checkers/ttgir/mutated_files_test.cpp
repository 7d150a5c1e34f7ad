// Genuine files in which one operand is used with another layout than it has: each is refuted at
// the line of the use.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "checkers/layout/same_layout.hpp"
#include "checkers/ttgir/check_file.hpp"
#include "encodings/ttgir/reader.hpp"
#include "encodings/ttgir/scanner.hpp"
#include "tests/support/data_operations.hpp"
#include "tests/support/findings.hpp"
#include "tests/support/genuine_files.hpp"

namespace tileproof {
namespace {

// `key = 4` in the text becomes `key = 8`; "" if there is no such key.
std::string with_doubled(const std::string& text, const std::string& key) {
  const auto at = text.find(key + " = ");
  if (at == std::string::npos) return "";
  const auto number = at + key.size() + 3;
  std::size_t end = number;
  while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
  if (end == number) return "";
  return text.substr(0, number) +
         std::to_string(2 * std::stoul(text.substr(number, end - number))) + text.substr(end);
}

// `key = [a, b]` becomes `key = [b, a]`; "" if there is no such key.
std::string with_reversed(const std::string& text, const std::string& key) {
  const auto at = text.find(key + " = [");
  if (at == std::string::npos) return "";
  const auto open = at + key.size() + 4;
  const auto close = text.find(']', open);
  std::vector<std::string> parts;
  std::istringstream list(text.substr(open, close - open));
  for (std::string part; std::getline(list, part, ',');) {
    parts.push_back(part.substr(part.find_first_not_of(' ')));
  }
  std::string reversed;
  for (std::size_t i = parts.size(); i-- > 0;) reversed += parts[i] + (i > 0 ? ", " : "");
  return text.substr(0, open) + reversed + text.substr(close);
}

// Layouts that differ from this one in one parameter.
std::vector<std::string> neighbours(const std::string& text) {
  std::vector<std::string> changed;
  for (const char* key : {"vec", "perPhase", "maxPhase", "swizzlingByteWidth", "kWidth"}) {
    changed.push_back(with_doubled(text, key));
  }
  for (const char* key : {"order", "warpsPerCTA", "threadsPerWarp", "sizePerThread"}) {
    changed.push_back(with_reversed(text, key));
  }
  std::erase(changed, "");
  return changed;
}

struct Mutation {
  std::string text;  // of the whole file
  std::size_t line;
  std::string layout;
};

// Is the neighbour a layout of this tensor, and another function than the layout?
bool is_other_layout(const std::string& neighbour,
                     const triton::Layout& layout,
                     const triton::Shape& shape) {
  const auto other = triton::parse_layout(neighbour);
  if (!other) return false;
  const auto tensor = tensor_of(**other, shape);
  if (!tensor) return false;
  const auto same = check_equal(tensor_of(layout, shape).value(), *tensor);
  return same && is_refuted(*same);
}

// All mutations of one use in the file.
std::vector<Mutation> mutations(const GenuineFile& file) {
  using ttgir::OpKind;
  std::vector<Mutation> found;
  const auto read = ttgir::read(file.text);
  const auto& module = read.modules.at(0);
  for (const auto& op : ttgir::test::data_operations(read, module)) {
    const bool stores = op.kind == OpKind::kLocalStore;
    if (op.kind != OpKind::kConvertLayout && op.kind != OpKind::kLocalLoad && !stores) continue;
    // The type of the first operand is the first one behind the colon; of a store, any.
    for (std::size_t operand = 0; operand < (stores ? 2U : 1U); ++operand) {
      const auto& type = module.types[op.operands[operand].type];
      if (type.kind == ttgir::Type::Kind::kMemDesc && type.alloc_shape != type.shape) continue;
      const auto line_end = file.text.find('\n', op.offset);
      const auto colon = file.text.find(" : ", op.offset);
      auto at = file.text.find(type.text, colon);
      if (operand == 1) at = file.text.find(type.text, file.text.find(" -> ", colon));
      if (at == std::string::npos || at > line_end) continue;
      const auto encoding = file.text.find(type.encoding, at);
      for (const auto& neighbour : neighbours(triton::to_string(*type.layout))) {
        if (!is_other_layout(neighbour, *type.layout, type.shape)) continue;
        std::string text = file.text;
        text.replace(encoding, type.encoding.size(), neighbour);
        found.push_back({std::move(text), op.line, neighbour});
      }
    }
  }
  return found;
}

TEST(MutatedFiles, AreRefutedAtTheUseWithAnotherLayout) {
  std::mt19937_64 random(20260303);  // NOLINT: a fixed seed
  const auto files = genuine_files();
  std::size_t mutated_files = 0;
  std::map<std::string, std::size_t> operations;
  for (std::size_t i = 0; i < files.size(); i += 2) {
    const auto all = mutations(files[i]);
    if (all.empty()) continue;
    ++mutated_files;
    for (int round = 0; round < 3; ++round) {
      const auto& mutation = all[random() % all.size()];
      const auto report = check_ttgir(files[i].name, mutation.text, {});
      EXPECT_TRUE(report.errors.empty()) << report.errors.front().message;
      std::size_t refuted = 0;
      for (const Finding& finding : report.findings) {
        if (finding.line != mutation.line || !is_refuted(finding.verdict)) continue;
        if (finding.question != Topic::kConversion) continue;
        ++refuted;
        ++operations[finding.op];
        EXPECT_FALSE(fields_of(finding.verdict).empty());
      }
      ASSERT_EQ(refuted, 1U) << files[i].name << ":" << mutation.line << " " << mutation.layout;
      for (const Finding& finding : report.findings) {
        // The layout itself may not fit the kernel, but no other line is blamed.
        EXPECT_TRUE(is_proved(finding.verdict) || finding.line == mutation.line)
            << files[i].name << ": " << describe(finding);
      }
    }
  }
  EXPECT_EQ(mutated_files, 58U);
  EXPECT_EQ(operations,
            (std::map<std::string, std::size_t>{
                {"ttg.convert_layout", 80}, {"ttg.local_load", 66}, {"ttg.local_store", 28}}));
}

TEST(MutatedFiles, NeverEndTheProgram) {
  std::mt19937_64 random(20260304);  // NOLINT: a fixed seed
  const auto files = genuine_files();
  const std::string pieces[] = {"#blocked",
                                "#shared",
                                "#mma",
                                "tensor<",
                                "!ttg.memdesc<",
                                "64x",
                                "1, ",
                                "]",
                                ">",
                                "f16",
                                "-> ",
                                "i32",
                                "order = [0, 1]",
                                "\"",
                                std::string(1, '\0')};
  for (int round = 0; round < 300; ++round) {
    auto text = files[random() % files.size()].text;
    for (int change = 0; change < 4; ++change) {
      const auto& piece = pieces[random() % std::size(pieces)];
      const auto at = text.find(pieces[random() % std::size(pieces)], random() % text.size());
      if (at == std::string::npos) continue;
      if (random() % 2 == 0) text.erase(at, random() % 12);
      text.insert(at, piece);
    }
    const auto report = check_ttgir("mutated", text, {});
    EXPECT_EQ(report.counts.proved + report.counts.refuted + report.counts.unknown,
              report.findings.size());
  }
}

// Every name that stands in a text: %arg0, %12.
std::vector<std::pair<std::size_t, std::string>> values_in(const std::string& text) {
  std::vector<std::pair<std::size_t, std::string>> found;
  for (auto at = text.find('%'); at != std::string::npos; at = text.find('%', at + 1)) {
    std::size_t end = at + 1;
    while (end < text.size() && ttgir::is_word_part(text[end])) ++end;
    if (end > at + 1) found.emplace_back(at, text.substr(at, end - at));
  }
  return found;
}

TEST(MutatedFiles, NeverEndTheProgramWhateverValuesAreUsed) {
  std::mt19937_64 random(20261128);  // NOLINT: a fixed seed
  const auto files = genuine_files();
  std::size_t refuted = 0;
  for (int round = 0; round < 400; ++round) {
    auto text = files[random() % files.size()].text;
    for (int change = 0; change < 2; ++change) {
      const auto values = values_in(text);
      if (values.empty()) continue;
      const auto& [at, name] = values[random() % values.size()];
      text.replace(at, name.size(), values[random() % values.size()].second);
    }
    const auto report = check_ttgir("mutated", text, {});
    refuted += report.counts.refuted;
  }
  EXPECT_GT(refuted, 200U);
}

}  // namespace
}  // namespace tileproof
