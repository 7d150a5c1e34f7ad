// What do layouts of all notations have in common?  Each is a function from named integers to an
// offset or to coordinates, with one definition.  Claims are about such functions, so that they
// need not know in which notation a layout was written.
//
// A definition is a template that two algebras run: U64, on which counterexamples are replayed, and
// the Recorder, which writes down its steps (core/graph.hpp).  Engines read the steps.  What a
// layout was written as is kept as a fact, for engines that are faster with it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/axis.hpp"
#include "core/check.hpp"
#include "core/recorder.hpp"
#include "core/result.hpp"

namespace tileproof {

// A definition of inputs in an order, to outputs in an order.
class Definition {
 public:
  virtual ~Definition() = default;
  [[nodiscard]] virtual Words<U64> value(std::span<const Word> at) const = 0;
  [[nodiscard]] virtual Words<Recorder> record(const Recorder& recorder,
                                               std::span<const Recorded> at) const = 0;
  // What it was written as, if it is of this type: a place that no other type has.
  [[nodiscard]] virtual const void* written(const void* type) const = 0;
};

class IndexMap {
 public:
  // For a layout with axes(), out_axes() and evaluate() over an algebra; steps say that they come
  // from its origin_of(), if it has that.  Fails (kOverflow) if there are more than 2^62 points, or
  // an input's range leaves 64 bits; and (kUnsupported) without an output.
  template <typename Layout>
  static Result<IndexMap> make(Layout layout);
  static Result<IndexMap> make(std::shared_ptr<const Definition> definition,
                               std::vector<Axis> axes,
                               std::vector<OutAxis> outs);
  // From steps that were made elsewhere.  Fails also (kInvalid) if ranges (core/ranges.hpp) do not
  // show that no divisor is 0.
  static Result<IndexMap> make(Graph graph, std::vector<Axis> axes, std::vector<OutAxis> outs);

  // What it was written as, or null: a layout of that notation, with all inputs and outputs.
  template <typename Layout>
  [[nodiscard]] const Layout* as() const;

  // The inputs, the fastest first where a point is one number: flat = x0 + size0 * (x1 + ...).
  [[nodiscard]] std::span<const Axis> axes() const { return parts_->axes; }
  [[nodiscard]] std::span<const OutAxis> out_axes() const { return parts_->outs; }
  // Is the value a place in memory: an offset, perhaps with the partition and CTA that it is in?
  [[nodiscard]] bool gives_offset() const;
  // Coordinates without sizes, of index expressions with several results.
  [[nodiscard]] bool gives_unsized_coordinates() const;
  [[nodiscard]] bool has_parameters() const { return parts_->has_parameters; }
  // The product of the sizes of all inputs that are no parameters.
  [[nodiscard]] Word points() const { return parts_->points; }
  // The product of the sizes of the parameters.
  [[nodiscard]] Word parameter_points() const { return parts_->parameter_points; }

  // The steps of the definition, whose inputs are those that it had when it was written.
  [[nodiscard]] const Graph& graph() const;

  // The same function with an axis cut into digits, the lowest first: the axis is
  // x0 + radices[0] * (x1 + radices[1] * ...).  Requires: the radices multiply to the axis' size,
  // and the axis is no parameter, and itself no part of a digit.
  [[nodiscard]] IndexMap cut(std::size_t axis, std::vector<Word> radices) const;
  // The same function at multiples of `stride` along an axis, which counts them.  Requires: the
  // stride divides its size.
  [[nodiscard]] IndexMap at_multiples(std::size_t axis, Word stride) const;
  // The same function of the first values of an axis alone.
  [[nodiscard]] IndexMap first_of(std::size_t axis, Word size) const;
  // Axes first, first + 1, ... as digits of one, the lowest first.
  [[nodiscard]] IndexMap joined(std::size_t first, std::size_t count, std::string name) const;
  // The same function for one value of an axis, which is none then.
  [[nodiscard]] IndexMap fixed(std::size_t axis, Word value) const;
  // The same function for one value of a parameter.  Requires: the axis is a parameter and has the
  // value.
  [[nodiscard]] IndexMap with_parameter(std::size_t axis, Word value) const;
  [[nodiscard]] IndexMap with_names(std::vector<std::string> inputs,
                                    std::vector<std::string> outputs) const;
  // The same function of these axes, found by their names; of others it does not depend.
  // Requires: each axis of the map is among them, with its range.
  [[nodiscard]] IndexMap over(std::vector<Axis> axes) const;
  // The outputs at these places, in this order.
  [[nodiscard]] IndexMap with_outputs(const std::vector<std::size_t>& places) const;

  // Are inputs and outputs those of the definition, in its order?
  [[nodiscard]] bool is_whole() const { return parts_->wiring == nullptr; }

 private:
  // A part of a definition's input: weight * (axis * scale / divisor % modulus), where 0 is no
  // modulus.
  struct Wire {
    std::size_t axis;
    Word weight = 1;
    Word divisor = 1;
    Word modulus = 0;
    Word scale = 1;
  };
  struct Feed {
    Word first = 0;
    std::vector<Wire> wires;
  };
  struct Wiring {
    std::vector<Feed> inputs;          // of the definition
    std::vector<std::size_t> outputs;  // by their places in the definition
  };
  template <Algebra A>
  friend Words<A> definition_inputs(const A& a,
                                    const IndexMap& map,
                                    std::span<const typename A::Word> at);
  template <Algebra A>
  friend Words<A> evaluate(const A& a, const IndexMap& map, std::span<const typename A::Word> at);

  struct Recording;
  // Shared by all copies, of which claims and questions hold many.
  struct Parts {
    std::shared_ptr<const Definition> definition;
    std::shared_ptr<Recording> recording;  // made when it is asked for
    std::vector<Axis> axes;
    std::vector<OutAxis> outs;
    std::shared_ptr<const Wiring> wiring = nullptr;  // null if there is none to speak of
    Word points = 1;
    Word parameter_points = 1;
    bool has_parameters = false;
  };

  explicit IndexMap(Parts parts) : parts_(std::make_shared<const Parts>(std::move(parts))) {}
  [[nodiscard]] Wiring wiring() const;
  // With wires that change and axes that are others; points are counted anew.
  [[nodiscard]] IndexMap rewired(Wiring wiring, std::vector<Axis> axes) const;
  [[nodiscard]] const void* written(const void* type) const;

  std::shared_ptr<const Parts> parts_;
};

// What goes into the definition whose steps graph() has, of inputs in the order of the axes.
template <Algebra A>
Words<A> definition_inputs(const A& a, const IndexMap& map, std::span<const typename A::Word> at);

// The outputs at inputs that are given in the order of the axes.
template <Algebra A>
Words<A> evaluate(const A& a, const IndexMap& map, std::span<const typename A::Word> at);

// The value at a point.
std::vector<Word> value_at(const IndexMap& map, std::span<const Word> at);

// What `to` gives of the outputs of `from`: its inputs that are no parameters are those, in their
// order.  The axes are those of `from`, then the parameters of `to` that it does not have.
IndexMap composed(const IndexMap& from, const IndexMap& to);

// A layout in any notation.  Triton's attributes need the shape, index expressions only if they do
// not state the sizes of their inputs; CuTe's and modular layouts have a shape of their own.
Result<IndexMap> parse_index_map(std::string_view text, const std::vector<Word>& shape);

// The text and the shape as which parse_index_map() reads it, in the one spelling that its notation
// prints; where it has none, as an index expression of its steps.  Layouts of one notation with one
// text are the same function, and the same steps.
struct LayoutText {
  std::string text;
  std::vector<Word> shape = {};  // {} where the notation has its own
};
Result<LayoutText> print_index_map(const IndexMap& map);

}  // namespace tileproof

#include "encodings/index_map/index_map_impl.hpp"
