#include "properties/files/chosen_buffer.hpp"

#include <algorithm>

namespace tileproof::laws {
namespace {

constexpr Word kAccess = 16;  // bytes

}  // namespace

std::string ChosenBuffer::module() const {
  const std::string buffer = "!ttg.memdesc<2x2xf32, #plain, #smem, mutable>";
  const auto allocation = [&](const char* name, Word alignment) {
    return "    %" + std::string(name) +
           " = ttg.local_alloc {alignment = " + std::to_string(alignment) + " : i32} : () -> " +
           buffer + "\n";
  };
  std::string text =
      "#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = "
      "[1, 0]}>\n"
      "#four = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [4, 8], "
      "warpsPerCTA = [1, 1], order = [1, 0]}>\n"
      "#smem = #ttg.shared_memory\n"
      "module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 1 : i32, "
      "ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32} {\n"
      "  tt.func public @kernel(%q: i1, %n: i32) {\n"
      "    %c0 = arith.constant 0 : i32\n"
      "    %c1 = arith.constant 1 : i32\n" +
      allocation("a", first) + allocation("b", second);
  if (way == Way::kIf) {
    text += "    %x = scf.if %q -> (" + buffer + ") {\n      scf.yield %a : " + buffer +
            "\n    } else {\n      scf.yield %b : " + buffer + "\n    }\n";
  } else if (way == Way::kLoop) {
    text += "    %x = scf.for %i = %c0 to %n step %c1 iter_args(%k = %a) -> (" + buffer +
            ")  : i32 {\n      scf.yield %b : " + buffer + "\n    }\n";
  } else {
    text += "    cf.cond_br %q, ^bb1(%a : " + buffer + "), ^bb1(%b : " + buffer +
            ")\n  ^bb1(%x: " + buffer + "):\n";
  }
  return text + "    %t = ttg.local_load %x : " + buffer +
         " -> tensor<2x2xf32, #four>\n"
         "    tt.return\n  }\n}\n";
}

bool ChosenBuffer::is_aligned() const { return std::min(first, second) >= kAccess; }

ChosenBuffer draw_chosen_buffer(gen::Source& source) {
  ChosenBuffer chosen;
  chosen.first = Word{4} << source.below(5);
  chosen.second = Word{4} << source.below(5);
  chosen.way =
      source.of({ChosenBuffer::Way::kIf, ChosenBuffer::Way::kLoop, ChosenBuffer::Way::kBranch});
  return chosen;
}

}  // namespace tileproof::laws
