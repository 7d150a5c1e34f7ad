// Evidence by visiting all cases, and by replaying clauses.
#include <algorithm>
#include <charconv>

#include "checkers/certificates/evidence.hpp"
#include "checkers/certificates/question_body.hpp"
#include "checkers/certificates/rup.hpp"

namespace tileproof::certificates {
namespace {

using What = Question::What;

constexpr Word kMaxCases = Word{1} << 24;
// Visits times the bytes of the layouts' texts, which bound the steps of a visit.
constexpr Word kMaxWork = Word{1} << 30;

// All assignments of the axes, the first fastest.
class Odometer {
 public:
  explicit Odometer(std::span<const Axis> axes) : axes_(axes.begin(), axes.end()) {
    for (const Axis& axis : axes_) at_.push_back(axis.first);
  }
  [[nodiscard]] std::span<const Word> at() const { return at_; }
  bool advance() {
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      if (++at_[i] != axes_[i].first + axes_[i].size) return true;
      at_[i] = axes_[i].first;
    }
    return false;
  }
  // The number of assignments, or nullopt above `most`.
  static std::optional<Word> count(std::span<const Axis> axes, Word most) {
    Word product = 1;
    for (const Axis& axis : axes) {
      if (axis.size > most / product) return std::nullopt;
      product *= axis.size;
    }
    return product;
  }

 private:
  std::vector<Axis> axes_;
  std::vector<Word> at_;
};

// A value as one number: coordinates are digits of their sizes, an offset is on top.  nullopt if
// a coordinate is not below its size or the number exceeds 64 bits.
std::optional<Word> one_number(const IndexMap& map, std::span<const Word> value) {
  Word weight = 1;
  Word number = 0;
  const auto add = [&](Word digit) {
    Word scaled = 0;
    return !__builtin_mul_overflow(digit, weight, &scaled) &&
           !__builtin_add_overflow(number, scaled, &number);
  };
  for (std::size_t k = 0; k < value.size(); ++k) {
    const auto& size = map.out_axes()[k].size;
    if (!size) continue;
    if (value[k] >= *size || !add(value[k])) return std::nullopt;
    if (__builtin_mul_overflow(weight, *size, &weight)) return std::nullopt;
  }
  if (map.gives_offset() && !add(value[0])) return std::nullopt;
  return number;
}

// The values of all points with these parameters, ascending; nullopt if one is not one number.
std::optional<std::vector<Word>> sorted_values(const IndexMap& map) {
  std::vector<Word> values;
  values.reserve(map.points());
  Odometer point(map.axes());
  do {
    const auto value = evaluate(U64{}, map, point.at());
    const auto number = one_number(map, {value.data(), value.size()});
    if (!number) return std::nullopt;
    values.push_back(*number);
  } while (point.advance());
  std::ranges::sort(values);
  return values;
}

Refusal visit_injective(const IndexMap& map) {
  const auto values = sorted_values(map);
  if (!values) return "a value exceeds its size";
  if (std::ranges::adjacent_find(*values) != values->end()) return "two points have one value";
  return std::nullopt;
}

Refusal visit_onto(const IndexMap& map) {
  auto values = sorted_values(map);
  if (!values) return "a value exceeds its size";
  const auto repeated = std::ranges::unique(*values);
  values->erase(repeated.begin(), repeated.end());
  Word wanted = 1;
  Word offsets = values->back();
  for (const OutAxis& out : map.out_axes()) {
    if (!out.size) continue;
    if (__builtin_mul_overflow(wanted, *out.size, &wanted)) return "too many values";
    offsets /= *out.size;
  }
  // All offsets up to the largest.
  if (map.gives_offset() && __builtin_mul_overflow(wanted, offsets + 1, &wanted)) {
    return "too many values";
  }
  if (values->size() == wanted) return std::nullopt;
  return "of " + std::to_string(wanted) + " values " + std::to_string(values->size()) +
         " are taken";
}

// What each cell of memory holds after all writes; each reader must find what it wants, alone.
Refusal visit_converts(const Question& question) {
  std::vector<std::pair<Word, Word>> held;  // offset and element
  // An element as the destination's or source's value, and where the memory has it.
  const auto element = [](const IndexMap& side, std::span<const Word> at) {
    return evaluate(U64{}, side, at);
  };
  const auto cell = [](const IndexMap& memory, const Words<U64>& at) {
    const auto offset = evaluate(U64{}, memory, std::span<const Word>(at.data(), at.size()));
    return one_number(memory, {offset.data(), offset.size()});
  };
  const auto number = [](const IndexMap& side, const Words<U64>& value) {
    return one_number(side, {value.data(), value.size()});
  };
  Odometer writer(question.source->axes());
  do {
    const auto put = element(*question.source, writer.at());
    const auto offset = cell(question.map, put);
    const auto what = number(*question.source, put);
    if (!offset || !what) return "a value exceeds its size";
    held.emplace_back(*offset, *what);
  } while (writer.advance());
  std::ranges::sort(held);
  Odometer reader(question.destination->axes());
  do {
    const auto wanted = element(*question.destination, reader.at());
    const auto offset = cell(*question.other, wanted);
    const auto what = number(*question.destination, wanted);
    if (!offset || !what) return "a value exceeds its size";
    const auto found =
        std::ranges::equal_range(held, *offset, std::less<>{}, &std::pair<Word, Word>::first);
    if (found.empty()) return "a place reads what nobody wrote";
    if (found.front().second != *what || found.back().second != *what) {
      return "a place reads another element";
    }
  } while (reader.advance());
  return std::nullopt;
}

// The numbers of one line of a proof up to its 0; false if it is none.
bool read_literals(std::string_view line, int variables, std::vector<int>& literals) {
  literals.clear();
  const char* at = line.data();
  const char* const end = at + line.size();
  while (true) {
    int literal = 0;
    const auto [next, error] = std::from_chars(at, end, literal);
    if (error != std::errc() || literal > variables || literal < -variables) return false;
    if (literal == 0) return next == end;
    if (next == end || *next != ' ') return false;
    literals.push_back(literal);
    at = next + 1;
  }
}

}  // namespace

Refusal check_enumeration(const Question& question, std::size_t text_size) {
  const auto cost = std::min<Word>(kMaxCases, kMaxWork / (text_size + 1));
  const auto is_feasible = [&](std::span<const Axis> axes) {
    return Odometer::count(axes, cost).has_value();
  };
  const std::string too_many = "more cases than are visited";
  if (question.what == What::kConverts) {
    if (!is_feasible(question.source->axes()) || !is_feasible(question.destination->axes())) {
      return too_many;
    }
    return visit_converts(question);
  }
  const bool is_table = !question.map.has_parameters() &&
                        (question.what == What::kInjective || question.what == What::kOnto);
  if (is_table) {
    if (!is_feasible(question.map.axes())) return too_many;
    return question.what == What::kOnto ? visit_onto(question.map) : visit_injective(question.map);
  }
  if (!is_pointwise(question)) return "parameters are not enumerated here";
  const auto axes = variables(question);
  if (!is_feasible(axes)) return too_many;
  const Statement<U64> statement(U64{}, question);
  Odometer at(axes);
  do {
    if (statement.happens(at.at())) return "a case breaks it";
  } while (at.advance());
  return std::nullopt;
}

// "clauses VARIABLES COUNT HASH", "lemmas N", then N lines of DRAT.
Refusal check_drat(Lines& lines, const Question& question, ReplaySizes& sizes) {
  if (!is_pointwise(question)) return "drat has no clauses for this question";
  const auto stated = lines.numbers("clauses");
  if (!stated) return "'clauses' has the number of variables and of clauses, and their hash";
  const auto clauses = clauses_of(question);
  if (!clauses) return "the question has more than 2^20 gates";
  if (*stated !=
      std::vector<Word>{static_cast<Word>(clauses->variables), clauses->count, clauses->hash()}) {
    return "the proof is about other clauses than the claim's";
  }
  const auto count = lines.numbers("lemmas");
  if (!count || count->size() != 1) return "'lemmas' has the number of lines";
  Replay replay(*clauses);
  std::vector<int> literals;
  for (Word i = 0; i < count->front(); ++i) {
    auto line = lines.next();
    if (!line) return "the proof ends early";
    const bool is_deletion = line->starts_with("d ");
    if (is_deletion) line->remove_prefix(2);
    if (!read_literals(*line, clauses->variables, literals)) return "not a line of DRAT";
    if (is_deletion) {
      replay.remove(literals);
    } else if (!replay.add(literals)) {
      return "the clause does not follow by unit propagation";
    }
    if (replay.is_out_of_time()) return "the proof takes too long to replay";
  }
  if (!replay.is_contradiction()) return "the proof reaches no contradiction";
  sizes.clauses += clauses->count;
  sizes.lemmas += count->front();
  return std::nullopt;
}

}  // namespace tileproof::certificates
