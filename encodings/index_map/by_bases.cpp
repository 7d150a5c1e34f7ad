#include "encodings/index_map/by_bases.hpp"

#include <algorithm>

namespace tileproof {

ByBases ByBases::of(LinearLayout form) {
  std::vector<Name> ins;
  std::vector<Name> outs;
  ins.reserve(form.in_dims().size());
  outs.reserve(form.out_dims().size());
  for (const InDim& dim : form.in_dims()) ins.push_back(dim.name);
  for (const OutDim& dim : form.out_dims()) outs.push_back(dim.name);
  return {std::move(form), std::move(ins), std::move(outs)};
}

std::vector<Axis> axes(const ByBases& map) {
  std::vector<Axis> list;
  list.reserve(map.ins.size());
  for (const Name name : map.ins) {
    const auto dim = map.form.find_in(name);
    list.push_back({std::string(name.text()), dim ? map.form.in_dims()[*dim].size() : 1});
  }
  return list;
}

std::vector<OutAxis> out_axes(const ByBases& map) {
  std::vector<OutAxis> list;
  list.reserve(map.outs.size());
  for (const Name name : map.outs) {
    const auto dim = std::ranges::find(map.form.out_dims(), name, &OutDim::name);
    list.push_back({std::string(name.text()), dim == map.form.out_dims().end() ? 1 : dim->size});
  }
  return list;
}

}  // namespace tileproof
