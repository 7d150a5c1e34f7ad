// Which laws do index expressions, the steps that are recorded of them, and machine integers keep?
// Each is one predicate about a text and a point, whose sentence stands in its row (law_rows.cpp).
// What it judges is a parameter, so that a test can put a wrong one in its place.
//
// Texts that parse() or bind() refuses are not what a law is about.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/f2_algebra.hpp"
#include "core/machine.hpp"
#include "core/ranges.hpp"
#include "core/simplify.hpp"
#include "encodings/expression/function.hpp"
#include "encodings/expression/print.hpp"
#include "encodings/expression/print_graph.hpp"
#include "encodings/index_map/linear_form.hpp"
#include "properties/family.hpp"

namespace tileproof::laws {

struct ExpressionOperations {
  using Function = expression::Function;
  using Intervals = std::span<const IntervalWord>;

  Result<Function> (*parse)(std::string_view) = expression::parse;
  Result<Function> (*bind)(Function, std::span<const Word>) = expression::bind;
  std::string (*print)(const Function&) = expression::print;
  Words<U64> (*value)(const Function&, std::span<const Word>) =
      [](const Function& f, std::span<const Word> at) { return evaluate(U64{}, f, at); };
  Words<Recorder> (*record)(const Recorder&, const Function&, std::span<const Recorded>) =
      [](const Recorder& a, const Function& f, std::span<const Recorded> at) {
        return evaluate(a, f, at);
      };
  Ranges (*ranges)(const Graph&, Intervals) = tileproof::ranges;
  Graph (*simplify)(const Graph&, Intervals) = tileproof::simplify;
  // Are the steps of a machine right at a point?
  bool (*is_right)(const Graph&, std::span<const Word>, Machine) =
      [](const Graph& graph, std::span<const Word> at, Machine machine) {
        const U64 a;
        const auto frame = run(a, graph, at);
        return MachineCheck<U64>(a, machine, graph, frame).all_right();
      };
  Result<std::string> (*print_graph)(const Graph&,
                                     std::span<const Axis>,
                                     std::span<const OutAxis>) = expression::print_graph;
  LinearForm (*linear_form)(const IndexMap&) = [](const IndexMap& map) {
    return tileproof::linear_form(map);
  };
};

using Point = std::vector<Word>;

LawResult expression_text_gives_back(const std::string& text,
                                     const Point& at,
                                     const ExpressionOperations& ops = {});
LawResult expression_means_what_c_says(const std::string& text,
                                       const Point& at,
                                       const ExpressionOperations& ops = {});
LawResult expression_is_its_steps(const std::string& text,
                                  const Point& at,
                                  const ExpressionOperations& ops = {});
LawResult ranges_hold_each_value(const std::string& text,
                                 const Point& at,
                                 const ExpressionOperations& ops = {});
LawResult simplified_steps_give_the_same(const std::string& text,
                                         const Point& at,
                                         const ExpressionOperations& ops = {});
LawResult steps_as_text_give_the_same(const std::string& text,
                                      const Point& at,
                                      const ExpressionOperations& ops = {});
LawResult linear_form_gives_the_same(const std::string& text,
                                     const Point& at,
                                     const ExpressionOperations& ops = {});
LawResult right_steps_are_a_machines(const std::string& text,
                                     const Point& at,
                                     Machine machine,
                                     const ExpressionOperations& ops = {});
// Of steps that are all sums, products and differences of numbers that are used once.
LawResult wrong_steps_are_not_a_machines(const std::string& text,
                                         const Point& at,
                                         Machine machine,
                                         const ExpressionOperations& ops = {});

// In the order of their numbers: I1, I2 ...
std::span<const FamilyLaw<ExpressionOperations>> expression_laws();
std::vector<FamilyMutant<ExpressionOperations>> expression_mutants();
std::vector<Generator> expression_generators();

}  // namespace tileproof::laws
