#include "gpu_oracles/fragments/pair_table.hpp"

#include <map>
#include <numeric>
#include <string>
#include <utility>

namespace tileproof::oracles {
namespace {

// Sets that grow together: slots that must have the same label.
class Classes {
 public:
  explicit Classes(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t find(std::size_t x) {
    while (parent_[x] != x) {
      parent_[x] = parent_[parent_[x]];
      x = parent_[x];
    }
    return x;
  }
  void join(std::size_t x, std::size_t y) { parent_[find(x)] = find(y); }

 private:
  std::vector<std::size_t> parent_;
};

// Numbers the classes as they come.
class Numbering {
 public:
  std::uint32_t of(std::size_t representative) {
    const auto next = static_cast<std::uint32_t>(numbers_.size());
    return numbers_.try_emplace(representative, next).first->second;
  }

 private:
  std::map<std::size_t, std::uint32_t> numbers_;
};

Error contradiction(std::size_t a, std::size_t d, const std::string& what) {
  return {ErrorCode::kInvalid,
          "not a product of matrices: slot " + std::to_string(a) + " of A and slot " +
              std::to_string(d) + " of D " + what};
}

// The labels of the classes, unless the table contradicts them.
Result<SlotLabels> checked(const PairTable& table, SlotLabels labels) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::int32_t> b_at;
  for (std::size_t b = 0; b < table.b_slots; ++b) {
    if (labels.b_k[b] == kNoLabel) continue;
    const auto place = std::pair(labels.b_k[b], labels.b_col[b]);
    if (!b_at.try_emplace(place, static_cast<std::int32_t>(b)).second) {
      return Error{ErrorCode::kInvalid,
                   "slot " + std::to_string(b) + " of B holds what another one holds"};
    }
  }
  for (std::size_t a = 0; a < table.a_slots; ++a) {
    for (std::size_t d = 0; d < table.d_slots; ++d) {
      std::int32_t expected = PairTable::kNone;
      if (labels.a_row[a] == labels.d_row[d]) {
        const auto found = b_at.find({labels.a_k[a], labels.d_col[d]});
        if (found == b_at.end()) return contradiction(a, d, "share a row, but no slot of B");
        expected = found->second;
      }
      const std::int32_t got = table.b_of[a * table.d_slots + d];
      if (got != expected) {
        return contradiction(a,
                             d,
                             "meet slot " + std::to_string(got) +
                                 " of B, where the others' labels "
                                 "say " +
                                 std::to_string(expected));
      }
    }
  }
  return labels;
}

}  // namespace

Result<SlotLabels> label_slots(const PairTable& table) {
  Classes rows(table.a_slots + table.d_slots);
  Classes columns(table.b_slots + table.d_slots);
  Classes along_k(table.a_slots + table.b_slots);
  std::vector<bool> b_used(table.b_slots, false);
  for (std::size_t a = 0; a < table.a_slots; ++a) {
    for (std::size_t d = 0; d < table.d_slots; ++d) {
      const std::int32_t got = table.b_of[a * table.d_slots + d];
      if (got == PairTable::kNone) continue;
      if (got < 0 || static_cast<std::size_t>(got) >= table.b_slots) {
        return contradiction(a, d, "do not meet one slot of B with a product of 1");
      }
      const auto b = static_cast<std::size_t>(got);
      b_used[b] = true;
      rows.join(a, table.a_slots + d);
      columns.join(b, table.b_slots + d);
      along_k.join(a, table.a_slots + b);
    }
  }

  SlotLabels labels;
  Numbering row_number;
  Numbering column_number;
  Numbering k_number;
  for (std::size_t d = 0; d < table.d_slots; ++d) {
    labels.d_row.push_back(row_number.of(rows.find(table.a_slots + d)));
    labels.d_col.push_back(column_number.of(columns.find(table.b_slots + d)));
  }
  for (std::size_t a = 0; a < table.a_slots; ++a) {
    labels.a_row.push_back(row_number.of(rows.find(a)));
    labels.a_k.push_back(k_number.of(along_k.find(a)));
  }
  for (std::size_t b = 0; b < table.b_slots; ++b) {
    labels.b_k.push_back(b_used[b] ? k_number.of(along_k.find(table.a_slots + b)) : kNoLabel);
    labels.b_col.push_back(b_used[b] ? column_number.of(columns.find(b)) : kNoLabel);
  }
  return checked(table, std::move(labels));
}

}  // namespace tileproof::oracles
