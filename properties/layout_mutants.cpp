#include "properties/layout_mutants_detail.hpp"

namespace tileproof::laws {

std::vector<LayoutMutant> layout_mutants() {
  std::vector<LayoutMutant> all;
  for (const auto& some :
       {value_mutants(), product_mutants(), reshape_mutants(), inverse_mutants()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace tileproof::laws
