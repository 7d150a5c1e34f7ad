// The 150 files that Triton wrote are read whole; damaged copies of them never crash the reader.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "tests/encodings/ttgir/reading.hpp"

namespace tileproof::ttgir {
namespace {

std::vector<std::filesystem::path> genuine_paths() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(TILEPROOF_TEST_DATA) / "ttgir")) {
    if (entry.path().extension() == ".ttgir") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string content(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// Lines in which the name stands as an operation, as `grep -c` would count them.
std::size_t lines_with(const std::string& text, const std::string& name) {
  std::istringstream lines(text);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);)
    count += line.find(" " + name + " ") != std::string::npos;
  return count;
}

std::size_t operations_of(const File& file, OpKind kind) {
  std::size_t count = 0;
  for (const auto& module : file.modules) {
    for (const auto& operation : module.operations) count += operation.kind() == kind;
  }
  return count;
}

TEST(TtgirGenuineFiles, AreAllThere) { EXPECT_EQ(genuine_paths().size(), 150U); }

TEST(TtgirGenuineFiles, HaveNoErrorsAndATarget) {
  for (const auto& path : genuine_paths()) {
    const test::Reading r(content(path));
    EXPECT_TRUE(r.file.errors.empty()) << path << ":" << r.place() << ": " << r.message();
    ASSERT_EQ(r.file.modules.size(), 1U) << path;
    EXPECT_TRUE(r.file.modules[0].target && r.file.modules[0].num_warps &&
                r.file.modules[0].threads_per_warp)
        << path;
  }
}

// What a module says, whatever stands around it in its file.
std::string meaning_of(const Module& module) {
  std::ostringstream out;
  for (const Type& type : module.types) {
    out << to_string(type) << ' ' << static_cast<int>(type.kind) << static_cast<int>(type.space)
        << ' ' << (type.layout ? triton::to_string(*type.layout) : "-") << '\n';
  }
  for (const TypeUse& use : module.uses) {
    out << use.type << ' ' << use.num_warps << ' ' << use.offset - module.offset << ' ' << use.op
        << '\n';
  }
  for (const Operation& op : module.operations) {
    out << op.name << ' ' << op.offset - module.offset << ' ' << op.num_warps << ' ' << op.block;
    for (const Operand& operand : module.operands(op)) {
      out << ' ' << operand.name << ' ' << operand.written << ' ' << operand.value;
    }
    for (const Value& value : module.results(op)) out << " -> " << value.type;
    out << '\n';
  }
  return std::move(out).str();
}

// As a dump of many passes does; each text stands there twice, with others between.
TEST(TtgirGenuineFiles, MeanTheSameAsPartsOfOneFile) {
  std::vector<std::string> texts;
  for (const auto& path : genuine_paths()) texts.push_back(content(path));
  const auto once = texts;
  texts.insert(texts.end(), once.begin(), once.end());
  std::string joined;
  for (const auto& text : texts) joined += text + "\n// -----\n";
  const test::Reading all(std::move(joined));
  ASSERT_EQ(all.file.modules.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const test::Reading alone(texts[i]);
    EXPECT_EQ(meaning_of(all.file.modules[i]), meaning_of(alone.file.modules.at(0)));
  }
}

TEST(TtgirGenuineFiles, HaveEveryOperationThatGrepFinds) {
  const std::pair<const char*, OpKind> kNames[] = {
      {"ttg.convert_layout", OpKind::kConvertLayout},
      {"ttg.local_load", OpKind::kLocalLoad},
      {"ttg.local_store", OpKind::kLocalStore},
      {"ttg.local_alloc", OpKind::kLocalAlloc},
      {"ttg.memdesc_index", OpKind::kMemdescIndex},
      {"ttg.memdesc_trans", OpKind::kMemdescTrans},
      {"ttg.local_dealloc", OpKind::kLocalDealloc},
      {"ttg.async_copy_global_to_local", OpKind::kAsyncCopyGlobalToLocal}};
  std::size_t total = 0;
  for (const auto& path : genuine_paths()) {
    const test::Reading r(content(path));
    for (const auto& [name, kind] : kNames) {
      EXPECT_EQ(operations_of(r.file, kind), lines_with(r.text, name)) << path << " " << name;
      total += operations_of(r.file, kind);
    }
  }
  EXPECT_EQ(total, 952U);
}

TEST(TtgirGenuineFiles, DefineEveryOperandWithTheTypeOfItsUse) {
  for (const auto& path : genuine_paths()) {
    const test::Reading r(content(path));
    for (const auto& operation : r.operations()) {
      for (const auto& operand : operation.operands) {
        if (operand.type == kNoType) continue;
        ASSERT_NE(operand.definition.type, kNoType)
            << path << ":" << operation.line << " " << operand.name;
        const auto& used = r.type(operand.type);
        const auto& defined = r.type(operand.definition.type);
        EXPECT_EQ(used.shape, defined.shape)
            << path << ":" << operation.line << " " << operand.name;
        EXPECT_EQ(used.encoding, defined.encoding)
            << path << ":" << operation.line << " " << operand.name;
        EXPECT_EQ(used.element, defined.element)
            << path << ":" << operation.line << " " << operand.name;
      }
    }
  }
}

TEST(TtgirGenuineFiles, HaveALayoutForEveryTypeWithAnEncoding) {
  for (const auto& path : genuine_paths()) {
    const test::Reading r(content(path));
    for (const auto& type : r.file.modules.at(0).types) {
      EXPECT_EQ(type.layout != nullptr, !type.encoding.empty()) << path << " " << type.text;
    }
  }
}

TEST(TtgirDamage, EveryPrefixThatIsNotWholeIsAnError) {
  const auto paths = genuine_paths();
  for (std::size_t i = 0; i < paths.size(); i += 5) {
    const auto& path = paths[i];
    const auto text = content(path);
    // From here on, text that ends at a line's end is whole: what follows are locations.
    const auto module_end = text.find("\n} loc(#loc)\n") + 2;
    for (std::size_t size = 0; size < text.size(); size += 97) {
      const std::string prefix = text.substr(0, size);
      const auto file = read(prefix);
      const bool whole =
          size >= module_end && (text[size] == '\n' || prefix.back() == '\n' || size == module_end);
      if (whole) continue;
      const auto line = prefix.substr(prefix.rfind('\n') + 1);
      const bool whole_behind_brace = size >= module_end && (line == "}" || line == "} ");
      EXPECT_EQ(file.errors.empty(), whole_behind_brace) << path << " cut at byte " << size;
    }
  }
}

TEST(TtgirDamage, RandomByteFlipsNeverCrash) {
  std::mt19937_64 random(20240607);  // NOLINT: a fixed seed
  const auto paths = genuine_paths();
  for (int round = 0; round < 600; ++round) {
    auto text = content(paths[random() % paths.size()]);
    const auto flips = 1 + random() % 8;
    for (std::size_t i = 0; i < flips; ++i) {
      text[random() % text.size()] ^= static_cast<char>(1U << (random() % 8));
    }
    const auto file = read(text);
    for (const auto& error : file.errors) EXPECT_LE(error.offset, text.size());
  }
}

TEST(TtgirDamage, DeletedDoubledAndSwappedPiecesNeverCrash) {
  std::mt19937_64 random(20240608);  // NOLINT: a fixed seed
  const auto paths = genuine_paths();
  for (int round = 0; round < 600; ++round) {
    auto text = content(paths[random() % paths.size()]);
    const auto at = random() % text.size();
    const auto length = 1 + random() % 60;
    switch (random() % 3) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, text.substr(at, length));
        break;
      default:
        text.insert(random() % text.size(), text.substr(at, length));
        break;
    }
    const auto file = read(text);
    for (const auto& module : file.modules) {
      for (const auto& operation : test::data_operations(file, module)) {
        for (const auto& operand : operation.operands) {
          EXPECT_TRUE(operand.type == kNoType || operand.type < module.types.size());
          EXPECT_TRUE(operand.definition.type == kNoType ||
                      operand.definition.type < module.types.size());
        }
        for (const auto type : operation.results) EXPECT_LT(type, module.types.size());
      }
    }
  }
}

}  // namespace
}  // namespace tileproof::ttgir
