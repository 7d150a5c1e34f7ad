#include "core/moves/program.hpp"

namespace tileproof::moves {

Word Packing::registers(Word elements) const {
  if (bytes_ >= 4) return elements * (bytes_ / 4);
  return (elements + in_a_register_ - 1) / in_a_register_;
}

std::optional<HeldByte> Packing::held(Word index, unsigned byte) const {
  if (bytes_ >= 4) {
    const Word at = index * 4 + byte;
    return HeldByte{at / bytes_, static_cast<unsigned>(at % bytes_)};
  }
  if (byte / bytes_ >= in_a_register_) return std::nullopt;
  return HeldByte{index * in_a_register_ + byte / bytes_, byte % bytes_};
}

std::string mnemonic(const Move& move, const Target& target) {
  const bool is_amd = target.vendor() == Target::Vendor::kAmd;
  const std::string bits = std::to_string(move.bits);
  const std::string matrices =
      std::to_string(move.to.size() + move.from.size()) + (move.is_transposed ? ".trans" : "");
  const std::string space = move.block ? "shared::cluster.b" : "shared.b";
  switch (move.op) {
    case MoveOp::kMove:
      return "mov";
    case MoveOp::kPermute:
      return "prmt";
    case MoveOp::kSelect:
      return "selp";
    case MoveOp::kShuffle:
      switch (move.shuffle) {
        case ShuffleKind::kIndex:
          return "shfl.idx";
        case ShuffleKind::kButterfly:
          return "shfl.bfly";
        case ShuffleKind::kUp:
          return "shfl.up";
        case ShuffleKind::kDown:
          return "shfl.down";
        case ShuffleKind::kBytes:
          return "ds_bpermute_b32";
      }
      break;
    case MoveOp::kStore:
      return (is_amd ? "ds_write_b" : "st." + space) + bits;
    case MoveOp::kLoad:
      return (is_amd ? "ds_read_b" : "ld." + space) + bits;
    case MoveOp::kStoreMatrices:
      return "stmatrix.x" + matrices;
    case MoveOp::kLoadMatrices:
      return "ldmatrix.x" + matrices;
    case MoveOp::kBarrier:
      return move.scope == Scope::kWarp    ? "barrier.warp"
             : move.scope == Scope::kBlock ? "barrier.cta"
                                           : "barrier.cluster";
  }
  TP_CHECK(false, "unknown move");
}

const AccessRule* access_rule(const Move& move, const Target& target) {
  Move local = move;
  local.block.reset();
  const auto rule = target.find_rule(mnemonic(local, target));
  return rule ? *rule : nullptr;
}

}  // namespace tileproof::moves
