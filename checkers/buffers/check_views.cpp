#include "checkers/buffers/check_views.hpp"

namespace tileproof::buffers {
namespace {

class ViewChecker {
 public:
  ViewChecker(const Plan& plan, std::size_t number, FindingList& list)
      : plan_(plan),
        view_(plan.views[number]),
        name_("view " + std::to_string(number + 1)),
        list_(list) {}

  void check() {
    const Allocation& a = plan_.allocations[view_.allocation];
    if (view_.index) {
      ask("index", {name_}, *view_.index, a.buffers, [&a](Word value) {
        return "buffer " + std::to_string(value) + " of '" + a.name + "', which has " +
               std::to_string(a.buffers);
      });
    }
    for (const auto& step : view_.steps) {
      if (const auto* remote = std::get_if<Remote>(&step)) {
        check_block(*remote);
      } else {
        check_slice(std::get<Slice>(step));
      }
    }
  }

 private:
  void check_block(const Remote& remote) {
    ask("block", {name_}, remote.block, plan_.blocks, [this](Word value) {
      return "block " + std::to_string(value) + " of a cluster of " + std::to_string(plan_.blocks);
    });
  }

  void check_slice(const Slice& slice) {
    for (std::size_t d = 0; d < slice.dims.size(); ++d) {
      const Word size = slice.sizes[d];
      const Word dim = slice.dims[d];
      const std::string dimension = "dimension " + std::to_string(d);
      const Word bound = size > dim ? 0 : dim - size + 1;
      ask("slice", {name_, dimension}, slice.offsets[d], bound, [=](Word value) {
        return "elements " + std::to_string(value) + " to " + std::to_string(value + size - 1) +
               " of " + dimension + ", which has " + std::to_string(dim);
      });
    }
  }

  void ask(const char* claim,
           std::vector<std::string> of,
           const Graph& value,
           Word bound,
           const std::function<std::string(Word)>& what) {
    std::vector<Axis> axes;
    Word points = 1;
    for (const View::Name& name : view_.names) {
      axes.push_back({name.name, name.size});
      points *= name.size;
    }
    const auto words = [&](const std::vector<Word>& point, Word found) {
      Counterexample example;
      for (std::size_t k = view_.names.size(); k-- > 0;) {
        const View::Name& name = view_.names[k];
        const Word at = name.first + point[k];
        example.text +=
            (example.text.empty() ? "where " : " and ") + name.name + " is " + std::to_string(at);
        example.add(name.name, at);
      }
      example.text += (example.text.empty() ? "it is " : " it is ") + what(found);
      example.add("value", found);
      return example;
    };
    list_.ask(claim,
              std::move(of),
              Bounded{map_of(value, std::move(axes)), bound, words},
              "all " + count_text(points, "value", "values"));
  }

  const Plan& plan_;
  const View& view_;
  std::string name_;
  FindingList& list_;
};

}  // namespace

void check_views(const Plan& plan, FindingList& list) {
  for (std::size_t k = 0; k < plan.views.size(); ++k) ViewChecker(plan, k, list).check();
}

}  // namespace tileproof::buffers
