#include "gpu_oracles/amd_fragments/amd_fragments_replay.hpp"

#include "gpu_oracles/fragments/renaming.hpp"
#include "gpu_oracles/observation_fields.hpp"

namespace tileproof::oracles {
namespace {

using Numbers = std::vector<Word>;

Result<AmdMatrixInstruction> parse_instruction(const nlohmann::json& in) {
  TP_TRY(name, text_field(in, "instruction"));
  TP_TRY(architecture, text_field(in, "architecture"));
  TP_TRY(m, natural_field(in, "m"));
  TP_TRY(n, natural_field(in, "n"));
  TP_TRY(k, natural_field(in, "k"));
  TP_TRY(bits, natural_field(in, "bits"));
  TP_TRY(sum_bits, natural_field(in, "sum_bits"));
  AmdMatrixInstruction instruction{name, architecture, m, n, k, bits, sum_bits};
  if (m > 32 || n > 32 || k > 256 || !is_power_of_two(k) || !is_power_of_two(bits) || bits > 64) {
    return Error{ErrorCode::kInvalid, name + " is no matrix instruction that is known"};
  }
  return instruction;
}

// The labels of an operand's slots and the names that they may have in the model.
struct Compared {
  AmdOperand operand;
  const char* name;
  Word lanes;
  const Numbers& first;
  Renaming& first_names;
  const Numbers& second;
  Renaming& second_names;
};

std::string pair_text(Word first, Word second) {
  return "(" + std::to_string(first) + ", " + std::to_string(second) + ")";
}

std::string slot_text(const AmdMatrixInstruction& instruction,
                      const char* matrix,
                      std::size_t slot,
                      Word lanes) {
  return instruction.name + " of " + instruction.architecture + ": " + matrix + " in element " +
         std::to_string(slot / lanes) + " of lane " + std::to_string(slot % lanes);
}

Result<Difference> compare(const AmdMatrixInstruction& instruction,
                           const AmdPlaceModel& model,
                           const Compared& c,
                           Word elements) {
  if (c.first.size() != elements || c.second.size() != elements) {
    return Error{ErrorCode::kInvalid,
                 instruction.name + ": " + c.name + " has " + std::to_string(c.first.size()) +
                     " and " + std::to_string(c.second.size()) + " labels for " +
                     std::to_string(elements) + " elements"};
  }
  for (std::size_t slot = 0; slot < c.first.size(); ++slot) {
    TP_TRY(place, model(instruction, c.operand, slot / c.lanes, slot % c.lanes));
    if (c.first_names.matches(c.first[slot], place.first) &&
        c.second_names.matches(c.second[slot], place.second)) {
      continue;
    }
    return Difference(slot_text(instruction, c.name, slot, c.lanes) + " is " +
                      pair_text(place.first, place.second) +
                      " in the model, which fits no naming of the device's " +
                      pair_text(c.first[slot], c.second[slot]));
  }
  return Difference();
}

// D takes its addend from the same slot of C.
Result<Difference> compare_addends(const AmdMatrixInstruction& instruction, const Numbers& c_of_d) {
  if (c_of_d.size() != instruction.m * instruction.n) {
    return Error{ErrorCode::kInvalid, instruction.name + ": c_of_d has a wrong length"};
  }
  for (std::size_t slot = 0; slot < c_of_d.size(); ++slot) {
    if (c_of_d[slot] == slot) continue;
    return Difference(slot_text(instruction, "D", slot, instruction.lanes()) +
                      " takes its addend from slot " + std::to_string(c_of_d[slot]) +
                      " of C, not from its own");
  }
  return Difference();
}

}  // namespace

Observation to_observation(const AmdMatrixInstruction& instruction,
                           const SlotLabels& labels,
                           const std::vector<std::int32_t>& c_of_d) {
  return {{{"instruction", instruction.name},
           {"architecture", instruction.architecture},
           {"m", instruction.m},
           {"n", instruction.n},
           {"k", instruction.k},
           {"bits", instruction.bits},
           {"sum_bits", instruction.sum_bits}},
          {{"a_row", labels.a_row},
           {"a_k", labels.a_k},
           {"b_k", labels.b_k},
           {"b_col", labels.b_col},
           {"d_row", labels.d_row},
           {"d_col", labels.d_col},
           {"c_of_d", c_of_d}}};
}

Result<Difference> replay_amd_fragments(const Observation& observation,
                                        const AmdPlaceModel& model) {
  TP_TRY(instruction, parse_instruction(observation.in));
  TP_TRY(a_row, naturals_field(observation.out, "a_row"));
  TP_TRY(a_k, naturals_field(observation.out, "a_k"));
  TP_TRY(b_k, naturals_field(observation.out, "b_k"));
  TP_TRY(b_col, naturals_field(observation.out, "b_col"));
  TP_TRY(d_row, naturals_field(observation.out, "d_row"));
  TP_TRY(d_col, naturals_field(observation.out, "d_col"));
  TP_TRY(c_of_d, naturals_field(observation.out, "c_of_d"));
  const auto [m, n, k] = std::tuple(instruction.m, instruction.n, instruction.k);
  const Word operand_lanes = instruction.operand_lanes();
  Renaming rows(false);
  Renaming columns(false);
  Renaming along_k(false);
  const Compared a{AmdOperand::kA, "A", operand_lanes, a_row, rows, a_k, along_k};
  const Compared b{AmdOperand::kB, "B", operand_lanes, b_k, along_k, b_col, columns};
  const Compared d{AmdOperand::kD, "D", instruction.lanes(), d_row, rows, d_col, columns};
  TP_TRY(of_a, compare(instruction, model, a, m * k));
  if (of_a) return of_a;
  TP_TRY(of_b, compare(instruction, model, b, k * n));
  if (of_b) return of_b;
  TP_TRY(of_d, compare(instruction, model, d, m * n));
  if (of_d) return of_d;
  return compare_addends(instruction, c_of_d);
}

}  // namespace tileproof::oracles
