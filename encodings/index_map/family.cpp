#include "encodings/index_map/family.hpp"

#include <algorithm>
#include <charconv>

#include "core/check.hpp"
#include "core/ranges.hpp"
#include "encodings/visible_text.hpp"

namespace tileproof {
namespace {

constexpr std::string_view kSpace = " \t\r\n";
constexpr Word kMostParameter = (Word{1} << 31) - 1;

Error invalid(std::string message) { return {ErrorCode::kInvalid, std::move(message)}; }

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_name(std::string_view text) {
  return !text.empty() && !(text[0] >= '0' && text[0] <= '9') &&
         std::ranges::all_of(text, is_name_character);
}

// Reads a text from the left; spaces may stand before each part.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  void skip_space() {
    while (true) {
      at_ = std::min(text_.find_first_not_of(kSpace, at_), text_.size());
      if (!text_.substr(at_).starts_with("//")) return;
      at_ = std::min(text_.find('\n', at_), text_.size());
    }
  }
  // The part, with any space in it but within names.
  bool take(std::string_view part) {
    char before = ' ';
    for (const char c : part) {
      if (kSpace.find(c) == std::string_view::npos) {
        if (!is_name_character(before) || !is_name_character(c)) skip_space();
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
      }
      before = c;
    }
    return true;
  }
  std::optional<Word> take_number() {
    skip_space();
    Word value = 0;
    const auto [end, error] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc()) return std::nullopt;
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }
  [[nodiscard]] std::size_t column() const { return at_ + 1; }
  [[nodiscard]] bool is_at_end() const { return at_ == text_.size(); }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

std::string rule_of(const FamilyParameter& parameter) {
  return parameter.range.is_power_of_two
             ? "a power of two from " + std::to_string(parameter.range.least)
             : "at least " + std::to_string(parameter.range.least);
}

std::optional<std::string> broken_range(const FamilyParameter& parameter, Word value) {
  const bool is_kept = value >= parameter.range.least && value <= kMostParameter &&
                       (!parameter.range.is_power_of_two || is_power_of_two(value));
  if (is_kept) return std::nullopt;
  return parameter.name + " must be " + rule_of(parameter) + " and at most " +
         std::to_string(kMostParameter) + ", not " + std::to_string(value);
}

// What a definition must keep to, so that it can be run.
std::optional<std::string> broken_form(std::span<const Axis> axes) {
  for (const Axis& axis : axes) {
    if (axis.name.empty()) return "an input has no name";
    if (std::ranges::count(axes, axis.name, &Axis::name) > 1) {
      return "two inputs are called '" + axis.name + "'";
    }
    if (axis.size == 0) return "the input '" + axis.name + "' has no value";
    if (axis.first != 0 && !axis.is_parameter) return "'" + axis.name + "' does not start at 0";
  }
  return std::nullopt;
}

bool may_divide_by_0(const IndexMap& map) {
  std::vector<IntervalWord> at;
  for (const Axis& axis : map.axes()) {
    at.push_back(IntervalWord::between(axis.first, Int128{axis.first} + axis.size - 1));
  }
  return std::ranges::count(
             ranges(map.graph(), at).faults, RangeFault::Rule::kDivisorIs0, &RangeFault::rule) != 0;
}

}  // namespace

Result<Family> Family::made(Parts parts) {
  const std::string& text = parts.notation;
  const auto refused = [&](const std::string& why) {
    return invalid("the notation '" + text + "': " + why);
  };
  const std::size_t head = text.find('<');
  parts.name = text.substr(0, std::min(head, text.size()));
  if (head == std::string::npos || !text.ends_with('>') || !is_name(parts.name)) {
    return refused("it is to be a name, '<', parameters and '>'");
  }
  if (parts.name == "Sw" || parts.name == "S" || parts.name == "Swizzle") {
    return refused("CuTe's swizzles begin so");
  }
  if (const auto error = require_visible(text)) return refused(error->message);
  if (text.find("//") != std::string::npos) return refused("'//' begins a comment");
  std::size_t at = head;
  while (true) {
    const std::size_t open = text.find('{', at);
    parts.between.push_back(text.substr(at, open - at));
    if (open == std::string::npos) break;
    const std::size_t close = text.find('}', open);
    const std::string name = text.substr(open + 1, close - open - 1);
    const auto found = std::ranges::find(parts.parameters, name, &FamilyParameter::name);
    if (close == std::string::npos || found == parts.parameters.end()) {
      return refused("{" + name + "} is none of the parameters");
    }
    const auto place = static_cast<std::size_t>(found - parts.parameters.begin());
    if (std::ranges::count(parts.order, place) != 0) return refused("{" + name + "} stands twice");
    const std::string_view before = parts.between.back();
    const bool ends_in_digit = !before.empty() && before.back() >= '0' && before.back() <= '9';
    if (ends_in_digit ||
        (!parts.order.empty() && before.find_first_not_of(kSpace) == before.npos)) {
      return refused("what stands before {" + name + "} runs into it");
    }
    parts.order.push_back(place);
    at = close + 1;
    if (text[at] >= '0' && text[at] <= '9') return refused("a digit stands behind {" + name + "}");
  }
  for (std::size_t i = 0; i < parts.parameters.size(); ++i) {
    const auto& [name, range] = parts.parameters[i];
    if (std::ranges::count(parts.order, i) == 0) return refused("it lacks {" + name + "}");
    const bool has_least = !range.is_power_of_two || is_power_of_two(range.least);
    if (range.least > range.most_tried || range.most_tried > kMostParameter || !has_least) {
      return invalid("the parameter '" + name + "' of " + parts.name + " is tried from " +
                     std::to_string(range.least) + " to " + std::to_string(range.most_tried) +
                     ": that is no range" + (has_least ? "" : " of powers of two"));
    }
  }
  return Family(std::move(parts));
}

bool Family::is_begun_by(std::string_view text) const {
  Reader reader(text);
  reader.skip_space();
  const std::string_view rest = text.substr(reader.column() - 1);
  return rest.starts_with(name()) && Reader(rest.substr(name().size())).take("<");
}

Result<std::vector<Word>> Family::parse(std::string_view text) const {
  if (const auto error = require_visible(text)) return *error;
  Reader reader(text);
  const auto refused = [&](const std::string& expected) {
    return Error{ErrorCode::kSyntax,
                 "column " + std::to_string(reader.column()) + ": expected " + expected +
                     " as in " + notation()};
  };
  std::vector<Word> values(parameters().size());
  reader.skip_space();
  if (!reader.take(name())) return refused("'" + name() + "'");
  for (std::size_t i = 0; i < parts_->between.size(); ++i) {
    if (!reader.take(parts_->between[i])) return refused("'" + parts_->between[i] + "'");
    if (i == parts_->order.size()) break;
    const FamilyParameter& parameter = parameters()[parts_->order[i]];
    const auto value = reader.take_number();
    if (!value) return refused("the number " + parameter.name + ",");
    values[parts_->order[i]] = *value;
  }
  reader.skip_space();
  if (!reader.is_at_end()) return refused("nothing more,");
  return values;
}

std::string Family::print(std::span<const Word> values) const {
  TP_CHECK(values.size() == parameters().size(), "a value for each parameter");
  std::string text = name();
  for (std::size_t i = 0; i < parts_->between.size(); ++i) {
    text += parts_->between[i];
    if (i < parts_->order.size()) text += std::to_string(values[parts_->order[i]]);
  }
  return text;
}

std::optional<std::string> Family::broken_rule(std::span<const Word> values) const {
  TP_CHECK(values.size() == parameters().size(), "a value for each parameter");
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (auto broken = broken_range(parameters()[i], values[i])) return broken;
  }
  return parts_->broken_rule(values);
}

Result<IndexMap> Family::map(std::span<const Word> values) const {
  if (auto broken = broken_rule(values)) return invalid(print(values) + ": " + *broken);
  if (auto broken = broken_form(parts_->axes(values)))
    return invalid(print(values) + ": " + *broken);
  TP_TRY(map, parts_->map(values));
  const std::size_t results = map.graph().results.size();
  if (results != map.out_axes().size()) {
    return invalid(print(values) + ": the definition gives " + std::to_string(results) +
                   " values, and out_axes() names " + std::to_string(map.out_axes().size()));
  }
  if (may_divide_by_0(map)) {
    return invalid(print(values) + ": a divisor can be 0, by the ranges of its operands");
  }
  return std::move(map);
}

std::optional<Word> Family::allocation(std::span<const Word> values) const {
  return parts_->allocation(values);
}

Result<IndexMap> read_index_map(std::string_view text,
                                const std::vector<Word>& shape,
                                std::span<const Family> families) {
  const auto begins = [text](const Family& family) { return family.is_begun_by(text); };
  const auto found = std::ranges::find_if(families, begins);
  if (found == families.end()) return parse_index_map(text, shape);
  if (std::ranges::count_if(families, begins) > 1) {
    return Error{ErrorCode::kUsage, "two encodings are called '" + found->name() + "'"};
  }
  TP_TRY(values, found->parse(text));
  return found->map(values);
}

}  // namespace tileproof
