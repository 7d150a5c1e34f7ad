#include "gpu_oracles/amd_fragments/amd_matrix_instruction.hpp"

#include <algorithm>

#include "encodings/triton/dot_operand.hpp"

namespace tileproof::oracles {
namespace {

using triton::AmdMfma;
using triton::AmdWmma;
using triton::CgaLayout;
using triton::DotOperand;

Error not_described(const AmdMatrixInstruction& instruction, const std::string& why) {
  return {
      ErrorCode::kUnsupported,
      "no layout describes " + instruction.name + " of " + instruction.architecture + ": " + why};
}

// As Triton counts: 1 gfx908, 2 gfx90a, 3 gfx942, 4 gfx950; 0 for others.
Word mfma_version(const std::string& architecture) {
  constexpr std::pair<const char*, Word> kVersions[] = {
      {"gfx908", 1}, {"gfx90a", 2}, {"gfx942", 3}, {"gfx950", 4}};
  for (const auto& [name, version] : kVersions) {
    if (architecture == name) return version;
  }
  return 0;
}

struct Layouts {
  DotOperand::Parent result;
  Word k_width = 0;
};

Result<Layouts> layouts_of(const AmdMatrixInstruction& instruction) {
  const Word m = instruction.m;
  const Word n = instruction.n;
  const Word k = instruction.k;
  if (m == 0 || m != n || k == 0 || instruction.bits == 0) {
    return not_described(instruction, "its tile is not square");
  }
  if (instruction.is_wmma()) {
    AmdWmma wmma;
    wmma.version = instruction.architecture.starts_with("gfx11") ? 1 : 2;
    wmma.tiles = triton::WarpGrid{{1, 1}, {1, 1}};
    wmma.instr_shape = {m, n, k};
    wmma.cga = CgaLayout::single(2);
    if (const auto error = check(wmma)) return not_described(instruction, error->message);
    return Layouts{wmma, wmma.version == 1 ? k : std::min(k / 2, 64 / instruction.bits)};
  }
  AmdMfma mfma;
  mfma.version = mfma_version(instruction.architecture);
  mfma.warps_per_cta = {1, 1};
  mfma.instr_shape = {m, n, k};
  mfma.tiles_per_warp = {1, 1};
  mfma.element_bits = instruction.sum_bits == 64 ? 64 : 32;
  mfma.cga = CgaLayout::single(2);
  if (mfma.version == 0) return not_described(instruction, "the architecture has no MFMA");
  if (const auto error = check(mfma)) return not_described(instruction, error->message);
  return Layouts{mfma, k * m / 64};
}

}  // namespace

Result<AmdElementPlace> defined_place(const AmdMatrixInstruction& instruction,
                                      AmdOperand operand,
                                      Word element,
                                      Word lane) {
  TP_TRY(layouts, layouts_of(instruction));
  const triton::RegisterPlace<Word> at{element, lane, 0, 0};
  const auto as_pair = [](const triton::Coords<Word>& coordinates) {
    return AmdElementPlace{coordinates[0], coordinates[1]};
  };
  if (operand == AmdOperand::kD) {
    const triton::Shape shape{instruction.m, instruction.n};
    if (const auto* wmma = std::get_if<AmdWmma>(&layouts.result)) {
      return as_pair(triton::element(U64{}, *wmma, shape, at));
    }
    return as_pair(triton::element(U64{}, std::get<AmdMfma>(layouts.result), shape, at));
  }
  const bool is_a = operand == AmdOperand::kA;
  const DotOperand layout{is_a ? Word{0} : Word{1}, layouts.k_width, layouts.result};
  if (const auto error = check(layout)) return not_described(instruction, error->message);
  const triton::Shape shape = is_a ? triton::Shape{instruction.m, instruction.k}
                                   : triton::Shape{instruction.k, instruction.n};
  return as_pair(triton::element(U64{}, layout, shape, at));
}

}  // namespace tileproof::oracles
