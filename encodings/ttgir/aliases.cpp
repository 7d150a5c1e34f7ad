#include "encodings/ttgir/aliases.hpp"

#include <algorithm>

#include "encodings/ttgir/scanner.hpp"

namespace tileproof::ttgir {
namespace {

// Calls `take` with each `name` of a `#name` in the text until it returns true.  Did it?
template <typename Take>
bool any_name(std::string_view text, const Take& take) {
  for (auto hash = text.find('#'); hash != std::string_view::npos;
       hash = text.find('#', hash + 1)) {
    const auto end = mlir::alias_name_end(text, hash + 1);
    if (take(text.substr(hash + 1, end - hash - 1))) return true;
  }
  return false;
}

}  // namespace

const AttributeAlias* Aliases::attribute(std::string_view name) const {
  const auto found = attributes_.find(name);
  return found == attributes_.end() ? nullptr : &found->second;
}

const TypeAlias* Aliases::type(std::string_view name) const {
  const auto found = types_.find(name);
  return found == types_.end() ? nullptr : &found->second;
}

std::optional<std::string> Aliases::with_meanings(std::string_view text) const {
  if (!has_parts_ || text.find('!') != std::string_view::npos) return std::nullopt;
  std::string key;
  key.reserve(text.size() + 64);
  key += text;
  key += '\0';  // which no text has
  const bool is_apart = any_name(text, [&](std::string_view name) {
    const auto* alias = attribute(name);
    const auto layout = layouts_.find(name);
    const auto address =
        reinterpret_cast<std::uintptr_t>(layout == layouts_.end() ? nullptr : layout->second.get());
    key += alias == nullptr ? '\0' : static_cast<char>(1 + static_cast<int>(alias->kind));
    key += alias == nullptr ? '\0' : static_cast<char>(alias->space);
    key.append(reinterpret_cast<const char*>(&address), sizeof address);
    return name.empty();
  });
  return is_apart ? std::nullopt : std::optional(std::move(key));
}

triton::LayoutPtr Aliases::known_layout(std::string_view text) const {
  const auto key = with_meanings(text);
  const auto place = key ? read_.find(*key) : read_.kNone;
  return place == read_.kNone ? nullptr : read_[place];
}

void Aliases::remember(std::string_view text, const triton::LayoutPtr& layout) {
  if (auto key = with_meanings(text)) read_.try_emplace(*std::move(key), layout);
}

void Aliases::begin_part(bool is_whole) {
  has_parts_ = !is_whole;
  attributes_ = {};
  types_ = {};
  layouts_ = {};
  attribute_texts_ = {};
}

bool Aliases::define_layout(std::string_view name, triton::LayoutPtr layout) {
  defined_.push_back(layout);
  layouts_.insert_or_assign(std::string(name), std::move(layout));
  return !attributes_.insert_or_assign(name, AttributeAlias{AttributeAlias::Kind::kLayout, {}})
              .second;
}

bool Aliases::define_attribute(std::string_view name, AttributeAlias alias) {
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
  return any_name(text, [&](std::string_view name) {
    const auto* alias = attribute(name);
    return alias != nullptr && alias->kind == kind;
  });
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
