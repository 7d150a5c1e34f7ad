#include "tests/checkers/engines/naive_questions.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace tileproof::testing::naive {
namespace {

bool any_point(const IndexMap& map, const std::function<bool(const Point&)>& is_such) {
  bool found = false;
  for_each_point(map.axes(), [&](const Point& at) { return !(found = is_such(at)); });
  return found;
}

using Parameters = std::map<std::string, Word>;

Parameters parameters_at(const IndexMap& map, const Point& at) {
  Parameters values;
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (map.axes()[i].is_parameter) values[map.axes()[i].name] = at[i];
  }
  return values;
}

// What every point of one side has: its parameters, f, and g or the point itself.
struct Seen {
  Parameters parameters;
  Point f;
  Point g;
};

std::vector<Seen> all_of(const IndexMap& f, const IndexMap* g) {
  std::vector<Seen> list;
  for_each_point(f.axes(), [&](const Point& at) {
    list.push_back({parameters_at(f, at), value_at(f, at), g == nullptr ? at : value_at(*g, at)});
    return true;
  });
  return list;
}

// Those with one value of f stand together, so that not all pairs are compared.
bool differ_somewhere(const std::vector<Seen>& one, const std::vector<Seen>& two) {
  std::map<Point, std::vector<const Seen*>> by_value;
  for (const Seen& each : two) by_value[each.f].push_back(&each);
  return std::ranges::any_of(one, [&](const Seen& x) {
    return std::ranges::any_of(by_value[x.f], [&](const Seen* y) {
      const bool is_one_choice = std::ranges::all_of(y->parameters, [&](const auto& each) {
        return x.parameters.at(each.first) == each.second;
      });
      return is_one_choice && x.g != y->g;
    });
  });
}

std::set<Point> values_of(const IndexMap& map) {
  std::set<Point> values;
  for_each_point(map.axes(), [&](const Point& at) {
    values.insert(value_at(map, at));
    return true;
  });
  return values;
}

// Of outputs without a size up to the largest.
std::vector<Word> box_of(const Covers& asked, const std::set<Point>& taken) {
  std::vector<Word> box;
  for (std::size_t k = 0; k < asked.sizes.size(); ++k) {
    Word largest = 0;
    for (const Point& value : taken) largest = std::max(largest, value[k]);
    box.push_back(asked.sizes[k].value_or(largest + 1));
  }
  return box;
}

bool is_in(const Point& value, const std::vector<Word>& box) {
  return std::ranges::equal(value, box, std::less<>());
}

struct ByLoops {
  bool operator()(const Below& asked) const {
    return any_point(asked.map, [&](const Point& at) {
      const auto value = value_at(asked.map, at);
      for (std::size_t k = 0; k < value.size(); ++k) {
        if (asked.bounds[k] && value[k] >= *asked.bounds[k]) return true;
      }
      return false;
    });
  }
  bool operator()(const Same& asked) const {
    return any_point(asked.one, [&](const Point& at) {
      return value_at(asked.one, at) != value_at(asked.two, at);
    });
  }
  bool operator()(const Multiple& asked) const {
    return any_point(asked.map,
                     [&](const Point& at) { return value_at(asked.map, at)[0] % asked.unit != 0; });
  }
  bool operator()(const Everywhere& asked) const {
    bool found = false;
    for_each_point(asked.formula.variables(), [&](const Point& at) {
      return !(found = !asked.formula.truth(U64{}, std::span<const Word>(at)));
    });
    return found;
  }
  bool operator()(const OverIntegers& /*asked*/) const {
    TP_CHECK(false, "integers without bounds are not visited");
  }
  bool operator()(const Determines& asked) const {
    const IndexMap* g = asked.g ? &*asked.g : nullptr;
    const auto one = all_of(asked.f, g);
    return differ_somewhere(one, asked.other ? all_of(asked.other->f, &asked.other->g) : one);
  }
  bool operator()(const Covers& asked) const {
    const auto taken = values_of(asked.map);
    if (asked.image) {
      return any_point(*asked.image, [&](const Point& at) {
        return !taken.contains(value_at(*asked.image, at));
      });
    }
    const auto box = box_of(asked, taken);
    Word values = 1;
    for (const Word size : box) values *= size;
    const auto within =
        std::ranges::count_if(taken, [&](const Point& value) { return is_in(value, box); });
    return static_cast<Word>(within) < values;
  }
};

}  // namespace

void for_each_point(std::span<const Axis> axes, const std::function<bool(const Point&)>& visit) {
  Point at;
  for (const Axis& axis : axes) at.push_back(axis.first);
  std::size_t i = 0;
  do {
    if (!visit(at)) return;
    for (i = 0; i < at.size() && ++at[i] == axes[i].first + axes[i].size; ++i) {
      at[i] = axes[i].first;
    }
  } while (i < at.size());
}

bool is_broken(const Question& question) { return std::visit(ByLoops{}, question.form); }

bool is_missing(const Covers& asked, const Point& value) {
  const auto taken = values_of(asked.map);
  const bool is_wanted =
      asked.image ? values_of(*asked.image).contains(value) : is_in(value, box_of(asked, taken));
  return is_wanted && !taken.contains(value);
}

}  // namespace tileproof::testing::naive
