// Do the registers of a warp hold what a matrix instruction multiplies?
//
// Instructions know places alone: an element of A in some lane and register is multiplied by those
// of B in some others, and the sum goes to the place in D of the row of the one and the column of
// the other (core/matrix_tile.hpp).  So the layouts of A, B and D must move alike along rows,
// columns and K, wherever the instruction has one digit of these:
//
//   digit of the instruction    A              B              D
//   row 4                       lane 4: 4                     lane 32: 4
//   k 4                         lane 32: 4     lane 32: 4
//
// Beyond one instruction registers and warps repeat it: A as D along rows, B as D along columns, A
// as B along K, and each warp has all of K.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "checkers/ttgir/known_layouts.hpp"
#include "core/matrix_tile.hpp"

namespace tileproof {

// Why registers do not fill an instruction.
struct Misfit {
  bool is_sure = false;  // else it is not decided whether they do
  std::string words;
};

class RegisterProduct {
 public:
  // Each byte of a packed operand is two elements along K.  Requires: a form of rank 2 or 3.
  struct Operand {
    const Placed& placed;
    bool is_packed = false;
  };
  RegisterProduct(const MatrixInstruction& instruction,
                  const MatrixTile& tile,
                  const Operand& a,
                  const Operand& b,
                  const Placed& d);

  [[nodiscard]] std::optional<Misfit> misfit() const;
  // The scales of A (rows by runs of K) or of B (columns by runs).  Requires: a form of rank 2.
  [[nodiscard]] std::optional<Misfit> misfit_of_scales(bool is_a, const Placed& scales) const;

 private:
  // Rows, columns, elements of K (as in MatrixAxis), and which of several products.
  static constexpr std::size_t kAxes = 4;
  using Move = std::array<Word, kAxes>;
  using Axes = std::array<std::size_t, 2>;  // of the last two dimensions
  // How far a place is moved by a bit of its number.
  struct Step {
    std::string place;  // "lane 32"
    Word by = 0;
  };
  struct Held {
    std::string name;
    std::array<std::vector<Step>, kAxes> digits;   // those of the instruction
    std::array<std::vector<Step>, kAxes> repeats;  // of the registers beyond
    std::vector<Move> warps;
    std::vector<Move> ctas;
    std::optional<Misfit> misfit;  // that is seen without the others
  };

  [[nodiscard]] static std::vector<Move> moves(const Placed& placed, Name dim, const Axes& axes);
  [[nodiscard]] Held lanes_of(std::string name,
                              const Axes& axes,
                              const Placed& placed,
                              const MatrixTile::Lanes& lanes) const;
  [[nodiscard]] Held operand(std::string name,
                             const Axes& axes,
                             const Operand& operand,
                             const MatrixTile::Lanes& lanes) const;
  [[nodiscard]] Held result(const Placed& d) const;
  [[nodiscard]] static std::optional<Misfit> difference(const Held& one,
                                                        const Held& other,
                                                        std::size_t axis);
  [[nodiscard]] std::optional<Misfit> misfit_of_runs(const Held& side) const;

  MatrixInstruction instruction_;
  MatrixTile tile_;
  Held a_;
  Held b_;
  Held d_;
};

}  // namespace tileproof
