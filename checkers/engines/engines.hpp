// The engines that decide questions.  Each answers, or says why it does not; which of them is
// asked, and in which order, is said in schedule.cpp.  None knows a claim or an encoding: they run
// the steps of definitions over an algebra of their own.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "checkers/limits/limits.hpp"
#include "checkers/questions/question.hpp"

namespace tileproof {

// It is so.
struct Yes {};

// Values of the question's variables that break it.
struct Broken {
  std::vector<Word> at;
  bool is_smallest = true;  // in the order of the variables
};

// A value that is not taken: a number for each output.  Nothing else of it can be replayed where
// there are many points: then `argument` says again why nothing takes it, on other numbers.
struct Missing {
  std::vector<Word> value;
  std::optional<Word> largest;  // of an offset
  std::vector<Word>
      image_at;  // of an image: the point that has the value, in the order of variables
  std::function<bool()> argument;
  // Where N points must take the offsets below N: a point beyond them, in the order of variables.
  // Which offset is left out is not said then, and `value` is empty.
  std::vector<Word> beyond_at = {};
};

struct Open {
  std::string reason;
};

using Answer = std::variant<Yes, Broken, Missing, Open>;

inline bool is_open(const Answer& answer) { return std::holds_alternative<Open>(answer); }
inline bool is_yes(const Answer& answer) { return std::holds_alternative<Yes>(answer); }

// Definitions over GF(2), and ranks.  For maps that are linear.
Answer decide_linear(const Question& question);
// The same; other maps it can only refute, on their tangents.
Answer decide_by_f2(const Question& question);

// Definitions as sums of stride * digit, and the difference form.  For affine maps: padding over
// nested powers of two, CuTe's strides.
Answer decide_by_strides(const Question& question);

// Sums of residues: are all values of a modular linear layout taken?
Answer decide_by_residues(const Question& question, const Limits& limits);

// Ranges of all steps.  For what is to be below a bound, and formulas.
Answer decide_by_ranges(const Question& question);

// Definitions as a circuit, and SAT by CaDiCaL.  For all but `covers`.
Answer decide_by_sat(const Question& question, const Limits& limits);

// Definitions as bit-vector terms of Z3, in a child process.  For all but `covers`.
Answer decide_by_smt(const Question& question, const Limits& limits);

// The same as integer terms of Z3, for what is asked over integers.
Answer decide_by_integers(const Question& question, const Limits& limits);

// Every case, by the recorded steps on 64-bit integers, or 32-bit ones where those are enough.  As
// many as there is time for; values that must be kept need memory.
Answer decide_by_enumeration(const Question& question, const Limits& limits);
// About how many seconds of a processor that takes where nothing is found before the end.
double enumeration_seconds(const Question& question);
// On how many processors at once, if there are as many.
std::size_t enumeration_threads(const Question& question, const Limits& limits);

}  // namespace tileproof
