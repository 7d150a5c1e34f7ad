// What truth value does a formula give, for any values of its variables?  It is written once, as a
// function over an algebra, and run by two: U64, and the Recorder, whose graph the engines read.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <type_traits>
#include <vector>

#include "core/axis.hpp"
#include "core/recorder.hpp"

namespace tileproof {

class Formula {
 public:
  // body(a, at) gives a truth value of the algebra `a`; `at` are the variables in their order.
  template <typename Body>
  static Formula of(std::vector<Axis> variables, const Body& body) {
    Formula formula;
    auto parts = std::make_shared<Parts>();
    parts->value = [body](const U64& a, std::span<const Word> at) { return body(a, at); };
    parts->record = [body](const Recorder& a, std::span<const Recorded> at) { return body(a, at); };
    formula.variables_ = std::move(variables);
    formula.parts_ = std::move(parts);
    return formula;
  }

  // The same of a part of its variables' values.
  [[nodiscard]] Formula within(std::vector<Axis> variables) const {
    Formula formula;
    formula.variables_ = std::move(variables);
    formula.parts_ = parts_;
    return formula;
  }

  // The most significant first: of several counterexamples the smallest in this order is shown.
  [[nodiscard]] const std::vector<Axis>& variables() const { return variables_; }

  template <Algebra A>
  typename A::Bool truth(const A& a, std::span<const typename A::Word> at) const {
    if constexpr (std::is_same_v<A, U64>) {
      return parts_->value(a, at);
    } else {
      const Graph& steps = graph();
      return run(a, steps, at).truths[steps.truth_results[0]];
    }
  }
  [[nodiscard]] const Graph& graph() const;

 private:
  struct Parts {
    std::function<bool(const U64&, std::span<const Word>)> value;
    std::function<RecordedTruth(const Recorder&, std::span<const Recorded>)> record;
    std::once_flag once = {};
    Graph graph = {};
  };

  std::vector<Axis> variables_;
  std::shared_ptr<Parts> parts_;
};

}  // namespace tileproof
