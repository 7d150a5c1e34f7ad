#include "properties/encoding_laws.hpp"

#include <algorithm>
#include <map>

#include "encodings/index_map/linear_form.hpp"
#include "properties/encoding_laws_detail.hpp"

namespace tileproof::laws {
namespace {

using namespace detail;

template <typename Names>
std::string named(const Names& names, const std::vector<Word>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    text += (i > 0 ? ", " : "") + names[i].name + " " + std::to_string(values[i]);
  }
  return text;
}
std::string point_text(const IndexMap& map, const std::vector<Word>& at) {
  return "(" + named(map.axes(), at) + ")";
}
std::string value_text(const IndexMap& map, const std::vector<Word>& value) {
  return named(map.out_axes(), value);
}

using Ops = EncodingOperations;

// A law of layouts that can be run.
template <LawResult (*Law)(const EncodingSubject&, const IndexMap&, const Ops&)>
LawResult of_map(const EncodingSubject& subject, const Ops& ops) {
  return subject.map() ? Law(subject, *subject.map(), ops) : LawResult::not_applicable();
}

LawResult rules_suffice(const EncodingSubject& subject, const Ops& /*ops*/) {
  if (subject.map()) return LawResult::kept();
  return LawResult::broken("it keeps the rules of its parameters, but " +
                           subject.map().error().message);
}

LawResult is_read_back(const EncodingSubject& subject, const Ops& ops) {
  const auto values = ops.parse(subject.family(), subject.text());
  if (!values) return LawResult::failed("reading its text", values.error());
  if (*values == subject.values()) return LawResult::kept();
  return LawResult::broken("it is read back as " + subject.family().print(*values));
}

// The steps and the definition, which the recorder and U64 run.
LawResult steps_give_the_definition(const EncodingSubject& /*subject*/,
                                    const IndexMap& map,
                                    const Ops& ops) {
  const auto table = table_of(map);
  if (!table) return LawResult::not_applicable();
  for (std::size_t i = 0; i < table->points.size(); ++i) {
    const auto steps = ops.run_steps(map, table->points[i]);
    if (steps == table->values[i]) continue;
    return LawResult::broken(point_text(map, table->points[i]) + " has " +
                             value_text(map, table->values[i]) + ", and by the recorded steps " +
                             value_text(map, steps));
  }
  return LawResult::kept();
}

LawResult different_points_have_different_values(const EncodingSubject& subject,
                                                 const IndexMap& map,
                                                 const Ops& /*ops*/) {
  const auto table = table_of(map);
  if (!table || !subject.family().promises().is_injective) return LawResult::not_applicable();
  std::map<std::vector<Word>, std::size_t> first;
  for (std::size_t i = 0; i < table->points.size(); ++i) {
    const auto [at, is_new] = first.emplace(table->values[i], i);
    if (is_new) continue;
    return LawResult::broken(point_text(map, table->points[at->second]) + " and " +
                             point_text(map, table->points[i]) + " both have " +
                             value_text(map, table->values[i]));
  }
  return LawResult::kept();
}

LawResult values_stay_below_their_bounds(const EncodingSubject& subject,
                                         const IndexMap& map,
                                         const Ops& /*ops*/) {
  const auto table = table_of(map);
  std::vector<std::optional<Word>> bounds;
  for (const OutAxis& out : map.out_axes()) bounds.push_back(out.size);
  if (!bounds[0]) bounds[0] = subject.allocation();
  const bool any = std::ranges::any_of(bounds, [](const auto& bound) { return bound.has_value(); });
  if (!table || !any) return LawResult::not_applicable();
  for (std::size_t i = 0; i < table->points.size(); ++i) {
    for (std::size_t k = 0; k < bounds.size(); ++k) {
      if (!bounds[k] || table->values[i][k] < *bounds[k]) continue;
      return LawResult::broken(point_text(map, table->points[i]) + " has " +
                               value_text(map, table->values[i]) + ", not below " +
                               std::to_string(*bounds[k]) + " in " + map.out_axes()[k].name);
    }
  }
  return LawResult::kept();
}

LawResult each_value_is_taken(const EncodingSubject& subject,
                              const IndexMap& map,
                              const Ops& /*ops*/) {
  const auto table = table_of(map);
  if (!table || !subject.family().promises().is_surjective || has_several_unsized_outputs(map)) {
    return LawResult::not_applicable();
  }
  const auto gap = first_gap(map, *table);
  return gap ? LawResult::broken("no point has " + value_text(map, *gap)) : LawResult::kept();
}

// Where it is linear over GF(2), by the algebra F2.
LawResult the_linear_form_is_the_definition(const EncodingSubject& /*subject*/,
                                            const IndexMap& map,
                                            const Ops& ops) {
  const auto table = table_of(map);
  const auto slots = output_slots(map);
  const LinearForm form = ops.linear_form(map, slots);
  if (!table || !form.map) return LawResult::not_applicable();
  for (std::size_t i = 0; i < table->points.size(); ++i) {
    Word packed = 0;
    unsigned shift = 0;
    for (std::size_t k = 0; k < map.axes().size(); ++k) {
      packed |= table->points[i][k] << shift;
      shift += log2_exact(map.axes()[k].size);
    }
    const Word value = (*form.map)(packed);
    for (std::size_t k = 0; k < slots.size(); ++k) {
      if ((value >> slots[k].shift & low_mask(slots[k].width)) == table->values[i][k]) continue;
      return LawResult::broken(point_text(map, table->points[i]) + " has " +
                               value_text(map, table->values[i]) + ", and by its matrix another");
    }
  }
  return LawResult::kept();
}

LawResult its_index_expression_is_it(const EncodingSubject& /*subject*/,
                                     const IndexMap& map,
                                     const Ops& ops) {
  const auto table = table_of(map);
  const auto printed = print_index_map(map);
  if (!table || (!printed && printed.error().code == ErrorCode::kUnsupported)) {
    return LawResult::not_applicable();
  }
  if (!printed) return LawResult::failed("printing its index expression", printed.error());
  const auto read = ops.read_expression(printed->text);
  if (!read) return LawResult::failed("reading " + printed->text, read.error());
  for (std::size_t i = 0; i < table->points.size(); ++i) {
    const auto value = value_at(*read, table->points[i]);
    if (value == table->values[i]) continue;
    return LawResult::broken(point_text(map, table->points[i]) + " has " +
                             value_text(map, table->values[i]) + ", and by the index expression " +
                             value_text(map, value));
  }
  return LawResult::kept();
}

constexpr EncodingLaw kLaws[] = {
    {"N1",
     "RulesSuffice",
     "A layout that keeps the rules of its parameters can be run: each input has a value, and "
     "nothing is "
     "divided by 0.",
     rules_suffice,
     "",
     1},
    {"N2",
     "IsReadBackAsItIsPrinted",
     "Its text is read back as the same parameters.",
     is_read_back,
     "",
     1},
    {"N3",
     "StepsGiveTheDefinition",
     "The recorded steps give at each point what the definition gives.",
     of_map<steps_give_the_definition>,
     "",
     1},
    {"N4",
     "DifferentPointsHaveDifferentValues",
     "If it promises to be injective, no two points have one value.",
     of_map<different_points_have_different_values>,
     "injective",
     1},
    {"N5",
     "ValuesStayBelowTheirBounds",
     "Each value is below the size of its output, and each offset below its allocation.",
     of_map<values_stay_below_their_bounds>,
     "in-bounds",
     1},
    {"N6",
     "EachValueIsTaken",
     "If it promises to be surjective, each coordinate, or each offset below the largest, is that "
     "of some "
     "point.",
     of_map<each_value_is_taken>,
     "surjective",
     1},
    {"N7",
     "TheLinearFormIsTheDefinition",
     "Where it is linear over GF(2), its matrix gives at each point what the definition gives.",
     of_map<the_linear_form_is_the_definition>,
     "",
     1},
    {"N8",
     "ItsIndexExpressionIsIt",
     "The index expression of its steps is read as the same function.",
     of_map<its_index_expression_is_it>,
     "",
     1},
    {"N9",
     "EnginesAgree",
     "No engine contradicts what all points say of injective, in-bounds and surjective, and one "
     "decides "
     "each.",
     engines_agree,
     "",
     10},
    {"N10",
     "CounterexamplesBreakTheClaim",
     "What is shown to refute a claim does so when the definition is run on it.",
     counterexamples_break_the_claim,
     "",
     5},
    {"N11",
     "CertificatesShowTheClaim",
     "That it is injective has, where it is proved, a certificate which the certifier accepts for "
     "that claim.",
     certificates_show_the_claim,
     "",
     5},
};

}  // namespace

std::span<const EncodingLaw> encoding_laws() { return kLaws; }

}  // namespace tileproof::laws
