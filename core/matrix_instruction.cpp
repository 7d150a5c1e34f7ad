#include "core/matrix_instruction.hpp"

#include <algorithm>
#include <array>

namespace tileproof {
namespace {

using enum MatrixFamily;

// One line of the table: versions from first to last; "f8" is any of the family's two formats of 8
// bits, for A and B alone.
struct Row {
  MatrixFamily family;
  unsigned first;
  unsigned last;
  std::string_view elements;  // of A and of B
  std::string_view sum;
  Word m;
  Word n;
  Word k;
};

constexpr std::array kRows{
    Row{kMma, 0, 0, "f16", "f16", 16, 8, 16},     Row{kMma, 0, 0, "f16", "f32", 16, 8, 16},
    Row{kMma, 0, 0, "bf16", "f32", 16, 8, 16},    Row{kMma, 0, 0, "tf32", "f32", 16, 8, 8},
    Row{kMma, 0, 0, "f8", "f16", 16, 8, 32},      Row{kMma, 0, 0, "f8", "f32", 16, 8, 32},
    Row{kMma, 0, 0, "i8", "i32", 16, 8, 32},      Row{kMma, 0, 0, "f64", "f64", 8, 8, 4},

    Row{kWgmma, 0, 0, "f16", "f16", 64, 0, 16},   Row{kWgmma, 0, 0, "f16", "f32", 64, 0, 16},
    Row{kWgmma, 0, 0, "bf16", "f32", 64, 0, 16},  Row{kWgmma, 0, 0, "tf32", "f32", 64, 0, 8},
    Row{kWgmma, 0, 0, "f8", "f16", 64, 0, 32},    Row{kWgmma, 0, 0, "f8", "f32", 64, 0, 32},
    Row{kWgmma, 0, 0, "i8", "i32", 64, 0, 32},

    Row{kTcgen05, 0, 0, "f16", "f16", 0, 0, 16},  Row{kTcgen05, 0, 0, "f16", "f32", 0, 0, 16},
    Row{kTcgen05, 0, 0, "bf16", "f32", 0, 0, 16}, Row{kTcgen05, 0, 0, "tf32", "f32", 0, 0, 8},
    Row{kTcgen05, 0, 0, "f8", "f16", 0, 0, 32},   Row{kTcgen05, 0, 0, "f8", "f32", 0, 0, 32},
    Row{kTcgen05, 0, 0, "i8", "i32", 0, 0, 32},

    Row{kMfma, 2, 4, "f64", "f64", 16, 16, 4},    Row{kMfma, 1, 4, "f32", "f32", 32, 32, 2},
    Row{kMfma, 1, 4, "f32", "f32", 16, 16, 4},    Row{kMfma, 1, 4, "f32", "f32", 4, 64, 16},
    Row{kMfma, 1, 4, "f32", "f32", 64, 4, 16},    Row{kMfma, 3, 3, "tf32", "f32", 32, 32, 4},
    Row{kMfma, 3, 3, "tf32", "f32", 16, 16, 8},   Row{kMfma, 1, 4, "f16", "f32", 32, 32, 8},
    Row{kMfma, 1, 4, "f16", "f32", 16, 16, 16},   Row{kMfma, 1, 4, "f16", "f32", 4, 64, 64},
    Row{kMfma, 1, 4, "f16", "f32", 64, 4, 64},    Row{kMfma, 4, 4, "f16", "f32", 32, 32, 16},
    Row{kMfma, 4, 4, "f16", "f32", 16, 16, 32},   Row{kMfma, 1, 2, "bf16", "f32", 32, 32, 4},
    Row{kMfma, 1, 2, "bf16", "f32", 16, 16, 8},   Row{kMfma, 2, 4, "bf16", "f32", 32, 32, 8},
    Row{kMfma, 2, 4, "bf16", "f32", 16, 16, 16},  Row{kMfma, 2, 4, "bf16", "f32", 4, 64, 64},
    Row{kMfma, 2, 4, "bf16", "f32", 64, 4, 64},   Row{kMfma, 4, 4, "bf16", "f32", 32, 32, 16},
    Row{kMfma, 4, 4, "bf16", "f32", 16, 16, 32},  Row{kMfma, 3, 4, "f8", "f32", 32, 32, 16},
    Row{kMfma, 3, 4, "f8", "f32", 16, 16, 32},    Row{kMfma, 1, 2, "i8", "i32", 32, 32, 8},
    Row{kMfma, 1, 2, "i8", "i32", 16, 16, 16},    Row{kMfma, 3, 4, "i8", "i32", 32, 32, 16},
    Row{kMfma, 3, 4, "i8", "i32", 16, 16, 32},    Row{kMfma, 1, 4, "i8", "i32", 4, 64, 64},
    Row{kMfma, 1, 4, "i8", "i32", 64, 4, 64},     Row{kMfma, 4, 4, "i8", "i32", 32, 32, 32},
    Row{kMfma, 4, 4, "i8", "i32", 16, 16, 64},

    Row{kWmma, 1, 2, "f16", "f32", 16, 16, 16},   Row{kWmma, 1, 2, "f16", "f16", 16, 16, 16},
    Row{kWmma, 1, 2, "bf16", "f32", 16, 16, 16},  Row{kWmma, 1, 2, "bf16", "bf16", 16, 16, 16},
    Row{kWmma, 1, 2, "i8", "i32", 16, 16, 16},    Row{kWmma, 1, 2, "i4", "i32", 16, 16, 16},
    Row{kWmma, 2, 2, "f8", "f32", 16, 16, 16},    Row{kWmma, 2, 2, "i4", "i32", 16, 16, 32},
    Row{kWmma, 3, 3, "f32", "f32", 16, 16, 4},    Row{kWmma, 3, 3, "f16", "f32", 16, 16, 32},
    Row{kWmma, 3, 3, "bf16", "f32", 16, 16, 32},  Row{kWmma, 3, 3, "f8", "f32", 16, 16, 64},
    Row{kWmma, 3, 3, "f8", "f32", 16, 16, 128},   Row{kWmma, 3, 3, "i8", "i32", 16, 16, 64},
    Row{kWmma, 3, 3, "f16", "f16", 16, 16, 32},   Row{kWmma, 3, 3, "bf16", "bf16", 16, 16, 32},
    Row{kWmma, 3, 3, "f8", "f16", 16, 16, 64},    Row{kWmma, 3, 3, "f8", "f16", 16, 16, 128},
};

// gfx94x alone has formats with another bias.
bool is_f8(MatrixFamily family, unsigned version, std::string_view element) {
  if (family == kMfma && version == 3) return element == "f8E4M3FNUZ" || element == "f8E5M2FNUZ";
  return element == "f8E4M3FN" || element == "f8E5M2";
}

}  // namespace

std::vector<MatrixInstruction> matrix_instructions(MatrixFamily family,
                                                   unsigned version,
                                                   std::string_view a,
                                                   std::string_view b,
                                                   std::string_view d) {
  std::vector<MatrixInstruction> list;
  for (const Row& row : kRows) {
    if (row.family != family || version < row.first || version > row.last || row.sum != d) continue;
    const bool fits = row.elements == "f8" ? is_f8(family, version, a) && is_f8(family, version, b)
                                           : row.elements == a && row.elements == b;
    if (!fits) continue;
    list.push_back(
        {family, version, std::string(a), std::string(b), std::string(d), row.m, row.n, row.k});
  }
  return list;
}

bool has_instruction(const Target& target, const MatrixInstruction& instruction) {
  const std::string_view name = target.architecture();
  if (target.vendor() == Target::Vendor::kNvidia) {
    const unsigned number = target.compute_capability();
    switch (instruction.family) {
      case kMma:
        return number >= (is_f8(kMma, 0, instruction.a) ? 89U : 80U);
      case kWgmma:
        return number == 90;
      case kTcgen05:
        return target.has_tensor_memory() && (instruction.a != "i8" || number != 103);
      case kMfma:
      case kWmma:
        return false;
    }
  }
  // By version, from 1 on.
  static constexpr std::array kCdna{"gfx908", "gfx90a", "gfx94", "gfx950"};
  static constexpr std::array kRdna{"gfx11", "gfx120", "gfx125"};
  const auto version_in = [&](const auto& names) {
    const auto* const own = std::ranges::find_if(
        names, [&](std::string_view prefix) { return name.starts_with(prefix); });
    return own == names.end() ? 0U : static_cast<unsigned>(own - names.begin() + 1);
  };
  if (instruction.family == kWmma) return version_in(kRdna) == instruction.version;
  if (instruction.family != kMfma) return false;
  const auto rows =
      matrix_instructions(kMfma, version_in(kCdna), instruction.a, instruction.b, instruction.d);
  return std::ranges::any_of(rows, [&](const MatrixInstruction& row) {
    return row.m == instruction.m && row.n == instruction.n && row.k == instruction.k;
  });
}

}  // namespace tileproof
