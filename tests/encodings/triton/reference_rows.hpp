// Reads what Triton 3.6 said of its layouts (tests/data/triton-3.6) in the words of this project.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "encodings/triton/layout.hpp"
#include "tests/support/json_lines.hpp"

namespace tileproof::triton {

// A file of layouts with their linear form, and how many rows it has.
struct ReferenceFile {
  const char* name;
  std::size_t rows;

  [[nodiscard]] std::string path() const { return std::string("triton-3.6/") + name + ".jsonl.gz"; }
};

inline constexpr ReferenceFile kLayoutFiles[] = {
    {"distributed", 5369}, {"shared", 1858}, {"linear", 838}, {"tmem", 1590}};

inline void PrintTo(const ReferenceFile& file, std::ostream* out) { *out << file.name; }

inline Shape shape_of(const nlohmann::json& row) {
  Shape shape;
  for (const auto& size : row.at("shape")) shape.push_back(size.get<Word>());
  return shape;
}

// How Triton's row reads, for messages.
inline std::string describe(const nlohmann::json& row) {
  return row.at("attr").get<std::string>() + " " + row.at("shape").dump();
}

// The in-dims of a layout as the files write them: [["register", [[0, 1], ...]], ...].
inline nlohmann::json bases_as_json(const LinearLayout& layout) {
  auto ins = nlohmann::json::array();
  for (const InDim& in : layout.in_dims()) {
    auto bases = nlohmann::json::array();
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      auto basis = nlohmann::json::array();
      for (const OutDim& out : layout.out_dims())
        basis.push_back(layout.basis(in.name, bit, out.name));
      bases.push_back(std::move(basis));
    }
    ins.push_back({std::string(in.name.text()), std::move(bases)});
  }
  return ins;
}

// The same, from a row; distributed.jsonl has a key for each in-dim, in this order.
inline nlohmann::json expected_bases(const nlohmann::json& row) {
  if (row.contains("in_dims")) return row.at("in_dims");
  auto ins = nlohmann::json::array();
  for (const char* name : {"register", "lane", "warp", "block"})
    ins.push_back({name, row.at(name)});
  return ins;
}

inline nlohmann::json outs_as_json(const LinearLayout& layout) {
  auto outs = nlohmann::json::array();
  for (const OutDim& out : layout.out_dims()) {
    outs.push_back({std::string(out.name.text()), out.size});
  }
  return outs;
}

inline nlohmann::json expected_outs(const nlohmann::json& row) {
  if (row.contains("out_dims")) return row.at("out_dims");
  auto outs = nlohmann::json::array();
  for (const auto& size : row.at("out_shape")) {
    outs.push_back({"dim" + std::to_string(outs.size()), size});
  }
  return outs;
}

}  // namespace tileproof::triton
