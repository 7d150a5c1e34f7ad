// Checks one module: shared by the files that ask its questions.  What is known of a layout is kept
// for each (layout, shape), since a kernel uses few of them in many places.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "checkers/shared_access/access_check.hpp"
#include "checkers/shared_access/bank_conflicts.hpp"
#include "checkers/ttgir/check_file.hpp"
#include "checkers/ttgir/finding_claims.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof {

class ModuleChecker {
 public:
  ModuleChecker(const ttgir::Module& module,
                const ttgir::LineIndex& lines,
                const CheckOptions& options,
                FileReport& report);

  void run();

 private:
  // A layout and the shape that it describes.
  struct Placed {
    std::string text;  // of the layout, as printed
    triton::Shape shape;
    std::optional<Tensor> tensor;
    Error why_not = {};  // if there is none
  };
  // One access of shared memory: which tensor type meets which memory type.
  struct Access {
    const ttgir::Operation& op;
    ttgir::TypeId tensor;
    ttgir::TypeId memory;
    ttgir::Definition tensor_definition;
    ttgir::Definition memory_definition;
    bool is_load;
  };

  const ttgir::Type& type(ttgir::TypeId id) const { return module_.types[id]; }
  // The shape that the type's layout describes: of a memory descriptor, of its allocation without
  // the dimension that counts buffers.
  static triton::Shape layout_shape(const ttgir::Type& type);
  const Placed& placed(ttgir::TypeId id);
  static bool is_defined_otherwise(const ttgir::Definition& definition, ttgir::TypeId used);
  // Why a use cannot be compared with the definition; nullopt if it can, or they are the same.
  std::optional<std::string> why_not_compared(const ttgir::Definition& definition,
                                              ttgir::TypeId used);
  // Has the value of a tensor the elements that its use assumes?  If not, or if that is not
  // decided, a finding says so.
  bool is_as_defined(const ttgir::Operation& op,
                     const ttgir::Definition& definition,
                     ttgir::TypeId used,
                     Detail detail);

  void check_uses();
  void check_operation(const ttgir::Operation& op);
  void check_conversion_op(const ttgir::Operation& op);
  // A view of shared memory must have the layout of that memory; a finding only where it has
  // another.
  void check_view(const ttgir::Operation& op);
  // The part of a memory that its type shows, without the dimension that counts buffers.
  static triton::Shape view_of(const ttgir::Type& memory, std::size_t rank);
  void check_access(const Access& access);
  void check_access_data(const Access& access);
  void check_access_cost(const Access& access);
  void check_bounds(const Access& access);

  // Adds a finding at an operation.
  void add(const ttgir::Operation& op,
           Topic question,
           Verdict verdict,
           Detail detail = {},
           std::string remark = {});
  void add_at(std::size_t offset,
              std::string_view op,
              Topic question,
              Verdict verdict,
              Detail detail,
              std::string remark);
  // The claims of the finding that was added last, if it is proved and they are asked for.
  template <typename Claims>
  void state(const Claims& claims) {
    Finding& last = report_.findings.back();
    if (options_.states_claims && is_proved(last.verdict)) last.claims = claims();
  }
  // That a value has the layout that it was defined with, if that is another.
  void add_same(FindingClaims& claims, const ttgir::Definition& definition, ttgir::TypeId used);
  LayoutOn layout_on(ttgir::TypeId id) { return {*type(id).layout, placed(id).shape}; }
  void add_unknown(const ttgir::Operation& op, Topic question, std::string reason);
  void add_error(std::size_t offset, std::string message);

  const ttgir::Module& module_;
  const ttgir::LineIndex& lines_;
  const CheckOptions& options_;
  Decider decide_;
  FileReport& report_;
  std::optional<Target> target_;
  std::string no_target_;                 // why there is none
  std::map<std::string, Placed> placed_;  // by layout and shape
  std::map<ttgir::TypeId, const Placed*> placed_by_type_;
  // What accesses cost, by their types.
  std::map<std::string, std::shared_ptr<const Result<ExplainedConflicts>>> costs_;
};

}  // namespace tileproof
