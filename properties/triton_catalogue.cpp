#include "properties/triton_catalogue.hpp"

#include <algorithm>
#include <string_view>

namespace tileproof::laws {
namespace {

using gen::TritonGenerator;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

bool is_in_shared_memory(std::string_view name) {
  return name.ends_with("Shared") || name == "SharedLinear";
}

bool is_in_tensor_memory(std::string_view name) { return name.starts_with("TensorMemory"); }

}  // namespace

bool is_about(const TritonLaw& law, const TritonGenerator& generator) {
  const std::string_view number = law.number;
  const std::string_view kind = generator.name;
  if (is_one_of(number, {"E3", "E6"})) return is_in_shared_memory(kind);
  if (number == "E7") return !is_in_shared_memory(kind) && !is_in_tensor_memory(kind);
  if (number == "E8") return kind == "Slice";
  if (number == "E9") return kind == "DotOperand";
  if (number == "E10") return kind == "PaddedShared";
  if (number == "E11") return is_one_of(kind, {"Blocked", "SwizzledShared", "AmdRotatingShared"});
  return true;
}

std::string text_of(const TritonSubject& subject) {
  return triton::to_string(*subject.layout) + " on " + triton::to_string(subject.shape);
}

}  // namespace tileproof::laws
