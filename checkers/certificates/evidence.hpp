// Does this evidence answer a question?  One function for each kind; the lines of the file are
// taken from a reader, which knows the number of the line that a refusal is about.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checkers/certificates/question.hpp"
#include "checkers/certificates/sums.hpp"

namespace tileproof::certificates {

// The lines of a certificate, one after the other.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  // The next line, or nullopt at the end.
  std::optional<std::string_view> next();
  // The rest of the next line after `key` and a space, or nullopt if it starts otherwise.
  std::optional<std::string_view> next(std::string_view key);
  // The same as numbers.
  std::optional<std::vector<Word>> numbers(std::string_view key);
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  // Of the line that was read last, from 1.
  [[nodiscard]] std::size_t number() const { return number_; }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

// The reason of a refusal; nullopt if the evidence answers the question.
using Refusal = std::optional<std::string>;

Refusal check_gf2(Lines& lines, const Question& question);
Refusal check_strides(Lines& lines, const Question& question);
Refusal check_enumeration(const Question& question, std::size_t text_size);
struct ReplaySizes {
  std::size_t clauses = 0;
  std::size_t lemmas = 0;
};
Refusal check_drat(Lines& lines, const Question& question, ReplaySizes& sizes);

// What evidence about sums refers to by number.
struct SumForm {
  std::vector<Sum> outputs;
  unsigned input_bits = 0;          // axes of 2^k values are k bits, the first axis lowest
  std::vector<std::size_t> digits;  // axes that are one digit
  std::vector<std::size_t> parameters;
};
SumForm sum_form(const IndexMap& map);
// The outputs as digits of one number, which is equal iff all of them are; without the terms of
// parameters.
Sum packed(const SumForm& form);

}  // namespace tileproof::certificates
