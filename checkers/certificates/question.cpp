#include "checkers/certificates/question.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace tileproof::certificates {
namespace {

using What = Question::What;
using Questions = std::vector<Question>;

Error misfit(std::string message) { return {ErrorCode::kUsage, std::move(message)}; }

bool has_plain_axes(const IndexMap& map) {
  return std::ranges::all_of(
      map.axes(), [](const Axis& axis) { return axis.first == 0 && !axis.is_parameter; });
}

// What the outputs of a map must be below to be elements of a memory with these inputs.
std::vector<std::optional<Word>> sizes_of_inputs(const IndexMap& memory) {
  std::vector<std::optional<Word>> sizes;
  for (const Axis& axis : memory.axes()) sizes.emplace_back(axis.size);
  return sizes;
}

// Cuts `whole` at `axis` into the sizes of the axes of `digits` from there on.
bool cut_like(IndexMap& whole, const IndexMap& digits, std::size_t axis) {
  const Axis& one = whole.axes()[axis];
  if (one.first != 0 || one.is_parameter) return false;
  std::vector<Word> sizes;
  Word product = 1;
  for (std::size_t i = axis; i < digits.axes().size() && product < one.size; ++i) {
    sizes.push_back(digits.axes()[i].size);
    if (__builtin_mul_overflow(product, sizes.back(), &product)) return false;
  }
  if (product != one.size) return false;
  whole = whole.cut(axis, std::move(sizes));
  return true;
}

// Gives both the same axes, where one has a coordinate in one piece and the other in digits.
bool match(IndexMap& a, IndexMap& b) {
  a = a.without_unit_axes();
  b = b.without_unit_axes();
  for (std::size_t i = 0; i < std::min(a.axes().size(), b.axes().size()); ++i) {
    if (a.axes()[i].size > b.axes()[i].size && !cut_like(a, b, i)) return false;
    if (b.axes()[i].size > a.axes()[i].size && !cut_like(b, a, i)) return false;
    const Axis& x = a.axes()[i];
    const Axis& y = b.axes()[i];
    if (x.size != y.size || x.first != y.first || x.is_parameter != y.is_parameter) return false;
  }
  return a.axes().size() == b.axes().size() && a.out_axes().size() == b.out_axes().size() &&
         a.gives_offset() == b.gives_offset();
}

// The fields of a claim, each read once.
class Fields {
 public:
  explicit Fields(const StatedClaim& claim) : fields_(claim.fields.begin(), claim.fields.end()) {}

  [[nodiscard]] const std::string& text(const std::string& name) const { return fields_.at(name); }
  Result<Word> number(const std::string& name, Word low, Word high) const {
    const auto value = parse_number(text(name));
    if (value && low <= *value && *value <= high) return *value;
    return misfit("'" + name + "' must be a number from " + std::to_string(low) + " to " +
                  std::to_string(high));
  }

 private:
  std::map<std::string, std::string> fields_;
};

Result<Questions> aligned(IndexMap map, const Fields& fields) {
  Question question{What::kAligned, std::move(map)};
  TP_TRY(element_bits, fields.number("element_bits", 1, 1024));
  TP_TRY(bytes, fields.number("bytes", 1, Word{1} << 20));
  TP_TRY(vector, fields.number("vector", 1, ~Word{0}));
  const auto axes = question.map.axes();
  const auto along = std::ranges::find(axes, fields.text("along"), &Axis::name);
  if (along == axes.end() || along->is_parameter || along->first != 0 ||
      along->size % vector != 0) {
    return misfit("'along' must name an input that vectors divide");
  }
  question.along = static_cast<std::size_t>(along - axes.begin());
  question.element_bits = element_bits;
  question.bytes = bytes;
  question.vector = vector;
  return Questions{question};
}

Result<Questions> conflict_free(IndexMap memory, IndexMap access, const Fields& fields) {
  if (!has_plain_axes(memory) || !has_plain_axes(access)) {
    return misfit("'conflict-free' takes inputs that start at 0 and no parameters");
  }
  if (memory.axes().size() != access.out_axes().size()) {
    return misfit("the access does not give the memory's coordinates");
  }
  TP_TRY(target, Target::parse(fields.text("target")));
  TP_TRY(rule, target.find_rule(fields.text("instruction")));
  if (rule->counts_each_lane) return misfit("lanes of one word conflict: this is not asked");
  TP_TRY(element_bits, fields.number("element_bits", 1, 1024));
  const auto axes = access.axes();
  const auto lane = std::ranges::find(axes, "lane", &Axis::name);
  const Word active = rule->matrices != 0 ? 8 * rule->matrices : rule->lanes;
  if (lane == axes.end() || lane->size < active) {
    return misfit("the access needs an input 'lane' of " + std::to_string(active) + " values");
  }
  const auto zero_bits = parse_numbers(fields.text("zero_bits"));
  const auto at = static_cast<std::size_t>(lane - axes.begin());
  if (!zero_bits || zero_bits->size() != axes.size() || (*zero_bits)[at] != 0) {
    return misfit("'zero_bits' has a number for each input of the access, 0 for the lane");
  }
  Question question{What::kConflictFree, std::move(memory), std::move(access)};
  question.along = at;
  question.zero_bits = *zero_bits;
  question.element_bits = element_bits;
  question.rule = rule;
  return Questions{question};
}

Result<Questions> converts(const std::vector<IndexMap>& maps) {
  for (const IndexMap& map : maps) {
    if (!has_plain_axes(map)) {
      return misfit("'converts' takes inputs that start at 0 and no parameters");
    }
  }
  const auto sizes = sizes_of_inputs(maps[1]);
  if (sizes_of_inputs(maps[2]) != sizes) return misfit("the memories hold different shapes");
  if (!maps[1].gives_offset() || !maps[2].gives_offset() ||
      maps[1].out_axes().size() != maps[2].out_axes().size()) {
    return misfit("both memories of 'converts' must give the same kind of offset");
  }
  for (const IndexMap* side : {&maps[0], &maps[3]}) {
    if (side->out_axes().size() != sizes.size()) {
      return misfit("source and destination must give the memory's coordinates");
    }
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      if (side->out_axes()[k].size != sizes[k]) {
        return misfit("source and destination must have the memory's shape");
      }
    }
  }
  return Questions{Question{What::kConverts, maps[1], maps[2], maps[0], maps[3]}};
}

}  // namespace

std::string_view name(What what) {
  constexpr std::array<std::string_view, 9> kNames = {"injective",
                                                      "onto",
                                                      "within",
                                                      "no-wrap",
                                                      "aligned",
                                                      "equal",
                                                      "conflict-free",
                                                      "round-trip",
                                                      "converts"};
  return kNames[static_cast<std::size_t>(what)];
}

bool is_pointwise(const Question& question) {
  return question.what != What::kOnto && question.what != What::kConverts;
}

Result<std::vector<Question>> questions(const StatedClaim& claim) {
  if (const auto error = check_form(claim)) return *error;
  std::vector<IndexMap> maps;
  for (const StatedLayout& layout : claim.layouts) {
    auto map = parse_index_map(layout.text, layout.shape);
    if (!map) {
      return Error{map.error().code, "layout '" + layout.role + "': " + map.error().message};
    }
    maps.push_back(std::move(*map));
  }
  const Fields fields(claim);
  const std::string& kind = claim.claim;
  const IndexMap& map = maps[0];
  if (kind == "injective") return Questions{{What::kInjective, map}};
  if (kind == "surjective" || kind == "bijective") {
    if (map.has_parameters()) return misfit("'" + kind + "' takes no parameters");
    Questions all{{What::kOnto, map}};
    if (kind == "bijective") all.insert(all.begin(), {What::kInjective, map});
    return all;
  }
  if (kind == "no-wrap") {
    TP_TRY(bits, fields.number("bits", 8, 32));
    TP_TRY(is_signed, fields.number("signed", 0, 1));
    Question question{What::kNoWrap, map};
    question.bits = static_cast<unsigned>(bits);
    question.is_signed = is_signed == 1;
    return Questions{question};
  }
  if (kind == "equal") {
    if (!match(maps[0], maps[1])) return misfit("the layouts do not have the same inputs");
    return Questions{{What::kEqual, maps[0], maps[1]}};
  }
  if (kind == "converts") return converts(maps);
  if (!map.gives_offset()) {
    return misfit("'" + kind + "' is about offsets, and this layout gives coordinates");
  }
  if (kind == "aligned") return aligned(map, fields);
  if (kind == "conflict-free") return conflict_free(map, maps[1], fields);
  TP_TRY(allocation, fields.number("allocation", 0, ~Word{0}));
  Question question{What::kWithin, map};
  question.bounds.resize(map.out_axes().size());
  question.bounds[0] = allocation;
  return Questions{question};
}

Result<std::vector<Question>> parts(const Question& question) {
  const IndexMap& map = question.map;
  switch (question.what) {
    case What::kOnto: {
      // N different points within a set of N values take them all.
      Question within{What::kWithin, map};
      Word values = map.points();
      for (const OutAxis& out : map.out_axes()) {
        within.bounds.push_back(out.size);
        if (out.size && (*out.size == 0 || values % *out.size != 0)) {
          return misfit("the points cannot be as many as the values");
        }
        if (out.size) values /= *out.size;
      }
      if (map.gives_offset()) within.bounds[0] = values;
      if (!map.gives_offset() && values != 1) return misfit("there are more points than values");
      return Questions{{What::kInjective, map}, within};
    }
    case What::kConverts: {
      Question round_trip = question;
      round_trip.what = What::kRoundTrip;
      return Questions{{What::kOnto, *question.source}, round_trip};
    }
    case What::kRoundTrip: {
      Questions all{{What::kInjective, map}, {What::kEqual, map, question.other}};
      if (!match(all[1].map, *all[1].other)) return misfit("the memories have other inputs");
      for (const auto& side : {question.source, question.destination}) {
        all.push_back({What::kWithin, *side});
        all.back().bounds = sizes_of_inputs(map);
      }
      return all;
    }
    default:
      return misfit("'" + std::string(name(question.what)) + "' has no parts");
  }
}

std::vector<Axis> variables(const Question& question) {
  const auto axes = question.map.axes();
  std::vector<Axis> list(axes.begin(), axes.end());
  const auto append = [&](const IndexMap& map, const std::string& prefix) {
    for (Axis axis : map.axes()) {
      axis.name = prefix + axis.name;
      list.push_back(std::move(axis));
    }
  };
  switch (question.what) {
    case What::kInjective:
      // A second point, whose parameters are the first's.
      append(question.map, "other_");
      std::erase_if(list, [&](const Axis& axis) {
        return axis.is_parameter && axis.name.starts_with("other_");
      });
      break;
    case What::kAligned:
      list[question.along].size /= question.vector;
      break;
    case What::kConflictFree: {
      list.assign(question.other->axes().begin(), question.other->axes().end());
      const AccessRule& rule = *question.rule;
      list[question.along].size = rule.matrices != 0 ? 8 * rule.matrices : rule.lanes;
      const Word words = std::max(rule.bytes_per_lane / 4, 1u);
      list.push_back({"member", Word{1} << rule.group_basis.size()});
      list.push_back({"word", words});
      list.push_back({"other_word", words});
      break;
    }
    case What::kRoundTrip:
      list.clear();
      append(*question.destination, "");
      append(*question.source, "source_");
      break;
    default:
      break;
  }
  return list;
}

}  // namespace tileproof::certificates
