// Of which function, source lines and types is a finding said?
#pragma once

#include <memory>
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

  // Of a finding at this byte, which is the place of an operation of this name or of a type that
  // it writes.  `is_proved`: then its function is all that is asked for.
  FindingSubject at(std::size_t offset, std::string_view op, bool is_proved);

  // The same, where the finding is about this type alone.
  FindingSubject at(std::size_t offset, std::string_view op, bool is_proved, ttgir::TypeId type);

 private:
  [[nodiscard]] const ttgir::Operation* operation_at(std::size_t offset, std::string_view op);
  [[nodiscard]] std::string function_of(const ttgir::Operation& op) const;

  const ttgir::Module& module_;
  // Operations by their places; and the source's lines; once they are asked for.
  std::vector<std::pair<std::size_t, ttgir::OpId>> places_;
  std::unique_ptr<const ttgir::SourceLines> lines_;
};

}  // namespace tileproof
