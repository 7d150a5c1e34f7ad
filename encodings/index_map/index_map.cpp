#include "encodings/index_map/index_map.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "encodings/index_map/evaluate.hpp"

namespace tileproof {
namespace {

constexpr Word kMaxPoints = Word{1} << kMaxIndexBits;

std::vector<Axis> axes_of(const IndexMap::Source& source) {
  return std::visit([](const auto& layout) { return axes(layout); }, source);
}

std::vector<OutAxis> out_axes_of(const IndexMap::Source& source) {
  return std::visit([](const auto& layout) { return out_axes(layout); }, source);
}

Error too_many(const std::string& what) { return {ErrorCode::kOverflow, what + " exceed 2^62"}; }

}  // namespace

Result<IndexMap> IndexMap::make(Source source) {
  IndexMap map;
  map.axes_ = axes_of(source);
  map.out_axes_ = out_axes_of(source);
  if (map.out_axes_.empty()) {
    return Error{ErrorCode::kUnsupported, "nothing can be claimed of a layout without outputs"};
  }
  map.source_ = std::make_shared<const Source>(std::move(source));
  for (const Axis& axis : map.axes_) {
    TP_CHECK(axis.is_parameter || axis.first == 0, "only parameters start above 0");
    map.digits_.push_back({axis.size});
    map.first_.push_back(axis.first);
    Word& count = axis.is_parameter ? map.parameter_points_ : map.points_;
    if (__builtin_mul_overflow(count, axis.size, &count) || count > kMaxPoints) {
      return too_many(axis.is_parameter ? "the values of all parameters"
                                        : "the points of a layout");
    }
    Word end = 0;
    if (__builtin_add_overflow(axis.first, axis.size, &end)) {
      return too_many("the values of '" + axis.name + "'");
    }
  }
  return map;
}

bool IndexMap::gives_offset() const {
  return !out_axes_.front().size && !gives_unsized_coordinates();
}

bool IndexMap::gives_unsized_coordinates() const {
  return std::any_of(
      out_axes_.begin() + 1, out_axes_.end(), [](const OutAxis& axis) { return !axis.size; });
}

bool IndexMap::has_parameters() const {
  return std::any_of(
      axes_.begin(), axes_.end(), [](const Axis& axis) { return axis.is_parameter; });
}

std::size_t IndexMap::written_steps() const {
  const auto* function = as<expression::Function>();
  return function == nullptr ? 0 : function->steps.size();
}

std::size_t IndexMap::source_of(std::size_t axis) const {
  std::size_t source_axis = 0;
  std::size_t at = digits_[0].size();
  while (at <= axis) at += digits_[++source_axis].size();
  return source_axis;
}

IndexMap IndexMap::cut(std::size_t axis, std::vector<Word> radices) const {
  IndexMap map = *this;
  const std::size_t source_axis = source_of(axis);
  TP_CHECK(digits_[source_axis].size() == 1 && !axes_[axis].is_parameter,
           "a parameter or a digit cannot be cut");
  Word product = 1;
  std::vector<Axis> digits;
  for (std::size_t i = 0; i < radices.size(); ++i) {
    product *= radices[i];
    digits.push_back({axes_[axis].name + "." + std::to_string(i), radices[i]});
  }
  TP_CHECK(product == axes_[axis].size && axes_[axis].first == 0, "radices that do not fit");
  const auto place = map.axes_.erase(map.axes_.begin() + static_cast<std::ptrdiff_t>(axis));
  map.axes_.insert(place, digits.begin(), digits.end());
  map.digits_[source_axis] = std::move(radices);
  map.is_whole_ = false;
  return map;
}

IndexMap IndexMap::with_parameter(std::size_t axis, Word value) const {
  const Axis& parameter = axes_[axis];
  TP_CHECK(parameter.is_parameter && value - parameter.first < parameter.size,
           "no parameter has this value");
  IndexMap map = *this;
  const std::size_t source_axis = source_of(axis);
  map.first_[source_axis] = value;
  map.digits_[source_axis].clear();
  map.parameter_points_ /= parameter.size;
  map.axes_.erase(map.axes_.begin() + static_cast<std::ptrdiff_t>(axis));
  map.is_whole_ = false;
  return map;
}

IndexMap IndexMap::without_unit_axes() const {
  IndexMap map = *this;
  if (std::none_of(axes_.begin(), axes_.end(), [](const Axis& axis) { return axis.size == 1; })) {
    return map;
  }
  map.is_whole_ = false;
  for (std::size_t i = 0, axis = 0; i < digits_.size(); axis += digits_[i++].size()) {
    if (digits_[i].size() == 1 && axes_[axis].size == 1) map.digits_[i].clear();
  }
  std::erase_if(map.axes_, [](const Axis& axis) { return axis.size == 1; });
  for (auto& digits : map.digits_) {
    if (digits.size() > 1) std::erase(digits, Word{1});
  }
  return map;
}

std::vector<Word> value_at(const IndexMap& map, std::span<const Word> at) {
  const auto values = evaluate(U64{}, map, at);
  return {values.begin(), values.end()};
}

template Words<U64> evaluate(const U64&, const IndexMap&, std::span<const Word>);

}  // namespace tileproof
