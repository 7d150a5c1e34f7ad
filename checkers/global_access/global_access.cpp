#include "checkers/global_access/global_access.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>

#include "checkers/global_access/global_instructions.hpp"
#include "core/check.hpp"

namespace tileproof {
namespace {

constexpr Word kMostElements = Word{1} << 22;
constexpr std::int64_t kFarthest = std::int64_t{1} << 39;
constexpr unsigned kLanes = 32;

// A row's number of pieces in one instruction, or in all of a CTA: distinct values of byte / size.
Word distinct(std::vector<std::int64_t>& pieces) {
  std::sort(pieces.begin(), pieces.end());
  return static_cast<Word>(std::unique(pieces.begin(), pieces.end()) - pieces.begin());
}

std::int64_t floor_div(std::int64_t a, Word b) {
  const auto divisor = static_cast<std::int64_t>(b);
  return a >= 0 ? a / divisor : -((-a + divisor - 1) / divisor);
}

// Where a row may begin, modulo a line.
std::vector<Word> beginnings(Word multiple, const GlobalRule& rule) {
  std::vector<Word> list;
  for (Word at = 0; at < rule.line_bytes; at += std::min(multiple, rule.line_bytes)) {
    list.push_back(at);
  }
  return list;
}

// The vectors of a row: by instruction, at which bytes its lanes begin.
using RowVectors = std::map<std::size_t, std::vector<std::int64_t>>;

class BlockCount {
 public:
  BlockCount(const GlobalAccess& access, const AddressRows& rows, Word bytes, Word block)
      : access_(access),
        rows_(rows),
        element_bytes_(bytes),
        vector_(vector_elements(access)),
        instructions_(global_instructions(access.form, vector_, access.direction, block)),
        elements_(elements_of_block(access.form, block)),
        vectors_(rows.rows.size()),
        begins_(rows.rows.size(), 0) {
    for (std::size_t i = 0; i < instructions_.size(); ++i) {
      for (const auto& element : instructions_[i].elements) {
        if (element) vectors_[rows.row[*element]][i].push_back(rows.byte[*element]);
      }
    }
  }

  GlobalAccessCost cost() {
    GlobalAccessCost cost;
    cost.vector_bits = vector_ * element_bytes_ * 8;
    std::vector<Word> least_of_instruction(instructions_.size(), 0);
    bool is_one_row = true;
    Word fewest = 0;
    for (std::size_t row = 0; row < vectors_.size(); ++row) {
      if (vectors_[row].empty()) continue;
      if (cost.most.sectors > 0) is_one_row = false;
      cost.most += most_of_row(row, least_of_instruction, fewest);
    }
    for (const auto& instruction : instructions_) {
      const auto& lanes = instruction.elements;
      if (std::any_of(lanes.begin(), lanes.end(), [](const auto& e) { return e.has_value(); })) {
        ++cost.most.requests;
      }
    }
    cost.sectors_at_least =
        is_one_row
            ? fewest
            : std::accumulate(least_of_instruction.begin(), least_of_instruction.end(), Word{0});
    cost.least_sectors = least_sectors();
    const Word in_flight = access_.rule.widest_bytes * kLanes;
    cost.least_requests = (elements_.size() * element_bytes_ + in_flight - 1) / in_flight;
    cost.recounted_sectors = recounted();
    return cost;
  }

 private:
  Word pieces(const std::vector<std::int64_t>& starts, Word begin, Word bytes, Word size) {
    scratch_.clear();
    for (const std::int64_t start : starts) {
      const std::int64_t at = start + static_cast<std::int64_t>(begin);
      const std::int64_t last = floor_div(at + static_cast<std::int64_t>(bytes) - 1, size);
      for (std::int64_t piece = floor_div(at, size); piece <= last; ++piece) {
        scratch_.push_back(piece);
      }
    }
    return distinct(scratch_);
  }

  // Where it begins so that it takes the most sectors; `fewest` is what it takes at the least, over
  // all its instructions.
  GlobalCost most_of_row(std::size_t row, std::vector<Word>& least_of_instruction, Word& fewest) {
    const Word bytes = vector_ * element_bytes_;
    std::optional<GlobalCost> most;
    std::vector<std::pair<std::size_t, Word>> least;
    for (const Word begin : beginnings(rows_.rows[row].multiple, access_.rule)) {
      GlobalCost cost;
      std::size_t at = 0;
      for (const auto& [instruction, starts] : vectors_[row]) {
        const Word sectors = pieces(starts, begin, bytes, access_.rule.sector_bytes);
        cost.sectors += sectors;
        cost.lines += pieces(starts, begin, bytes, access_.rule.line_bytes);
        if (!most) {
          least.emplace_back(instruction, sectors);
        } else {
          least[at].second = std::min(least[at].second, sectors);
        }
        ++at;
      }
      fewest = most ? std::min(fewest, cost.sectors) : cost.sectors;
      if (!most || cost.sectors > most->sectors) {
        most = cost;
        begins_[row] = begin;
      }
    }
    for (const auto& [instruction, sectors] : least) {
      Word& known = least_of_instruction[instruction];
      known = std::max(known, sectors);
    }
    return *most;
  }

  Word least_sectors() {
    std::vector<std::vector<std::int64_t>> starts(rows_.rows.size());
    for (const Word element : elements_) {
      starts[rows_.row[element]].push_back(rows_.byte[element]);
    }
    Word sectors = 0;
    for (std::size_t row = 0; row < starts.size(); ++row) {
      sectors += pieces(starts[row], begins_[row], element_bytes_, access_.rule.sector_bytes);
    }
    return sectors;
  }

  // The rows are put so far apart that none meets another.
  Word recounted() const {
    Word sectors = 0;
    std::vector<std::optional<Word>> addresses;
    for (const auto& instruction : instructions_) {
      addresses.assign(instruction.elements.size(), std::nullopt);
      for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
        const auto& element = instruction.elements[lane];
        if (!element) continue;
        const std::uint32_t row = rows_.row[*element];
        addresses[lane] = (Word{row} * 2 + 1) * static_cast<Word>(kFarthest) * 2 + begins_[row] +
                          static_cast<Word>(rows_.byte[*element]);
      }
      sectors += count_global_access(access_.rule, vector_ * element_bytes_, addresses).sectors;
    }
    return sectors;
  }

  const GlobalAccess& access_;
  const AddressRows& rows_;
  Word element_bytes_;
  Word vector_;
  std::vector<GlobalInstruction> instructions_;
  std::vector<Word> elements_;
  std::vector<RowVectors> vectors_;  // by row
  std::vector<Word> begins_;         // by row, modulo a line
  std::vector<std::int64_t> scratch_;
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
  const auto lanes = access.form.find_in(kLane);
  const unsigned lane_bits = lanes ? access.form.in_dims()[*lanes].bits : 0;
  if ((1u << lane_bits) != kLanes) {
    return Error{ErrorCode::kShape,
                 "the layout has " + std::to_string(1u << lane_bits) +
                     " lanes in a warp, and the rule is for 32"};
  }
  for (const std::int64_t byte : rows.byte) {
    if (byte > -kFarthest && byte < kFarthest) continue;
    return Error{ErrorCode::kUnsupported,
                 "an address is 2^39 bytes or more from where its row begins"};
  }
  const auto block_dim = access.form.find_in(kBlock);
  const Word blocks = block_dim ? access.form.in_dims()[*block_dim].size() : 1;
  std::optional<GlobalAccessCost> most;
  for (Word block = 0; block < blocks; ++block) {
    const auto cost = BlockCount(access, rows, bytes, block).cost();
    if (!most || cost.most.sectors > most->most.sectors) most = cost;
  }
  return *most;
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
