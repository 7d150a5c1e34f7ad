#include "properties/subject_text.hpp"

namespace tileproof::gen {
namespace {

std::string quoted(Name name) { return "\"" + std::string(name.text()) + "\""; }

// "[a, b]"
template <typename List, typename Write>
std::string listed(const List& list, Write write) {
  std::string text = "[";
  for (const auto& item : list) text += (text.size() > 1 ? ", " : "") + write(item);
  return text + "]";
}

}  // namespace

std::string text_of(Word value) { return std::to_string(value); }
std::string text_of(Name name) { return quoted(name); }

std::string text_of(std::span<const Word> values) {
  return listed(values, [](Word value) { return std::to_string(value); });
}

std::string text_of(const std::vector<Name>& names) { return listed(names, quoted); }

std::string text_of(const std::vector<NamedValue>& values) {
  return listed(values, [](const NamedValue& value) {
    return "[" + quoted(value.first) + ", " + std::to_string(value.second) + "]";
  });
}

std::string text_of(const f2::Matrix& matrix) {
  return std::to_string(matrix.rows) + " rows, columns " +
         text_of(std::span<const Word>(matrix.columns));
}

std::string text_of(const f2::Subspace& subspace) {
  return "span of " + text_of(std::span<const Word>(subspace.basis()));
}

std::string text_of(const LinearLayout& layout) {
  std::size_t flat = 0;
  const auto coordinates = [&](Word fields) {
    std::vector<Word> values;
    for (std::size_t d = 0; d < layout.out_dims().size(); ++d) {
      values.push_back(layout.field(fields, d));
    }
    return text_of(std::span<const Word>(values));
  };
  std::string text = R"({"bases": )";
  text += listed(layout.in_dims(), [&](const InDim& in) {
    const auto bases = layout.field_bases().subspan(flat, in.bits);
    flat += in.bits;
    return "[" + quoted(in.name) + ", " + listed(bases, coordinates) + "]";
  });
  text += R"(, "out_dims": )";
  text += listed(layout.out_dims(), [](const OutDim& out) {
    return "[" + quoted(out.name) + ", " + std::to_string(out.size) + "]";
  });
  return text + "}";
}

}  // namespace tileproof::gen
