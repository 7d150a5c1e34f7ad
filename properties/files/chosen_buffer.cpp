#include "properties/files/chosen_buffer.hpp"

namespace tileproof::laws {
namespace {

constexpr Word kBuffers = 8;
constexpr Word kElements = 4;  // of a buffer, 16 bytes

}  // namespace

std::string ChosenBuffer::module() const {
  const std::string buffer = "!ttg.memdesc<4x1xf32, #gap, #smem, mutable>";
  const std::string all = "!ttg.memdesc<8x4x1xf32, #gap, #smem, mutable>";
  const auto index = [&](const char* name, Word number) {
    const std::string constant = std::string(name) + "_at";
    return "    %" + constant + " = arith.constant " + std::to_string(number) + " : i32\n    %" +
           name + " = ttg.memdesc_index %m[%" + constant + "] : " + all + " -> " + buffer + "\n";
  };
  std::string text = "#gap = #ttg.padded_shared<[" + std::to_string(interval) + ":+" +
                     std::to_string(amount) +
                     "] {order = [0, 1], shape = [4, 1]}>\n"
                     "#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = "
                     "[1, 0]}>\n"
                     "#four = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [4, 8], "
                     "warpsPerCTA = [1, 1], order = [1, 0]}>\n"
                     "#smem = #ttg.shared_memory\n"
                     "module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 1 : i32, "
                     "ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32} {\n"
                     "  tt.func public @kernel(%q: i1, %n: i32) {\n"
                     "    %c0 = arith.constant 0 : i32\n"
                     "    %c1 = arith.constant 1 : i32\n"
                     "    %m = ttg.local_alloc : () -> " +
                     all + "\n" + index("a", first) + index("b", second);
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
  return text + "    %r = ttg.memdesc_reshape %x : " + buffer +
         " -> !ttg.memdesc<2x2xf32, #plain, #smem, mutable>\n"
         "    %t = ttg.local_load %r : !ttg.memdesc<2x2xf32, #plain, #smem, mutable> -> "
         "tensor<2x2xf32, #four>\n"
         "    tt.return\n  }\n}\n";
}

bool ChosenBuffer::is_aligned() const {
  bool are_all = true;
  for (const Word buffer : {first, second}) {
    Word place = 0;
    for (Word element = 1; element <= buffer * kElements; ++element) {
      place += 1 + (element % interval == 0 ? amount : 0);
    }
    are_all = are_all && place * 4 % 16 == 0;
  }
  return are_all;
}

ChosenBuffer draw_chosen_buffer(gen::Source& source) {
  ChosenBuffer chosen;
  chosen.interval = kElements << source.below(3);
  chosen.amount = Word{1} << source.below(3);
  chosen.first = source.below(kBuffers);
  chosen.second = source.below(kBuffers);
  chosen.way =
      source.of({ChosenBuffer::Way::kIf, ChosenBuffer::Way::kLoop, ChosenBuffer::Way::kBranch});
  return chosen;
}

}  // namespace tileproof::laws
