// A Triton layout on a tensor of one shape, as a function: in registers and tensor memory from a
// hardware place to an element, in shared memory from an element to its offset with padding.
#pragma once

#include <span>
#include <vector>

#include "core/axis.hpp"
#include "encodings/triton/definition.hpp"

namespace tileproof::triton {

class Instance {
 public:
  // Fails if the layout cannot describe the shape, or if it is in shared memory and its bases do
  // not reach every element.
  static Result<Instance> make(LayoutPtr layout, Shape shape);

  [[nodiscard]] const Layout& layout() const { return *layout_; }
  [[nodiscard]] const Shape& shape() const { return shape_; }
  // The linear form; of the offsets before padding.
  [[nodiscard]] const LinearLayout& form() const { return form_; }

 private:
  Instance(LayoutPtr layout, Shape shape, LinearLayout form)
      : layout_(std::move(layout)), shape_(std::move(shape)), form_(std::move(form)) {}

  LayoutPtr layout_;
  Shape shape_;
  LinearLayout form_;
};

std::vector<Axis> axes(const Instance& instance);
// [offset], then partition and block where there are several; or the tensor's coordinates.
std::vector<OutAxis> out_axes(const Instance& instance);
// What the steps of its definition are said to come from: "swizzled_shared".
inline std::string_view origin_of(const Instance& instance) { return mnemonic(instance.layout()); }

template <Algebra A>
Words<A> evaluate(const A& a, const Instance& instance, std::span<const typename A::Word> at) {
  using W = typename A::Word;
  const Layout& layout = instance.layout();
  const Shape& shape = instance.shape();
  Words<A> values;
  if (storage(layout) == Storage::kSharedMemory) {
    Coords<W> coords(shape.size());
    for (std::size_t d = 0; d < shape.size(); ++d) coords[d] = at[d];
    const auto found = place(a, layout, shape, coords);
    values.push_back(padded_offset(a, paddings(layout), found.offset));
    for (const InDim& dim : instance.form().in_dims()) {
      if (dim.name == kPartition && dim.bits > 0) values.push_back(found.partition);
      if (dim.name == kBlock && dim.bits > 0) values.push_back(found.block);
    }
    return values;
  }
  const auto index = [&](Name name) {
    const auto dim = instance.form().find_in(name);
    return dim ? at[*dim] : W(0);
  };
  const auto coords =
      storage(layout) == Storage::kRegisters
          ? element(a,
                    layout,
                    shape,
                    RegisterPlace<W>{index(kRegister), index(kLane), index(kWarp), index(kBlock)})
          : element(
                a, layout, shape, TensorMemoryPlace<W>{index(kRow), index(kCol), index(kBlock)});
  for (std::size_t d = 0; d < shape.size(); ++d) values.push_back(coords[d]);
  return values;
}

}  // namespace tileproof::triton
