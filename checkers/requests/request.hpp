// A request: a JSON object whose fields are read with their rules.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "checkers/requests/json.hpp"
#include "core/linear_layout.hpp"
#include "core/result.hpp"
#include "core/target.hpp"
#include "encodings/modular/layout.hpp"
#include "encodings/triton/layout.hpp"

namespace tileproof::requests {

class Request {
 public:
  explicit Request(const Json& object) : object_(object) {}

  [[nodiscard]] bool has(const char* field) const { return asked(field) != object_.end(); }
  // The fields that nothing has asked for so far.
  [[nodiscard]] std::vector<std::string> unasked() const;
  [[nodiscard]] Result<std::string> text(const char* field) const;
  // True or false; false if it is not there.
  [[nodiscard]] Result<bool> flag(const char* field) const;
  // An integer from 0 to 2^64 - 1, as a number or as a string of digits.
  [[nodiscard]] Result<Word> number(const char* field) const;
  [[nodiscard]] Result<std::vector<Word>> numbers(const char* field) const;
  [[nodiscard]] Result<triton::Shape> shape() const;
  // Is the field text that is no Triton attribute?
  [[nodiscard]] bool has_other_notation(const char* field) const;
  // Triton attribute text.
  [[nodiscard]] Result<triton::LayoutPtr> layout(const char* field) const;
  [[nodiscard]] Result<Target> target() const;
  [[nodiscard]] Result<Direction> direction() const;
  // {"bases": .., "out_dims": ..}
  [[nodiscard]] Result<LinearLayout> linear(const char* field) const;
  // The same with out-dims of any sizes.
  [[nodiscard]] Result<modular::Layout> modular(const char* field) const;
  // Has an out-dim a size that is no power of two?
  [[nodiscard]] bool has_other_sizes(const char* field) const;
  // ["lane", ..]
  [[nodiscard]] Result<std::vector<Name>> names(const char* field) const;
  // [["lane", 4], ..]
  [[nodiscard]] Result<std::vector<NamedValue>> named_values(const char* field) const;
  // The value itself, or null.
  [[nodiscard]] const Json& raw(const char* field) const;

 private:
  struct Bases {
    std::vector<NamedBases> ins;
    std::vector<NamedValue> outs;
  };
  [[nodiscard]] Result<Bases> bases(const char* field) const;
  [[nodiscard]] Json::const_iterator asked(const char* field) const;

  const Json& object_;
  mutable std::set<std::string, std::less<>> asked_;
};

// An integer from 0 on, as a number or as a string of digits.
Result<Word> number_from(const Json& value, const std::string& what);
Result<std::vector<Word>> numbers_from(const Json& value, const std::string& what);

Error wrong_field(const std::string& field, const std::string& rule);

}  // namespace tileproof::requests
