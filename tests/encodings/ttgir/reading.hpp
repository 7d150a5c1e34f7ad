// What the tests of the TTGIR reader share: aliases to write short texts with, and short questions.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "encodings/ttgir/reader.hpp"
#include "tests/support/data_operations.hpp"

namespace tileproof::ttgir::test {

// Four lines, so that what follows begins on line 5.
inline constexpr std::string_view kAliases =
    "#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, "
    "1], "
    "order = [1, 0]}>\n"
    "#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, "
    "1], "
    "order = [1, 0]}>\n"
    "#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>\n"
    "#smem = #ttg.shared_memory\n";

// A text that lives as long as the test, and what was read of it.
struct Reading {
  explicit Reading(std::string content) : text(std::move(content)), file(read(text)) {}
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

  // "line:column" of the n-th error, "" if there is none.
  [[nodiscard]] std::string place(std::size_t n = 0) const {
    if (n >= file.errors.size()) return "";
    const auto at = file.lines.line_column(file.errors[n].offset);
    return std::to_string(at.line) + ":" + std::to_string(at.column);
  }
  [[nodiscard]] std::string message(std::size_t n = 0) const {
    return n < file.errors.size() ? file.errors[n].message : "";
  }
  // The only module's n-th operation that moves data or views memory.
  [[nodiscard]] DataOperation operation(std::size_t n = 0) const { return operations().at(n); }
  [[nodiscard]] std::vector<DataOperation> operations() const {
    return data_operations(file, file.modules.at(0));
  }
  // The text of a type; "-" for kNoType.
  [[nodiscard]] std::string text_of(TypeId type) const {
    return type == kNoType ? "-" : std::string(file.modules.at(0).types.at(type).text);
  }
  [[nodiscard]] const Type& type(TypeId id) const { return file.modules.at(0).types.at(id); }
  [[nodiscard]] std::vector<std::string> use_texts() const {
    std::vector<std::string> texts;
    for (const auto& use : file.modules.at(0).uses) texts.push_back(text_of(use.type));
    return texts;
  }

  std::string text;
  File file;
};

// A function with this body in a module of 4 warps; the body begins on line 7.
inline std::string in_function(std::string_view body) {
  return std::string(kAliases) +
         "module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = "
         "\"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32} {\n"
         "  tt.func public @kernel(%x: tensor<64x64xf16, #blocked>, %m: !ttg.memdesc<64x64xf16, "
         "#shared, "
         "#smem, mutable>) {\n" +
         std::string(body) + "\n    tt.return\n  }\n}\n";
}

}  // namespace tileproof::ttgir::test
