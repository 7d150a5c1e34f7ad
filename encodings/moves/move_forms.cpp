#include "encodings/moves/move_forms.hpp"

#include <array>

namespace tileproof::moves {
namespace {

// A move of each kind; those of memory for all sizes.
std::vector<Move> all_moves() {
  std::vector<Move> list;
  const auto add = [&](MoveOp op, const auto& change) {
    Move move;
    move.op = op;
    change(move);
    list.push_back(std::move(move));
  };
  const auto as_it_is = [](Move&) {};
  for (const MoveOp op : {MoveOp::kMove, MoveOp::kPermute, MoveOp::kSelect}) add(op, as_it_is);
  for (const ShuffleKind kind : {ShuffleKind::kIndex,
                                 ShuffleKind::kButterfly,
                                 ShuffleKind::kUp,
                                 ShuffleKind::kDown,
                                 ShuffleKind::kBytes}) {
    add(MoveOp::kShuffle, [&](Move& move) { move.shuffle = kind; });
  }
  for (const MoveOp op : {MoveOp::kStore, MoveOp::kLoad}) {
    for (const unsigned bits : {8U, 16U, 32U, 64U, 96U, 128U}) {
      for (const bool is_remote : {false, true}) {
        add(op, [&](Move& move) {
          move.bits = bits;
          if (is_remote) move.block.emplace();
        });
      }
    }
  }
  for (const MoveOp op : {MoveOp::kStoreMatrices, MoveOp::kLoadMatrices}) {
    for (const unsigned count : {1U, 2U, 4U}) {
      for (const bool is_transposed : {false, true}) {
        add(op, [&](Move& move) {
          (op == MoveOp::kLoadMatrices ? move.to : move.from).resize(count);
          move.is_transposed = is_transposed;
        });
      }
    }
  }
  for (const Scope scope : {Scope::kWarp, Scope::kBlock, Scope::kCluster}) {
    add(MoveOp::kBarrier, [&](Move& move) { move.scope = scope; });
  }
  return list;
}

unsigned registers_of(const Move& move) {
  const std::size_t matrices = move.to.size() + move.from.size();
  if (matrices > 0) return static_cast<unsigned>(matrices);
  return move.bits < 32 ? 1 : move.bits / 32;
}

bool has_move(const Move& move, const Target& target) {
  const bool is_amd = target.vendor() == Target::Vendor::kAmd;
  if (touches_memory(move.op)) {
    if (move.block && target.compute_capability() < 90) return false;
    return access_rule(move, target) != nullptr;
  }
  if (move.op == MoveOp::kShuffle) return is_amd == (move.shuffle == ShuffleKind::kBytes);
  if (move.op == MoveOp::kBarrier && move.scope == Scope::kCluster) {
    return target.compute_capability() >= 90;
  }
  return true;
}

}  // namespace

std::string operands_of(const Move& move) {
  switch (move.op) {
    case MoveOp::kMove:
      return "tf";
    case MoveOp::kPermute:
    case MoveOp::kSelect:
      return "tfgx";
    case MoveOp::kShuffle:
      return move.shuffle == ShuffleKind::kBytes ? "txf" : "tfx";
    case MoveOp::kStore:
    case MoveOp::kStoreMatrices:
      return "aF";
    case MoveOp::kLoad:
    case MoveOp::kLoadMatrices:
      return "Ta";
    case MoveOp::kBarrier:
      return "";
  }
  TP_CHECK(false, "unknown move");
}

Result<MoveForm> move_form(std::string_view name, const Target& target) {
  static const std::vector<Move> kMoves = all_moves();
  bool is_known = false;
  for (const Move& move : kMoves) {
    // Of another target's spelling.
    for (const char* other : {"cuda:90", "hip:gfx942"}) {
      is_known = is_known || mnemonic(move, *Target::parse(other)) == name;
    }
    if (mnemonic(move, target) != name) continue;
    if (!has_move(move, target)) break;
    MoveForm form{move, operands_of(move), registers_of(move)};
    form.move.to.clear();
    form.move.from.clear();
    return form;
  }
  const std::string quoted = "'" + std::string(name) + "'";
  return Error{ErrorCode::kInvalid,
               is_known ? target.name() + " has no " + quoted : "no move is called " + quoted};
}

}  // namespace tileproof::moves
