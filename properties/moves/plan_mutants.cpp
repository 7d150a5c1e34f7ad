#include "properties/moves/plan_mutants.hpp"

#include <functional>

#include "core/algebra.hpp"
#include "core/moves/change_expression.hpp"

namespace tileproof::gen {
namespace {

using moves::IndexExpression;
using moves::Loop;
using moves::Move;
using moves::MoveOp;
using moves::Program;
using moves::Statement;

// An expression at other inputs: lane, warp, block and the loops.
using At = std::function<Recorded(std::vector<Recorded>)>;
// What takes an expression's place.
using Change =
    std::function<Recorded(const Recorder& a, const At& at, std::vector<Recorded> inputs)>;

// A move of a program, and where it stands.
struct Found {
  Move* move;
  std::vector<Statement>* list;
  std::size_t position;  // in the list
  std::uint32_t inputs;  // of its expressions
};

void find_moves(std::vector<Statement>& statements,
                std::uint32_t inputs,
                std::vector<Found>& found) {
  for (std::size_t i = 0; i < statements.size(); ++i) {
    if (auto* loop = std::get_if<Loop>(&statements[i].what)) {
      find_moves(loop->body, inputs + 1, found);
    } else {
      found.push_back({&std::get<Move>(statements[i].what), &statements, i, inputs});
    }
  }
}

std::vector<Found> moves_of(Program& program) {
  std::vector<Found> found;
  find_moves(program.statements, moves::kFirstLoopInput, found);
  return found;
}

void number_moves(Program& program) {
  std::size_t number = 0;
  for (const Found& at : moves_of(program)) at.move->origin = std::to_string(number++);
}

class Maker {
 public:
  Maker(const Program& plan, Source& choices) : plan_(plan), random_(choices) {}

  std::vector<PlanMutant> all() {
    Program copy = plan_;
    const auto list = moves_of(copy);
    for (std::size_t place = 0; place < list.size(); ++place) of_move(list[place], place);
    of_program();
    return std::move(mutants_);
  }

 private:
  using Edit = std::function<void(const Found& at)>;

  unsigned below(std::size_t end) { return static_cast<unsigned>(random_.below(end)); }
  unsigned lane() { return below(plan_.lanes); }

  void add(const char* kind, std::size_t place, const Edit& edit) {
    PlanMutant mutant{kind, plan_, place};
    edit(moves_of(mutant.program)[place]);
    number_moves(mutant.program);
    mutants_.push_back(std::move(mutant));
  }
  void add_value(const char* kind, std::size_t place, const Change& change) {
    add(kind, place, [&](const Found& at) {
      at.move->value = moves::changed(*at.move->value, at.inputs, change);
    });
  }

  void of_move(const Found& at, std::size_t place) {
    const Move& move = *at.move;
    if (move.op == MoveOp::kBarrier) {
      add("a barrier is dropped", place, [](const Found& found) {
        found.list->erase(found.list->begin() + static_cast<std::ptrdiff_t>(found.position));
      });
      return;
    }
    wrong_register(move, place);
    if (move.op == MoveOp::kPermute) wrong_bytes(place);
    if (move.op == MoveOp::kSelect) wrong_choice(place);
    if (move.op == MoveOp::kShuffle) swapped_lanes(place);
    if (moves::touches_memory(move.op)) {
      misaligned(move, place);
      forgotten_term(move, place, at.inputs);
    }
    if (move.op == MoveOp::kStore) copy_that_differs(place);
    if (move.op != MoveOp::kMove) idle_lane(place);
  }

  void swapped_lanes(std::size_t place) {
    for (int i = 0; i < 3; ++i) {
      const unsigned one = lane();
      const unsigned other = (one + 1 + below(plan_.lanes - 1)) % plan_.lanes;
      add_value("two lanes of a shuffle are swapped",
                place,
                [&](const Recorder& a, const At& at, std::vector<Recorded> inputs) {
                  const Recorded own = inputs[moves::kLaneInput];
                  inputs[moves::kLaneInput] =
                      a.ite(a.eq(own, one), other, a.ite(a.eq(own, other), one, own));
                  return at(inputs);
                });
    }
  }

  // The address without what one bit of the lane, the warp or the round adds to it.
  void forgotten_term(const Move& move, std::size_t place, std::uint32_t inputs) {
    for (std::uint32_t input = 0; input < inputs; ++input) {
      std::vector<Word> terms;
      for (unsigned bit = 0; bit < log2_ceil(count_of(input, place)); ++bit) {
        std::vector<Word> at(inputs, 0);
        const Word at_0 = results_of(U64{}, *move.value, std::span<const Word>(at))[0];
        at[input] = Word{1} << bit;
        if (results_of(U64{}, *move.value, std::span<const Word>(at))[0] != at_0) {
          terms.push_back(at[input]);
        }
      }
      if (terms.empty()) continue;
      const Word term = terms[below(terms.size())];
      add_value(moves::is_store(move.op) ? "a term of a store's place is forgotten"
                                         : "a term of a load's place is forgotten",
                place,
                [&](const Recorder& a, const At& at, std::vector<Recorded> given) {
                  given[input] = a.bit_and(given[input], ~term);
                  return at(given);
                });
    }
  }
  // How many numbers an input has, at this move.
  Word count_of(std::uint32_t input, std::size_t place) {
    if (input == moves::kLaneInput) return plan_.lanes;
    if (input == moves::kWarpInput) return plan_.warps;
    if (input == moves::kBlockInput) return 1;
    std::size_t before = 0;
    for (const Statement& statement : plan_.statements) {
      const auto* loop = std::get_if<Loop>(&statement.what);
      before += loop != nullptr ? loop->body.size() : 1;
      if (place < before) return loop->end;
    }
    return 1;
  }

  void misaligned(const Move& move, std::size_t place) {
    const unsigned bytes = moves::access_bytes(move);
    if (bytes == 1) return;
    // Of a matrix every lane below 8 gives a row.
    const unsigned where = lane() % (bytes == 16 ? 8 : plan_.lanes);
    add_value("an access is not aligned",
              place,
              [&](const Recorder& a, const At& at, const std::vector<Recorded>& inputs) {
                return a.add(at(inputs),
                             a.ite(a.eq(inputs[moves::kLaneInput], where), bytes / 2, 0));
              });
  }

  void wrong_bytes(std::size_t place) {
    for (unsigned digit = 0; digit < 4; ++digit) {
      const Word other = Word{1 + below(7)} << (4 * digit);
      add_value("bytes are permuted wrongly",
                place,
                [&](const Recorder& a, const At& at, const std::vector<Recorded>& inputs) {
                  return a.bit_xor(at(inputs), other);
                });
    }
  }

  void wrong_choice(std::size_t place) {
    add_value("the other register is chosen",
              place,
              [](const Recorder& a, const At& at, const std::vector<Recorded>& inputs) {
                return a.bit_xor(at(inputs), 1);
              });
  }

  void wrong_register(const Move& move, std::size_t place) {
    const bool stores = move.to.empty();
    const auto& list = stores ? move.from : move.to;
    const std::size_t k = below(list.size());
    // Of s and d, whose sizes the layouts say, only where a move has several registers.
    const auto& array = plan_.arrays[list[k].array];
    if (array.size < 2) {
      if (list.size() < 2) return;
      add("registers of a move are exchanged", place, [&](const Found& at) {
        auto& own = stores ? at.move->from : at.move->to;
        std::swap(own[k], own[(k + 1) % own.size()]);
      });
      return;
    }
    if (!stores && list.size() > 1) return;
    add("a register is the wrong one", place, [&](const Found& at) {
      auto& own = stores ? at.move->from : at.move->to;
      own[k].index = moves::changed(
          own[k].index,
          at.inputs,
          [](const Recorder& a, const At& index, const std::vector<Recorded>& inputs) {
            return a.bit_xor(index(inputs), 1);
          });
    });
  }

  // After each store another, of the same registers in the place of the next lane's.
  void copy_that_differs(std::size_t place) {
    Program copy = plan_;
    PlanMutant mutant{"a store meets a copy that differs", std::move(copy), place + 1};
    const Found at = moves_of(mutant.program)[place];
    Move again = *at.move;
    const Word bit = Word{1} << below(log2_ceil(plan_.lanes));
    again.value =
        moves::changed(*again.value,
                       at.inputs,
                       [&](const Recorder& a, const At& value, std::vector<Recorded> inputs) {
                         inputs[moves::kLaneInput] = a.bit_xor(inputs[moves::kLaneInput], bit);
                         return value(inputs);
                       });
    at.list->insert(at.list->begin() + static_cast<std::ptrdiff_t>(at.position) + 1,
                    Statement{again});
    number_moves(mutant.program);
    mutants_.push_back(std::move(mutant));
  }

  void idle_lane(std::size_t place) {
    const unsigned idle = lane();
    add("a lane takes no part", place, [&](const Found& at) {
      const Change without =
          [&](const Recorder& a, const At& before, const std::vector<Recorded>& inputs) {
            return a.ite(a.eq(inputs[moves::kLaneInput], idle), 0, before(inputs));
          };
      IndexExpression all;
      Steps steps;
      const Recorded one = 1;
      all = std::move(steps).graph({&one, 1});
      at.move->predicate = moves::changed(at.move->predicate.value_or(all), at.inputs, without);
    });
  }

  void of_program() {
    if (plan_.shared_bytes == 0) return;
    PlanMutant small{"shared memory is an element too small", plan_, 0};
    small.program.shared_bytes -= plan_.element_bits / 8;
    number_moves(small.program);
    mutants_.push_back(std::move(small));

    PlanMutant again{"it is repeated without a last barrier", plan_, 0};
    for (const Found& at : moves_of(again.program)) in_a_loop(*at.move, at.inputs);
    Loop loop{"again", 0, 2, std::move(again.program.statements)};
    again.program.statements.clear();
    again.program.statements.push_back({std::move(loop)});
    number_moves(again.program);
    mutants_.push_back(std::move(again));
  }

  // The numbers of loops follow that of the loop around all.
  static void in_a_loop(Move& move, std::uint32_t inputs) {
    const auto moved = [&](IndexExpression& expression) {
      expression = moves::changed(
          expression, inputs + 1, [](const Recorder&, const At& at, std::vector<Recorded> given) {
            given.erase(given.begin() + moves::kFirstLoopInput);
            return at(given);
          });
    };
    for (auto* list : {&move.to, &move.from}) {
      for (auto& reg : *list) moved(reg.index);
    }
    for (auto* value : {&move.value, &move.block, &move.predicate}) {
      if (*value) moved(**value);
    }
  }

  const Program& plan_;
  Source& random_;
  std::vector<PlanMutant> mutants_;
};

}  // namespace

std::vector<PlanMutant> mutants_of(const moves::Program& plan, Source& choices) {
  return Maker(plan, choices).all();
}

}  // namespace tileproof::gen
