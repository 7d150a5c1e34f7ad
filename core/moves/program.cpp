#include "core/moves/program.hpp"

namespace tileproof::moves {

std::optional<Error> check_head(const Program& program) {
  const auto refuse = [](const std::string& what) { return Error{ErrorCode::kInvalid, what}; };
  const unsigned bits = program.element_bits;
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64 && bits != 128) {
    return refuse("elements have 8, 16, 32, 64 or 128 bits, not " + std::to_string(bits));
  }
  const unsigned most = bits < 32 ? 32 / bits : 1;
  if (program.in_a_register > most || !is_power_of_two(program.in_a_register)) {
    return refuse("a register holds 1 to " + std::to_string(most) + " elements of " +
                  std::to_string(bits) + " bits, not " + std::to_string(program.in_a_register));
  }
  // RDNA has waves of two sizes, but for gfx125.
  const std::string& target = program.target.name();
  const unsigned usual = program.target.warp_size();
  const auto architecture = program.target.architecture();
  const bool has_both = architecture.starts_with("gfx1") && !architecture.starts_with("gfx125");
  if (program.lanes != usual && !(has_both && (program.lanes == 32 || program.lanes == 64))) {
    return refuse("a warp of " + target + " has " + std::to_string(usual) + " lanes");
  }
  if (program.warps * program.lanes > kMaxThreadsOfBlock) {
    return refuse(std::to_string(program.warps) + " warps are more than " +
                  std::to_string(kMaxThreadsOfBlock) + " threads");
  }
  if (program.blocks > kMaxBlocks || !is_power_of_two(program.blocks)) {
    return refuse("blocks are a power of two up to " + std::to_string(kMaxBlocks));
  }
  if (program.blocks > 1 && program.target.compute_capability() < 90) {
    return refuse(target + " has no clusters of blocks");
  }
  if (program.shared_bytes > kMaxSharedBytes) {
    return refuse(std::to_string(program.shared_bytes) + " bytes are more than " +
                  std::to_string(kMaxSharedBytes) + ", which no block has");
  }
  return std::nullopt;
}

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

namespace {

std::string spelled(const Move& move, const Target& target, bool is_remote) {
  const auto in_shared = [&](const char* amd, const char* nvidia) {
    if (target.vendor() == Target::Vendor::kAmd) return amd + std::to_string(move.bits);
    return nvidia + std::string(is_remote ? "shared::cluster.b" : "shared.b") +
           std::to_string(move.bits);
  };
  const auto matrices = [&] {
    return std::to_string(move.to.size() + move.from.size()) + (move.is_transposed ? ".trans" : "");
  };
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
      return in_shared("ds_write_b", "st.");
    case MoveOp::kLoad:
      return in_shared("ds_read_b", "ld.");
    case MoveOp::kStoreMatrices:
      return "stmatrix.x" + matrices();
    case MoveOp::kLoadMatrices:
      return "ldmatrix.x" + matrices();
    case MoveOp::kBarrier:
      return move.scope == Scope::kWarp    ? "barrier.warp"
             : move.scope == Scope::kBlock ? "barrier.cta"
                                           : "barrier.cluster";
  }
  TP_CHECK(false, "unknown move");
}

}  // namespace

std::string mnemonic(const Move& move, const Target& target) {
  return spelled(move, target, move.block.has_value());
}

const AccessRule* access_rule(const Move& move, const Target& target) {
  const auto rule = target.find_rule(spelled(move, target, false));
  return rule ? *rule : nullptr;
}

}  // namespace tileproof::moves
