// The op `algebra` for layouts with an out-dim whose size is no power of two.  Such a dimension
// adds modulo its size, so that most operations of linear layouts do not exist for it.
#include "checkers/engines/decide.hpp"
#include "checkers/modular/composition.hpp"
#include "checkers/requests/ops.hpp"
#include "encodings/modular/inverse.hpp"
#include "encodings/modular/notation.hpp"

namespace tileproof::requests {
namespace {

Json modular_json(const modular::Layout& layout) {
  Json bases = Json::array();
  for (const NamedBases& dim : layout.bases()) {
    Json list = Json::array();
    for (const auto& basis : dim.bases) {
      Json coordinates = Json::array();
      for (const Word coordinate : basis) coordinates.push_back(to_json(coordinate));
      list.push_back(std::move(coordinates));
    }
    bases.push_back(Json::array({dim.name.text(), std::move(list)}));
  }
  Json outs = Json::array();
  for (const modular::OutDim& out : layout.out_dims()) {
    outs.push_back(Json::array({out.name.text(), to_json(out.size)}));
  }
  return Json{{"bases", std::move(bases)}, {"out_dims", std::move(outs)}};
}

Result<Json> result_json(const Result<modular::Layout>& layout) {
  if (!layout) return layout.error();
  return Json{{"result", modular_json(*layout)}};
}

Result<bool> decided(const char* name, Form form) {
  const Decision decision = decide({name, std::move(form)}, {});
  if (const auto* open = std::get_if<Open>(&decision.answer)) {
    return Error{ErrorCode::kUnsupported, open->reason};
  }
  return is_yes(decision.answer);
}

Result<Json> flags_json(const modular::Layout& layout) {
  TP_TRY(map, IndexMap::make(layout));
  Sizes sizes;
  for (const OutAxis& out : map.out_axes()) sizes.push_back(out.size);
  TP_TRY(surjective, decided("surjective", Covers{map, sizes}));
  TP_TRY(injective, decided("injective", Determines{map}));
  return Json{{"surjective", surjective},
              {"injective", injective},
              {"invertible", surjective && injective},
              {"text", modular::to_list(layout)}};
}

Result<Json> apply_json(const Request& request, const modular::Layout& layout) {
  TP_TRY(ins, request.named_values("ins"));
  std::vector<Word> at(layout.in_dims().size());
  if (ins.size() != at.size()) return wrong_field("ins", "one value for each in-dim");
  for (const auto& [name, value] : ins) {
    const auto dim = layout.find_in(name);
    if (!dim || value >= layout.in_dims()[*dim].size()) {
      return wrong_field("ins", "values below the sizes of the in-dims");
    }
    at[*dim] = value;
  }
  const auto values = evaluate(U64{}, layout, std::span<const Word>(at));
  std::vector<NamedValue> outs;
  for (std::size_t d = 0; d < values.size(); ++d) {
    outs.emplace_back(layout.out_dims()[d].name, values[d]);
  }
  return Json{{"value", to_json(outs)}};
}

}  // namespace

Result<Json> modular_algebra(const Request& request, const std::string& name) {
  TP_TRY(a, request.modular("a"));
  if (name == "compose") {
    TP_TRY(b, request.modular("b"));
    return result_json(compose(a, b));
  }
  if (name == "invert") return result_json(modular::invert(a));
  if (name == "pseudoinvert") return result_json(modular::pseudoinvert(a));
  if (name == "flags") return flags_json(a);
  if (name == "apply") return apply_json(request, a);
  return Error{ErrorCode::kUnsupported,
               "'" + name + "' is defined for out-dims whose sizes are powers of two"};
}

}  // namespace tileproof::requests
