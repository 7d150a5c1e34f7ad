#include "checkers/layout/maps.hpp"

#include "encodings/index_map/triton_instance.hpp"

namespace tileproof {

Result<Tensor> tensor_of(const triton::Layout& layout, const triton::Shape& shape) {
  if (triton::storage(layout) == triton::Storage::kSharedMemory) {
    TP_TRY(form, to_linear(layout, shape));
    const DefinedCells cells{
        layout, shape, Word{1} << bits_of(form, kPartition), Word{1} << bits_of(form, kBlock)};
    return Tensor{layout, shape, map_of(cells), std::move(form)};
  }
  TP_TRY(instance, triton::Instance::make(triton::borrowed(layout), shape));
  LinearLayout form = instance.form();
  TP_TRY(map, IndexMap::make(std::move(instance)));
  return Tensor{layout, shape, std::move(map), std::move(form)};
}

Sizes box_of(const IndexMap& map) {
  Sizes sizes;
  sizes.reserve(map.out_axes().size());
  for (const OutAxis& out : map.out_axes()) sizes.push_back(out.size);
  return sizes;
}

unsigned bits_of(const LinearLayout& form, Name name) {
  const auto dim = form.find_in(name);
  return dim ? form.in_dims()[*dim].bits : 0;
}

IndexMap cells_by_bases(const LinearLayout& places) {
  return map_of(ByBases{places, {kRegister, kLane, kWarp, kBlock}, {kOffset, kPartition, kBlock}});
}

IndexMap elements_by_bases(const LinearLayout& memory) {
  ByBases bases = ByBases::of(memory);
  bases.ins = {kOffset, kPartition, kBlock};
  return map_of(std::move(bases));
}

std::vector<Axis> axes(const Elements& elements) {
  std::vector<Axis> list;
  for (std::size_t d = 0; d < elements.shape.size(); ++d) {
    list.push_back({coordinate_name(d, elements.shape.size()), elements.shape[d]});
  }
  return list;
}

std::vector<OutAxis> out_axes(const Elements& elements) {
  std::vector<OutAxis> list;
  for (const Axis& axis : axes(elements)) list.push_back({axis.name, axis.size});
  return list;
}

std::vector<Axis> axes(const DefinedCells& cells) { return axes(Elements{cells.shape}); }

std::vector<Axis> axes(const PaddedCells& cells) {
  return {{"offset", cells.offsets}, {"partition", cells.partitions}, {"block", cells.blocks}};
}

IndexMap padding_of(const Tensor& memory) {
  return map_of(PaddedCells{triton::paddings(memory.layout),
                            Word{1} << bits_of(memory.form, kOffset),
                            Word{1} << bits_of(memory.form, kPartition),
                            Word{1} << bits_of(memory.form, kBlock)});
}

}  // namespace tileproof
