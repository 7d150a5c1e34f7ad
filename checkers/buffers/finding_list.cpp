#include "checkers/buffers/finding_list.hpp"

namespace tileproof::buffers {

void FindingList::ask_text(std::string_view name,
                           std::vector<std::string> of,
                           bool holds,
                           Counterexample example) {
  if (!holds) {
    return add(
        name, std::move(of), Refuted::replayed("text", std::move(example), [] { return true; }));
  }
  Prover prover;
  prover.ask(Read{name, true});
  add(name, std::move(of), prover.proved("the numbers in the text"));
}

IndexMap map_of(const Graph& graph, std::vector<Axis> axes) {
  auto map = IndexMap::make(graph, std::move(axes), {OutAxis{"offset", std::nullopt}});
  TP_CHECK(map.has_value(), "a graph that was read: " + map.error().message);
  return *std::move(map);
}

std::string count_text(Word number, const char* one, const char* many) {
  return std::to_string(number) + " " + (number == 1 ? one : many);
}

}  // namespace tileproof::buffers
