#include "encodings/index_map/triton_instance.hpp"

namespace tileproof::triton {

Result<Instance> Instance::make(LayoutPtr layout, Shape shape) {
  TP_TRY(form, to_linear(*layout, shape));
  if (storage(*layout) == Storage::kSharedMemory) {
    if (const auto broken = broken_bases(*layout)) return *broken;
  }
  return Instance(std::move(layout), std::move(shape), std::move(form));
}

std::vector<Axis> axes(const Instance& instance) {
  std::vector<Axis> list;
  if (storage(instance.layout()) == Storage::kSharedMemory) {
    for (std::size_t d = 0; d < instance.shape().size(); ++d) {
      list.push_back({coordinate_name(d, instance.shape().size()), instance.shape()[d]});
    }
    return list;
  }
  list.reserve(instance.form().in_dims().size());
  for (const InDim& dim : instance.form().in_dims()) {
    list.push_back({std::string(dim.name.text()), dim.size()});
  }
  return list;
}

std::vector<OutAxis> out_axes(const Instance& instance) {
  std::vector<OutAxis> list;
  if (storage(instance.layout()) == Storage::kSharedMemory) {
    list.push_back({"offset", std::nullopt});
    for (const InDim& dim : instance.form().in_dims()) {
      if (dim.name != kOffset && dim.bits > 0) {
        list.push_back({std::string(dim.name.text()), dim.size()});
      }
    }
    return list;
  }
  const std::size_t rank = instance.shape().size();
  list.reserve(rank);
  for (std::size_t d = 0; d < rank; ++d) {
    list.push_back({coordinate_name(d, rank), instance.shape()[d]});
  }
  return list;
}

}  // namespace tileproof::triton
