// What do layouts of all notations have in common?  Each is a function from named integers to an
// offset or to coordinates, with one definition over an algebra.  Claims are about such functions,
// so that they need not know in which notation a layout was written.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/algebra.hpp"
#include "core/axis.hpp"
#include "core/result.hpp"
#include "encodings/cute/layout.hpp"
#include "encodings/expression/evaluate.hpp"
#include "encodings/index_map/triton_instance.hpp"
#include "encodings/modular/layout.hpp"

namespace tileproof {

class IndexMap {
 public:
  using Source =
      std::variant<triton::Instance, cute::Layout, modular::Layout, expression::Function>;

  // Fails (kOverflow) if there are more than 2^62 points, or an input's range leaves 64 bits; and
  // (kUnsupported) without an output.
  static Result<IndexMap> make(Source source);

  [[nodiscard]] const Source& source() const { return *source_; }
  template <typename T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(source_.get());
  }
  // The inputs, the fastest first where a point is one number: flat = x0 + size0 * (x1 + ...).
  [[nodiscard]] std::span<const Axis> axes() const { return axes_; }
  [[nodiscard]] std::span<const OutAxis> out_axes() const { return out_axes_; }
  // Is the value a place in memory: an offset, perhaps with the partition and CTA that it is in?
  [[nodiscard]] bool gives_offset() const;
  // Coordinates without sizes, of index expressions with several results.
  [[nodiscard]] bool gives_unsized_coordinates() const;
  [[nodiscard]] bool has_parameters() const;
  // The product of the sizes of all inputs that are no parameters.
  [[nodiscard]] Word points() const { return points_; }
  // The product of the sizes of the parameters.
  [[nodiscard]] Word parameter_points() const { return parameter_points_; }

  // The steps of a formula that was written by hand; 0 for the encodings with a name.
  [[nodiscard]] std::size_t written_steps() const;

  // The same function with an axis cut into digits, the lowest first: the axis is
  // x0 + radices[0] * (x1 + radices[1] * ...).  Requires: the radices multiply to the axis' size,
  // and the axis is neither a parameter nor cut.
  [[nodiscard]] IndexMap cut(std::size_t axis, std::vector<Word> radices) const;
  // The same function for one value of a parameter, which is no axis then.  Requires: the axis is a
  // parameter and has the value.
  [[nodiscard]] IndexMap with_parameter(std::size_t axis, Word value) const;
  // Are the axes those of the source, neither cut nor left out?
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  // The same function without the axes of one value.
  [[nodiscard]] IndexMap without_unit_axes() const;

 private:
  template <Algebra A>
  friend Words<A> evaluate(const A& a, const IndexMap& map, std::span<const typename A::Word> at);

  IndexMap() = default;

  // The axis of the source that this axis is, or is a digit of.
  [[nodiscard]] std::size_t source_of(std::size_t axis) const;

  std::shared_ptr<const Source> source_;
  std::vector<Axis> axes_;
  std::vector<OutAxis> out_axes_;
  // For each axis of the source, the sizes of its digits among the axes; [] where its one value is
  // left out.
  std::vector<std::vector<Word>> digits_;
  // The first value of each axis of the source.
  std::vector<Word> first_;
  bool is_whole_ = true;
  Word points_ = 1;
  Word parameter_points_ = 1;
};

// The outputs at inputs that are given in the order of the axes.  Instances are compiled for U64,
// F2, Affine, Interval, Checked and Exact here, for Aig and Z3Bv beside their engines.
template <Algebra A>
Words<A> evaluate(const A& a, const IndexMap& map, std::span<const typename A::Word> at);

// The value at a point.
std::vector<Word> value_at(const IndexMap& map, std::span<const Word> at);

// A layout in any notation.  Triton's attributes need the shape, index expressions only if they do
// not state the sizes of their inputs; CuTe's and modular layouts have a shape of their own.
Result<IndexMap> parse_index_map(std::string_view text, const std::vector<Word>& shape);

}  // namespace tileproof
