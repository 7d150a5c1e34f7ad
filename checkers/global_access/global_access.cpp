#include "checkers/global_access/global_access.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <string>

#include "checkers/global_access/global_instructions.hpp"
#include "checkers/global_access/touched_bytes.hpp"
#include "core/check.hpp"

namespace tileproof {
namespace {

constexpr Word kMostElements = Word{1} << 22;
constexpr unsigned kLanes = 32;

std::optional<Error> check_rows_stay_apart(const AddressRows& rows) {
  constexpr unsigned kLog2Farthest = 39;
  Word farthest = 0;
  for (const std::int64_t byte : rows.byte) {
    const Word up = static_cast<Word>(byte) + (Word{1} << kLog2Farthest);
    farthest |= up | (up - 1);
  }
  if (farthest >> (kLog2Farthest + 1) == 0) return std::nullopt;
  return Error{ErrorCode::kUnsupported,
               "an address is 2^39 bytes or more from where its row begins"};
}

class BlockCount {
 public:
  // Requires: rows that stay apart.
  BlockCount(const GlobalAccess& access, const AddressRows& rows, Word bytes, Word block)
      : access_(access),
        rows_(rows),
        element_bytes_(bytes),
        vector_(vector_elements(access)),
        instructions_(global_instructions(access.form, vector_, access.direction, block)),
        touched_(vector_ * element_bytes_, access.rule),
        begins_(rows.rows.size(), 0) {
    const auto& [first_elements, lanes] = instructions_;
    const std::span<const std::uint32_t> row = rows.row;
    const std::span<const std::int64_t> byte = rows.byte;
    std::vector<Word> touched(lanes.size());
    for (std::uint32_t i = 0; i < first_elements.size(); ++i) {
      for (std::size_t k = 0; k < touched.size(); ++k) {
        const Word element = first_elements[i] ^ lanes[k];
        touched[k] = address_apart(row[element], byte[element]);
      }
      touched_.add(i, touched);
    }
    touched_.finish(rows.rows.size());
  }

  GlobalAccessCost cost() {
    GlobalAccessCost cost;
    cost.vector_bits = vector_ * element_bytes_ * 8;
    std::vector<Word> least_of_instruction(instructions_.first_elements.size(), 0);
    Word fewest = 0;
    const auto parts = touched_.parts();
    for (std::size_t i = 0; i < parts.size();) {
      std::size_t end = i;
      while (end < parts.size() && parts[end].row == parts[i].row) ++end;
      add_row(parts.subspan(i, end - i), cost, least_of_instruction, fewest);
      i = end;
    }
    const bool is_one_row = !parts.empty() && parts.front().row == parts.back().row;
    cost.sectors_at_least =
        is_one_row
            ? fewest
            : std::accumulate(least_of_instruction.begin(), least_of_instruction.end(), Word{0});
    cost.most.requests = instructions_.first_elements.size();
    const Word in_flight = access_.rule.widest_bytes * kLanes;
    const Word elements = elements_of_block(access_.form);
    cost.least_requests = (elements * element_bytes_ + in_flight - 1) / in_flight;
    cost.recounted_sectors = recounted();
    return cost;
  }

 private:
  // Adds a row where it takes the most sectors.  `fewest` is what it takes at the least, over all
  // its instructions; each instruction takes at least what it takes of one row.
  void add_row(std::span<const RowInInstruction> row,
               GlobalAccessCost& cost,
               std::vector<Word>& least_of_instruction,
               Word& fewest) {
    const GlobalRule& rule = access_.rule;
    const Word multiple = rows_.rows[row[0].row].multiple;
    Word& begin = begins_[row[0].row];
    Word most = 0;
    least_.assign(row.size(), std::numeric_limits<Word>::max());
    fewest = std::numeric_limits<Word>::max();
    // Where the row may begin, modulo a sector: sectors alone are compared.
    for (Word at = 0; at < rule.sector_bytes; at += std::min(multiple, rule.sector_bytes)) {
      Word sectors = 0;
      for (std::size_t i = 0; i < row.size(); ++i) {
        const Word own = touched_.sectors(row[i], at);
        sectors += own;
        least_[i] = std::min(least_[i], own);
      }
      if (at == 0) cost.aligned_sectors += sectors;
      fewest = std::min(fewest, sectors);
      if (sectors <= most) continue;
      most = sectors;
      begin = at;
    }
    cost.most.sectors += most;
    const auto together = touched_.together(row);
    cost.least_sectors +=
        count_pieces(together, static_cast<std::int64_t>(begin), rule.sector_bytes);
    cost.aligned_least_sectors += count_pieces(together, 0, rule.sector_bytes);
    for (std::size_t i = 0; i < row.size(); ++i) {
      cost.most.lines += touched_.lines(row[i], begin);
      Word& known = least_of_instruction[row[i].instruction];
      known = std::max(known, least_[i]);
    }
  }

  // The rows are put apart, each at its beginning.
  Word recounted() const {
    const auto& [first_elements, lanes] = instructions_;
    const std::span<const Word> begins = begins_;
    const std::span<const std::uint32_t> row = rows_.row;
    const std::span<const std::int64_t> byte = rows_.byte;
    std::vector<Word> touched(lanes.size());
    Word sectors = 0;
    for (const Word first_element : first_elements) {
      for (std::size_t k = 0; k < touched.size(); ++k) {
        const Word element = first_element ^ lanes[k];
        touched[k] = address_apart(row[element], byte[element]) + begins[row[element]];
      }
      sectors += count_sectors(access_.rule, vector_ * element_bytes_, touched);
    }
    return sectors;
  }

  const GlobalAccess& access_;
  const AddressRows& rows_;
  Word element_bytes_;
  Word vector_;
  GlobalInstructions instructions_;
  TouchedBytes touched_;
  std::vector<Word> begins_;  // by row, modulo a sector
  std::vector<Word> least_;   // of each instruction, of the row that is added
};

}  // namespace

Word power_of_two_in(std::int64_t number) {
  const auto word = static_cast<Word>(number);
  return word == 0 ? kUnboundedMultiple : std::min(kUnboundedMultiple, word & (~word + 1));
}

Result<Word> bytes_of_element(unsigned element_bits) {
  if (element_bits == 1) return Word{1};
  if (element_bits == 8 || element_bits == 16 || element_bits == 32 || element_bits == 64) {
    return Word{element_bits / 8};
  }
  return Error{ErrorCode::kUnsupported,
               "elements of " + std::to_string(element_bits) +
                   " bits have no address each; those of 1, 8, 16, 32 and 64 have"};
}

Word vector_elements(const GlobalAccess& access) {
  const Word bytes = bytes_of_element(access.element_bits).value();
  Word vector = std::min(access.rule.widest_bytes / bytes, held_together(access.form).elements);
  vector = std::min(vector, access.facts.contiguity);
  vector = std::min(vector, std::max<Word>(1, access.facts.divisibility / bytes));
  if (access.facts.mask_constancy) vector = std::min(vector, *access.facts.mask_constancy);
  return std::max<Word>(1, vector);
}

Result<GlobalAccessCost> global_access_cost(const GlobalAccess& access, const AddressRows& rows) {
  TP_TRY(bytes, bytes_of_element(access.element_bits));
  const Word elements = access.form.total_out_size();
  if (elements > kMostElements || access.form.total_in_size() > 4 * kMostElements) {
    return Error{ErrorCode::kUnsupported, "tensors of more than 2^22 elements are not counted"};
  }
  TP_CHECK(rows.row.size() == elements && rows.byte.size() == elements, "an address each");
  TP_CHECK(rows.rows.size() <= kMostElements, "a row has an element");
  const auto lanes = access.form.find_in(kLane);
  const unsigned lane_bits = lanes ? access.form.in_dims()[*lanes].bits : 0;
  if ((1u << lane_bits) != kLanes) {
    return Error{ErrorCode::kShape,
                 "the layout has " + std::to_string(1u << lane_bits) +
                     " lanes in a warp, and the rule is for 32"};
  }
  if (const auto error = check_rows_stay_apart(rows)) return *error;
  const Word vector = vector_elements(access);
  if (const auto moves = moves_within_vectors(access.form, vector)) {
    return Error{ErrorCode::kUnsupported,
                 "vectors of " + std::to_string(vector) +
                     " elements are not in order in each thread: " + *moves};
  }
  const auto block_dim = access.form.find_in(kBlock);
  const Word blocks = block_dim ? access.form.in_dims()[*block_dim].size() : 1;
  GlobalAccessCost most = BlockCount(access, rows, bytes, 0).cost();
  Word at_least = most.sectors_at_least;
  for (Word block = 1; block < blocks; ++block) {
    const auto cost = BlockCount(access, rows, bytes, block).cost();
    at_least = std::min(at_least, cost.sectors_at_least);
    if (cost.most.sectors > most.most.sectors) most = cost;
  }
  most.sectors_at_least = at_least;
  return most;
}

AddressRows strided_rows(std::span<const Word> shape,
                         std::span<const Word> strides,
                         Word element_bytes,
                         Word alignment) {
  AddressRows rows;
  rows.rows.push_back({alignment});
  rows.byte.push_back(0);
  for (std::size_t d = 0; d < shape.size(); ++d) {
    std::vector<std::int64_t> next;
    next.reserve(rows.byte.size() * shape[d]);
    for (const std::int64_t before : rows.byte) {
      for (Word x = 0; x < shape[d]; ++x) {
        next.push_back(before + static_cast<std::int64_t>(x * strides[d] * element_bytes));
      }
    }
    rows.byte = std::move(next);
  }
  rows.row.assign(rows.byte.size(), 0);
  return rows;
}

VectorFacts strided_facts(std::span<const Word> shape,
                          std::span<const Word> strides,
                          Word element_bytes,
                          Word alignment,
                          std::size_t fastest) {
  VectorFacts facts{fastest < shape.size() && strides[fastest] == 1 ? shape[fastest] : 1,
                    alignment};
  for (std::size_t d = 0; d < strides.size(); ++d) {
    if (d == fastest || strides[d] == 0) continue;
    facts.divisibility = std::min(
        facts.divisibility, power_of_two_in(static_cast<std::int64_t>(strides[d])) * element_bytes);
  }
  return facts;
}

}  // namespace tileproof
