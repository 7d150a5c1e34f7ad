#include "checkers/ttgir/written_words.hpp"

#include <algorithm>
#include <array>

namespace tileproof {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

struct Enumeration {
  std::string_view attribute;
  std::string_view kind;     // that of the signature; "" for any
  std::string_view keyword;  // `keyword = word`; "" where it stands at the front
  std::string_view words;    // each with a space around it
};

constexpr std::array kEnumerations{
    Enumeration{"cache", "", "cacheModifier", " none ca cg wb cs wt cv "},
    Enumeration{"evict", "", "evictionPolicy", " evict_normal evict_first evict_last "},
    Enumeration{"inputPrecision", "", "inputPrecision", " tf32 tf32x3 ieee bf16x3 bf16x6 "},
    Enumeration{"propagateNan", "", "propagateNan", " none all "},
    Enumeration{"axis", "0-2", "", " x y z "},
    Enumeration{"predicate", "I", "", " eq ne slt sle sgt sge ult ule ugt uge "},
    Enumeration{"predicate",
                "F",
                "",
                " false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true "},
    Enumeration{"atomic_rmw_op", "", "", " and or xor add fadd max min umax umin exch "},
    Enumeration{"sem", "", "", " relaxed acquire release acq_rel "},
    Enumeration{"scope", "", "", " gpu cta sys "},
};

const Enumeration* enumeration_of(std::string_view attribute, std::string_view kind) {
  const auto* const found = std::ranges::find_if(kEnumerations, [&](const Enumeration& e) {
    return e.attribute == attribute && (e.kind.empty() || e.kind == kind);
  });
  return found == kEnumerations.end() ? nullptr : found;
}

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  return text.substr(0, text.find_last_not_of(kSpace) + 1);
}

// `slt`, or `"slt"`.
std::string_view first_word(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('"')) return text.substr(1, text.find('"', 1) - 1);
  return text.substr(0, text.find_first_of(" \t\r\n,:={}<>()[]%"));
}

// The word between commas, `place` of them before it.
std::string_view front_word(std::string_view text, std::size_t place) {
  for (; place > 0; --place) text.remove_prefix(std::min(text.find(',') + 1, text.size()));
  return first_word(text);
}

}  // namespace

bool is_keyword(std::string_view attribute, std::string_view kind) {
  const Enumeration* const known = enumeration_of(attribute, kind);
  return known != nullptr && !known->keyword.empty();
}

bool is_front_word(std::string_view attribute, std::string_view kind) {
  const Enumeration* const known = enumeration_of(attribute, kind);
  return known != nullptr && known->keyword.empty();
}

std::optional<std::string> wrong_word(std::string_view attribute,
                                      std::string_view kind,
                                      std::string_view name,
                                      std::size_t place,
                                      const BehindWord& behind) {
  const Enumeration* const known = enumeration_of(attribute, kind);
  if (known == nullptr) return std::nullopt;
  const bool is_front = known->keyword.empty();
  const auto text = behind(is_front ? name : known->keyword);
  if (!text) return std::nullopt;
  std::string_view word;
  if (is_front) {
    word = front_word(*text, place);
  } else {
    const auto value = trimmed(*text);
    word = first_word(value.substr(value.starts_with('=') ? 1 : 0));
  }
  const std::string spaced = " " + std::string(word) + " ";
  if (!word.empty() && known->words.find(spaced) != std::string_view::npos) return std::nullopt;
  return std::string(word.substr(0, 40));
}

}  // namespace tileproof
