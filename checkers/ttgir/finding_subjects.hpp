// Of which function, source lines and types is a finding said?
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "checkers/ttgir/finding.hpp"
#include "encodings/ttgir/module.hpp"
#include "encodings/ttgir/source_lines.hpp"

namespace tileproof {

// Views the module, which must outlive it.
class FindingSubjects {
 public:
  explicit FindingSubjects(const ttgir::Module& module) : module_(module) {}

  // Of a finding about an operation of the module.  `is_proved`: then its function is all that is
  // asked for.
  FindingSubject of(const ttgir::Operation& op, bool is_proved);

  // Of one about this type alone, at this byte, where an operation of this name writes it.
  FindingSubject of_type(ttgir::TypeId type,
                         std::size_t offset,
                         std::string_view op,
                         bool is_proved);

 private:
  [[nodiscard]] const ttgir::Operation* operation_at(std::size_t offset, std::string_view op);
  // Stays until another is asked for.
  [[nodiscard]] const std::string& function_of(const ttgir::Operation& op);

  const ttgir::Module& module_;
  const ttgir::Operation* named_ = nullptr;  // a function, or what lies outside of any
  std::string name_;                         // its name
  // Operations by their places; and the source's lines; once they are asked for.
  std::vector<std::pair<std::size_t, ttgir::OpId>> places_;
  std::unique_ptr<const ttgir::SourceLines> lines_;
};

}  // namespace tileproof
