// Which function does a call mean?
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "encodings/ttgir/module.hpp"

namespace tileproof {

// The functions of a module by their names, without '@'.
using Functions = std::map<std::string_view, const ttgir::Operation*, std::less<>>;

// The name of a function; nullopt if the text gives it none.
std::optional<std::string_view> name_of_function(const ttgir::Module& module,
                                                 const ttgir::Operation& function);

// The name of the function that is called; empty if the text names none.
std::string_view name_of_callee(const ttgir::Module& module, const ttgir::Operation& call);

// What the functions of a module have within themselves, and within what they call.
class CallGraph {
 public:
  using Predicate = std::function<bool(const ttgir::Operation&)>;

  // Cost: a look at each operation.
  CallGraph(const ttgir::Module& module,
            const Functions& functions,
            const std::vector<Predicate>& predicates);

  // Has the function, or one that it calls, an operation for which the predicate of this number
  // holds?
  [[nodiscard]] bool has(const ttgir::Operation& function, std::size_t predicate) const;
  // Does one lead to the other, and that one back?
  [[nodiscard]] bool are_in_one_circle(const ttgir::Operation& one,
                                       const ttgir::Operation& other) const;

 private:
  std::map<const ttgir::Operation*, std::size_t> numbers_;
  std::vector<std::size_t> circles_;           // by the function's number
  std::vector<std::vector<bool>> has_within_;  // by the circle, for each predicate
};

}  // namespace tileproof
