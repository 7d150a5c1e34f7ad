// What the files of encoding_laws.hpp share.
#pragma once

#include "properties/encoding_laws.hpp"

namespace tileproof::laws::detail {

inline constexpr Word kMostPoints = 4096;

// All points of a layout and their values, by the definition itself.
struct Table {
  std::vector<std::vector<Word>> points;
  std::vector<std::vector<Word>> values;

  // Of the first output.
  [[nodiscard]] Word largest() const;
};

// nullopt if there are more points, or parameters of a whole layout.
std::optional<Table> table_of(const IndexMap& map, Word most_points = kMostPoints);

bool has_several_unsized_outputs(const IndexMap& map);
// The first value that no point has, of the outputs' sizes; of an offset, of those below the
// largest.
std::optional<std::vector<Word>> first_gap(const IndexMap& map, const Table& table);

// The laws that ask engines.
LawResult engines_agree(const EncodingSubject& subject, const EncodingOperations& ops);
LawResult counterexamples_break_the_claim(const EncodingSubject& subject,
                                          const EncodingOperations& ops);
LawResult certificates_show_the_claim(const EncodingSubject& subject,
                                      const EncodingOperations& ops);

}  // namespace tileproof::laws::detail
