#include "checkers/ttgir/functions.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/range/iterator_range.hpp>

namespace tileproof {

using ttgir::Operation;
using ttgir::OpId;
using ttgir::OpKind;

namespace {

// The name that stands behind an '@': a word, or anything in quotes, which are no part of it.
std::string_view symbol(std::string_view behind) {
  if (!behind.starts_with('"')) return behind.substr(0, behind.find_first_of("( \t\r\n"));
  auto end = behind.find('"', 1);
  while (end != std::string_view::npos && behind[end - 1] == '\\') end = behind.find('"', end + 1);
  return behind.substr(1, end == std::string_view::npos ? end : end - 1);
}

// `@f` in the text of an operation, up to its operands.
std::optional<std::string_view> first_symbol(const ttgir::Module& module,
                                             const ttgir::Operation& op) {
  const auto head = module.text.substr(op.head.begin, op.head.end - op.head.begin);
  const auto at = head.find('@');
  if (at == std::string_view::npos) return std::nullopt;
  return symbol(head.substr(at + 1));
}

}  // namespace

std::optional<std::string_view> name_of_function(const ttgir::Module& module,
                                                 const ttgir::Operation& function) {
  const auto name = module.attribute(function, "sym_name");
  if (!name) return first_symbol(module, function);
  return name->size() >= 2 ? name->substr(1, name->size() - 2) : *name;
}

std::string_view name_of_callee(const ttgir::Module& module, const ttgir::Operation& call) {
  if (const auto callee = module.attribute(call, "callee")) {
    return symbol(callee->substr(std::min<std::size_t>(1, callee->size())));
  }
  return first_symbol(module, call).value_or("");
}

CallGraph::CallGraph(const ttgir::Module& module,
                     const Functions& functions,
                     const std::vector<Predicate>& predicates) {
  std::vector<OpId> list;
  for (OpId id = 0; id < module.operations.size(); ++id) {
    if (module.operations[id].kind() != OpKind::kFunction) continue;
    numbers_.emplace(&module.operations[id], list.size());
    list.push_back(id);
  }
  using Calls = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  Calls calls(list.size());
  std::vector<std::vector<bool>> own(list.size(), std::vector<bool>(predicates.size(), false));
  for (std::size_t number = 0; number < list.size(); ++number) {
    for (OpId id = list[number] + 1; id < module.operations[list[number]].end; ++id) {
      const Operation& op = module.operations[id];
      for (std::size_t p = 0; p < predicates.size(); ++p) {
        if (!own[number][p] && predicates[p](op)) own[number][p] = true;
      }
      if (op.kind() != OpKind::kCall) continue;
      const auto callee = functions.find(name_of_callee(module, op));
      if (callee != functions.end()) boost::add_edge(number, numbers_.at(callee->second), calls);
    }
  }
  circles_.resize(list.size());
  const auto count = boost::strong_components(
      calls, boost::make_iterator_property_map(circles_.begin(), get(boost::vertex_index, calls)));
  // A circle's number is above those of the circles that it calls.
  std::vector<std::vector<std::size_t>> members(count);
  for (std::size_t number = 0; number < list.size(); ++number) {
    members[circles_[number]].push_back(number);
  }
  for (const auto& circle : members) {
    auto& has = has_within_.emplace_back(predicates.size(), false);
    for (const std::size_t number : circle) {
      for (std::size_t p = 0; p < predicates.size(); ++p) has[p] = has[p] || own[number][p];
      for (const auto edge : boost::make_iterator_range(out_edges(number, calls))) {
        const std::size_t called = circles_[target(edge, calls)];
        if (called + 1 == has_within_.size()) continue;
        for (std::size_t p = 0; p < predicates.size(); ++p) {
          has[p] = has[p] || has_within_[called][p];
        }
      }
    }
  }
}

bool CallGraph::has(const Operation& function, std::size_t predicate) const {
  return has_within_[circles_[numbers_.at(&function)]][predicate];
}

bool CallGraph::are_in_one_circle(const Operation& one, const Operation& other) const {
  return circles_[numbers_.at(&one)] == circles_[numbers_.at(&other)];
}

}  // namespace tileproof
