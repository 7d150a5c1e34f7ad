// Where do the pointers of a file lead, as far as it says?  Each value as a form over unknowns, by
// the operations that give it; pointers in bytes, from which follow the rows that an access of
// global memory is counted by (checkers/global_access/global_access.hpp).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checkers/global_access/global_access.hpp"
#include "checkers/ttgir/axis_facts.hpp"
#include "checkers/ttgir/element_forms.hpp"
#include "core/result.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof {

// Where the elements of a tensor of pointers lead.  Tables leave dimensions at 1 in which they do
// not vary.
struct FollowedPointers {
  triton::Shape shape;
  std::vector<AddressRows::Row> rows;
  ElementTable row;
  ElementTable byte;                  // from its row's beginning
  std::vector<std::string> unknowns;  // "%N", of the rows' beginnings

  // The same text has the same addresses.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] AddressRows addresses() const;
};

class PointerRows {
 public:
  // What is known for certain of the same module's values.
  PointerRows(const ttgir::Module& module, const KnownAxes& axes) : module_(module), axes_(axes) {}

  // Fails (kUnsupported) where a value is not followed, and says which and why.
  Result<FollowedPointers> of(const ttgir::Operand& pointers);

 private:
  using Operation = ttgir::Operation;
  using ValueId = ttgir::ValueId;
  using Form = Result<ElementForm>;

  // A number that the file does not say; it is a sum of these steps, if any, however often each.
  struct Unknown {
    ValueId value;
    bool is_carried = false;
    std::vector<std::pair<UnknownProduct, std::int64_t>> steps = {};
  };

  Form form_of(const ttgir::Operand& operand);
  Form form_of(ValueId value);
  Form computed(ValueId value);
  Form given(ValueId value, const Operation& op);
  Form cast(ValueId value, const Operation& op);
  Form arithmetic(ValueId value, const Operation& op);
  Form in_runs(ValueId value, const Operation& op);
  Form carried(ValueId value, const Operation& loop, std::size_t index);
  Form left_by_loop(ValueId value, const Operation& loop, std::size_t index);
  Form unknown(ValueId value);
  std::uint32_t new_unknown(Unknown unknown);

  [[nodiscard]] Word multiple_of(std::uint32_t unknown, std::vector<bool>& seen) const;
  [[nodiscard]] Word multiple_of(const UnknownProduct& product, std::vector<bool> seen) const;
  [[nodiscard]] std::string name_of(ValueId value) const;
  [[nodiscard]] Error lost(ValueId value, const std::string& why) const;
  [[nodiscard]] const ttgir::Type* type_of(ValueId value) const;
  [[nodiscard]] const ttgir::Block* body_of(const Operation& loop) const;
  [[nodiscard]] const ttgir::Operand* yielded(const Operation& loop, std::size_t index) const;

  const ttgir::Module& module_;
  const KnownAxes& axes_;
  std::vector<Unknown> unknowns_;
  std::map<ValueId, Form> forms_;
  std::vector<ValueId> made_;  // keys of forms_, in the order in which they were found
  unsigned depth_ = 0;
};

}  // namespace tileproof
