// The museum for people: its table, and a row with all that belongs to it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/colour.hpp"
#include "properties/museum/tell_apart.hpp"

namespace tileproof::cli {

struct Exhibit {
  museum::Row row;
  std::optional<museum::Comparison> comparison;  // of a row with models
};

std::size_t count_told_apart(const std::vector<Exhibit>& exhibits);
// A line for each row, and one that counts.
std::string table_text(const std::vector<Exhibit>& exhibits, const Painter& paint);
// One row: its story, its claim, both models and what is said of them.
std::string exhibit_text(const Exhibit& exhibit, const Painter& paint);

}  // namespace tileproof::cli
