#include "gpu_oracles/fragments/fragments_replay.hpp"

#include <algorithm>

#include "gpu_oracles/fragments/renaming.hpp"
#include "gpu_oracles/observation_fields.hpp"

namespace tileproof::oracles {
namespace {

using nlohmann::json;

using Numbers = std::vector<Word>;

// The labels of an operand's slots, as rows of A and D, k of A and B, columns of B and D.
struct Compared {
  MatrixOperand operand;
  const char* name;
  const Numbers& first;
  Renaming& first_names;
  const Numbers& second;
  Renaming& second_names;
};

std::string pair_text(Word first, Word second) {
  return "(" + std::to_string(first) + ", " + std::to_string(second) + ")";
}

Difference differ(const MatrixInstruction& instruction,
                  const std::string& what,
                  std::size_t slot,
                  const std::string& of_model,
                  const std::string& of_device) {
  const Word threads = instruction.threads();
  return instruction.name + ": " + what + " in element " + std::to_string(slot / threads) +
         " of thread " + std::to_string(slot % threads) + " is " + of_model +
         " in the model, which fits no naming of the device's " + of_device;
}

// Under each metadata value of a sparse A, or just once.
Difference compare(const MatrixInstruction& instruction,
                   const FragmentModels& models,
                   const Compared& c,
                   const Numbers& metadata_values) {
  const std::size_t values = metadata_values.empty() ? 1 : metadata_values.size();
  const std::size_t slots = c.first.size() / values;
  for (std::size_t i = 0; i < c.first.size(); ++i) {
    const std::size_t slot = i % slots;
    auto [first, second] = models.place(
        instruction, c.operand, slot / instruction.threads(), slot % instruction.threads());
    if (!metadata_values.empty()) {
      second = models.sparse_k(instruction, second, metadata_values[i / slots]);
    }
    if (!c.first_names.matches(c.first[i], first) || !c.second_names.matches(c.second[i], second)) {
      return differ(
          instruction, c.name, slot, pair_text(first, second), pair_text(c.first[i], c.second[i]));
    }
  }
  return std::nullopt;
}

// How many slots an operand must have.
Result<bool> check_sizes(const MatrixInstruction& instruction,
                         const Compared& c,
                         Word elements,
                         std::size_t values) {
  if (c.first.size() == elements * values && c.second.size() == c.first.size()) return true;
  return Error{ErrorCode::kInvalid,
               instruction.name + ": " + c.name + " has " + std::to_string(c.first.size()) +
                   " and " + std::to_string(c.second.size()) + " labels for " +
                   std::to_string(elements * values) + " elements"};
}

Result<MatrixInstruction> parse_instruction(const json& in) {
  MatrixInstruction instruction;
  TP_TRY(kind, text_field(in, "kind"));
  TP_TRY(name, text_field(in, "instruction"));
  TP_TRY(m, natural_field(in, "m"));
  TP_TRY(n, natural_field(in, "n"));
  TP_TRY(k, natural_field(in, "k"));
  TP_TRY(bits, natural_field(in, "bits"));
  instruction.kind = kind;
  instruction.name = name;
  instruction.m = m;
  instruction.n = n;
  instruction.k = k;
  instruction.bits = bits;
  if (in.contains("computations")) {
    TP_TRY(computations, natural_field(in, "computations"));
    instruction.computations = computations;
    const auto is_called = [&](const char* part) { return name.find(part) != std::string::npos; };
    instruction.a_by_columns = is_called(".m8n8k4.col.");
    instruction.b_by_rows = is_called(".row.f");
    instruction.sums_are_halves = name.ends_with(".f16.f16.f16.f16");
  }
  if (instruction.is_sparse()) {
    TP_TRY(selector, natural_field(in, "selector"));
    instruction.selector = selector;
  }
  if (m == 0 || n == 0 || k == 0 || m > 64 || n > 256 || k > 256 || !is_power_of_two(m) ||
      !is_power_of_two(k) || !is_power_of_two(bits) || bits > 64 ||
      (instruction.computations != 1 && instruction.computations != 4)) {
    return Error{ErrorCode::kInvalid, name + " is no matrix instruction that is known"};
  }
  return instruction;
}

// D takes its addend from the same slot of C.
Difference compare_addends(const MatrixInstruction& instruction, const Numbers& c_of_d) {
  for (std::size_t slot = 0; slot < c_of_d.size(); ++slot) {
    if (c_of_d[slot] != slot) {
      return differ(instruction,
                    "C",
                    slot,
                    "slot " + std::to_string(slot),
                    "slot " + std::to_string(c_of_d[slot]));
    }
  }
  return std::nullopt;
}

// The values that metadata had, and the places that rule the slots of A: none of a dense A.
struct Metadata {
  Numbers values;
  Numbers of_slots;
};

Result<Metadata> read_metadata(const MatrixInstruction& instruction,
                               const Observation& observation) {
  if (!instruction.is_sparse()) return Metadata{};
  TP_TRY(values, naturals_field(observation.in, "metadata_values"));
  TP_TRY(of_slots, naturals_field(observation.out, "a_metadata"));
  if (values.empty() || of_slots.size() != instruction.m * instruction.kept()) {
    return Error{ErrorCode::kInvalid, instruction.name + ": a list has a wrong length"};
  }
  return Metadata{values, of_slots};
}

Difference compare_metadata(const MatrixInstruction& instruction,
                            const FragmentModels& models,
                            const Numbers& a_metadata) {
  const Word threads = instruction.threads();
  for (std::size_t slot = 0; slot < a_metadata.size(); ++slot) {
    const auto [row, kept] =
        models.place(instruction, MatrixOperand::kA, slot / threads, slot % threads);
    const Word place = models.metadata_place(instruction, row, kept);
    if (place != a_metadata[slot]) {
      return differ(instruction,
                    "the metadata of A",
                    slot,
                    pair_text(place / 8, place % 8),
                    pair_text(a_metadata[slot] / 8, a_metadata[slot] % 8));
    }
  }
  return std::nullopt;
}

// The slot row * kept + i of an A in memory, as element * 128 + thread.
ElementPlace place_in_memory(const MatrixInstruction& instruction,
                             MatrixOperand,
                             Word element,
                             Word thread) {
  const Word slot = element * instruction.threads() + thread;
  return {slot / instruction.kept(), slot % instruction.kept()};
}

Result<Difference> replay_wgmma(const MatrixInstruction& instruction,
                                const Observation& observation,
                                const FragmentModels& models) {
  const json& out = observation.out;
  TP_TRY(where_a_is, text_field(observation.in, "a"));
  TP_TRY(d_row, naturals_field(out, "d_row"));
  TP_TRY(d_col, naturals_field(out, "d_col"));
  const bool a_in_registers = where_a_is == "registers";
  Renaming rows(!a_in_registers);
  Renaming columns(true);
  Renaming along_k(true);
  const Compared d{MatrixOperand::kD, "D", d_row, rows, d_col, columns};
  TP_TRY(d_fits, check_sizes(instruction, d, instruction.m * instruction.n, 1));
  (void)d_fits;
  if (const auto difference = compare(instruction, models, d, {})) return Difference{difference};
  if (!a_in_registers && !instruction.is_sparse()) return Difference{};

  TP_TRY(a_row, naturals_field(out, "a_row"));
  TP_TRY(a_k, naturals_field(out, "a_k"));
  TP_TRY(metadata, read_metadata(instruction, observation));
  // In memory the slots are the elements themselves.
  FragmentModels of_a = models;
  if (!a_in_registers) of_a.place = place_in_memory;
  const Compared a{MatrixOperand::kA, "A", a_row, rows, a_k, along_k};
  const std::size_t values = std::max<std::size_t>(metadata.values.size(), 1);
  TP_TRY(a_fits, check_sizes(instruction, a, instruction.m * instruction.kept(), values));
  (void)a_fits;
  if (auto difference = compare(instruction, of_a, a, metadata.values)) return difference;
  return compare_metadata(instruction, of_a, metadata.of_slots);
}

Result<Difference> replay_mma(const MatrixInstruction& instruction,
                              const Observation& observation,
                              const FragmentModels& models) {
  const json& out = observation.out;
  TP_TRY(a_row, naturals_field(out, "a_row"));
  TP_TRY(a_k, naturals_field(out, "a_k"));
  TP_TRY(b_k, naturals_field(out, "b_k"));
  TP_TRY(b_col, naturals_field(out, "b_col"));
  TP_TRY(d_row, naturals_field(out, "d_row"));
  TP_TRY(d_col, naturals_field(out, "d_col"));
  TP_TRY(c_of_d, naturals_field(out, "c_of_d"));
  TP_TRY(metadata, read_metadata(instruction, observation));
  const auto [m, n, k] =
      std::tuple(instruction.m * instruction.computations, instruction.n, instruction.k);
  if (c_of_d.size() != m * n) {
    return Error{ErrorCode::kInvalid, instruction.name + ": a list has a wrong length"};
  }
  Renaming rows(false);
  Renaming columns(false);
  Renaming along_k(false);
  const Compared a{MatrixOperand::kA, "A", a_row, rows, a_k, along_k};
  const Compared b{MatrixOperand::kB, "B", b_k, along_k, b_col, columns};
  const Compared d{MatrixOperand::kD, "D", d_row, rows, d_col, columns};
  const std::size_t values = std::max<std::size_t>(metadata.values.size(), 1);
  TP_TRY(a_fits, check_sizes(instruction, a, m * instruction.kept(), values));
  TP_TRY(b_fits, check_sizes(instruction, b, k * n * instruction.computations, 1));
  TP_TRY(d_fits, check_sizes(instruction, d, m * n, 1));
  (void)(a_fits && b_fits && d_fits);
  if (auto difference = compare(instruction, models, a, metadata.values)) return difference;
  if (auto difference = compare(instruction, models, b, {})) return difference;
  if (auto difference = compare(instruction, models, d, {})) return difference;
  if (auto difference = compare_addends(instruction, c_of_d)) return difference;
  return compare_metadata(instruction, models, metadata.of_slots);
}

Result<Difference> replay_matrix_move(const Observation& observation,
                                      const FragmentModels& models) {
  MatrixInstruction instruction;
  TP_TRY(name, text_field(observation.in, "instruction"));
  TP_TRY(matrices, natural_field(observation.in, "matrices"));
  const auto transposed = observation.in.find("transposed");
  if (transposed == observation.in.end() || !transposed->is_boolean()) {
    return Error{ErrorCode::kSyntax, "no 'transposed'"};
  }
  instruction.name = name;
  const bool is_load = observation.out.contains("element_of_slot");
  TP_TRY(moved, naturals_field(observation.out, is_load ? "element_of_slot" : "slot_of_element"));
  if (moved.size() != 64 * matrices) {
    return Error{ErrorCode::kInvalid, name + ": a list has a wrong length"};
  }
  for (std::size_t slot = 0; slot < moved.size(); ++slot) {
    const Word expected = models.matrix_element(transposed->get<bool>(), slot / 32, slot % 32);
    if (expected >= moved.size()) {
      return Error{ErrorCode::kInvalid, name + ": the model leaves the matrices"};
    }
    const bool agrees = is_load ? moved[slot] == expected : moved[expected] == slot;
    if (agrees) continue;
    return differ(instruction,
                  "what",
                  slot,
                  "element " + std::to_string(expected),
                  std::to_string(is_load ? moved[slot] : moved[expected]));
  }
  return Difference{};
}

}  // namespace

Result<Difference> replay_fragments(const Observation& observation, const FragmentModels& models) {
  TP_TRY(kind, text_field(observation.in, "kind"));
  if (kind == "matrix_move") return replay_matrix_move(observation, models);
  TP_TRY(instruction, parse_instruction(observation.in));
  if (instruction.is_wgmma()) return replay_wgmma(instruction, observation, models);
  if (kind == "mma" || kind == "mma.sp") return replay_mma(instruction, observation, models);
  return Error{ErrorCode::kInvalid, "no kind of fragments '" + kind + "'"};
}

}  // namespace tileproof::oracles
