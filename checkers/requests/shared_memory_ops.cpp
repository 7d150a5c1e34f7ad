// The ops about the cost of shared memory.
#include "checkers/requests/ops.hpp"
#include "checkers/shared_access/bank_conflicts.hpp"
#include "core/wavefronts.hpp"

namespace tileproof::requests {
Result<Json> bank_conflicts(const Request& request) {
  TP_TRY(registers, request.layout("register"));
  TP_TRY(shared, request.layout("shared"));
  TP_TRY(shape, request.shape());
  TP_TRY(element_bits, request.number("element_bits"));
  TP_TRY(target, request.target());
  TP_TRY(direction, request.direction());
  if (element_bits == 0 || element_bits > 128) {
    return wrong_field("element_bits", "an integer from 1 to 128");
  }
  if (triton::storage(*registers) != triton::Storage::kRegisters) {
    return wrong_field("register", "a layout in registers");
  }
  if (triton::storage(*shared) != triton::Storage::kSharedMemory) {
    return wrong_field("shared", "a layout in shared memory");
  }
  for (const auto& side : {registers, shared}) {
    if (const auto broken = broken_bases(*side)) return *broken;
  }
  TP_TRY(register_form, to_linear(*registers, shape));
  TP_TRY(shared_form, to_linear(*shared, shape));
  const SharedAccess access{register_form,
                            shared_form,
                            static_cast<unsigned>(element_bits),
                            target,
                            direction,
                            triton::paddings(*shared)};
  TP_TRY(cost, tileproof::bank_conflicts(access));
  return Json{{"instruction", cost.rule->instruction},
              {"vector_bits", cost.vector_bits},
              {"instructions_per_warp", to_json(cost.instructions_per_warp)},
              {"wavefronts", to_json(cost.wavefronts)},
              {"ideal_wavefronts", to_json(cost.ideal_wavefronts)},
              {"conflicts", to_json(cost.conflicts())},
              {"worst_instruction_wavefronts", cost.worst_instruction_wavefronts},
              {"engine", cost.engine},
              {"evidence", cost.rule->evidence.to_string()}};
}

Result<Json> shared_access(const Request& request) {
  TP_TRY(target, request.target());
  TP_TRY(instruction, request.text("instruction"));
  TP_TRY(rule, target.find_rule(instruction));
  const Json& list = request.raw("byte_address");
  if (!list.is_array()) return wrong_field("byte_address", "a list with one entry for each lane");
  std::vector<std::optional<Word>> addresses;
  for (const Json& entry : list) {
    if (entry.is_null()) {
      addresses.emplace_back();
      continue;
    }
    TP_TRY(address, number_from(entry, "byte_address"));
    addresses.emplace_back(address);
  }
  TP_TRY(cost, count_wavefronts(*rule, addresses));
  return Json{{"wavefronts", cost.wavefronts},
              {"bank_conflicts", cost.conflicts()},
              {"evidence", rule->evidence.to_string()}};
}

}  // namespace tileproof::requests
