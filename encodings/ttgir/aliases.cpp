#include "encodings/ttgir/aliases.hpp"

#include "encodings/ttgir/scanner.hpp"

namespace tileproof::ttgir {

const AttributeAlias* Aliases::attribute(std::string_view name) const {
  const auto found = attributes_.find(name);
  return found == attributes_.end() ? nullptr : &found->second;
}

const TypeAlias* Aliases::type(std::string_view name) const {
  const auto found = types_.find(name);
  return found == types_.end() ? nullptr : &found->second;
}

triton::LayoutPtr Aliases::known_layout(std::string_view text) const {
  const auto found = read_.find(text);
  return found == read_.end() ? nullptr : found->second;
}

void Aliases::remember(std::string_view text, triton::LayoutPtr layout) {
  read_.insert_or_assign(text, std::move(layout));
}

bool Aliases::define_layout(std::string_view name, triton::LayoutPtr layout) {
  if (!read_.empty()) read_ = {};
  layouts_.insert_or_assign(std::string(name), std::move(layout));
  return !attributes_.insert_or_assign(name, AttributeAlias{AttributeAlias::Kind::kLayout, {}})
              .second;
}

bool Aliases::define_attribute(std::string_view name, AttributeAlias alias) {
  if (!read_.empty()) read_ = {};
  const auto [place, is_new] = attributes_.try_emplace(name, alias);
  if (is_new) return false;
  if (place->second.kind == AttributeAlias::Kind::kLayout) {
    const auto layout = layouts_.find(name);
    if (layout != layouts_.end()) layouts_.erase(layout);
  }
  place->second = alias;
  return true;
}

bool Aliases::define_type(std::string_view name, TypeAlias alias) {
  return !types_.insert_or_assign(name, std::move(alias)).second;
}

bool Aliases::mentions(std::string_view text, AttributeAlias::Kind kind) const {
  for (auto hash = text.find('#'); hash != std::string_view::npos;
       hash = text.find('#', hash + 1)) {
    auto end = hash + 1;
    while (end < text.size() && is_word_part(text[end])) ++end;
    const auto* alias = attribute(text.substr(hash + 1, end - hash - 1));
    if (alias != nullptr && alias->kind == kind) return true;
  }
  return false;
}

MemorySpace memory_space(std::string_view attribute) {
  const auto dot = std::min(attribute.rfind('.'), attribute.size());
  const auto dialect = attribute.substr(0, dot);
  const auto mnemonic = attribute.substr(std::min(dot + 1, attribute.size()));
  const bool is_gpu = dialect == "ttg" || dialect == "triton_gpu";
  const bool is_nvidia = dialect == "ttng" || dialect == "triton_nvidia_gpu";
  if (is_gpu && mnemonic == "shared_memory") return MemorySpace::kShared;
  if (is_nvidia && mnemonic == "tensor_memory") return MemorySpace::kTensorMemory;
  if (is_nvidia && mnemonic == "shared_cluster_memory") return MemorySpace::kSharedCluster;
  return MemorySpace::kOther;
}

}  // namespace tileproof::ttgir
