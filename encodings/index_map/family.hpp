// How does an encoding of another project join?  As a family: its parameters with their rules, how
// it is written, and its definition.  Whoever reads layouts is given the families that it is to
// know besides the project's own notations (read_index_map()); nothing is registered for all.
//
//   struct Skewed { Word rows = 1, columns = 1, skew = 0; };    with axes(), out_axes(), evaluate()
//
//   Family::make<Skewed>("skewed<{rows}x{columns}, {skew}>",
//                        {{"rows", &Skewed::rows, {1, 64}},
//                         {"columns", &Skewed::columns, {1, 64}},
//                         {"skew", &Skewed::skew, {0, 8}}})
//
// reads and prints skewed<32x32, 1>, and says which numbers random cases draw (properties/).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "encodings/index_map/index_map.hpp"

namespace tileproof {

// Which numbers may a parameter be?  From `least` on; random cases draw none above `most_tried`,
// which bounds no text.
struct ParameterRange {
  Word least = 1;
  Word most_tried = 64;
  bool is_power_of_two = false;
};

struct FamilyParameter {
  std::string name;
  ParameterRange range;
};

// What is an encoding meant to be?  Only what is promised is a law of it.
struct Promises {
  bool is_injective = true;
  // Each offset below the largest, or each coordinate, is that of some point.
  bool is_surjective = false;
};

class Family {
 public:
  template <typename Layout>
  struct Field {
    std::string name;
    Word Layout::*member;
    ParameterRange range = {};
  };

  // `notation` is a name, and within < > the parameters in braces, each once, with what stands
  // between them.  Two functions of the layout may be there besides its definition:
  //
  //   std::optional<std::string> broken_rule(const Layout&)   why there is no layout of its numbers
  //   Word allocation(const Layout&)                          how many offsets there are: a promise
  //
  // Fails (kInvalid) if the notation and the fields do not fit each other, if it could be taken for
  // another notation, or if a range is empty.
  template <typename Layout>
  static Result<Family> make(std::string_view notation,
                             std::vector<Field<Layout>> fields,
                             Promises promises = {});

  [[nodiscard]] const std::string& name() const { return parts_->name; }
  // As it was given: "skewed<{rows}x{columns}, {skew}>".
  [[nodiscard]] const std::string& notation() const { return parts_->notation; }
  [[nodiscard]] const std::vector<FamilyParameter>& parameters() const {
    return parts_->parameters;
  }
  [[nodiscard]] const Promises& promises() const { return parts_->promises; }

  // Does a text begin with the name and '<'?
  [[nodiscard]] bool is_begun_by(std::string_view text) const;

  // The values of the parameters, in their order.  Fails (kSyntax, with the column) if the text is
  // not in the notation; a comment begins with // and ends with the line.
  [[nodiscard]] Result<std::vector<Word>> parse(std::string_view text) const;
  // What parse() reads as these values.  Requires: one for each parameter.
  [[nodiscard]] std::string print(std::span<const Word> values) const;

  // Which rule of the parameters do they break?  Requires: one value for each parameter.
  [[nodiscard]] std::optional<std::string> broken_rule(std::span<const Word> values) const;
  // The layout.  Fails (kInvalid) if a rule is broken, or if the definition might divide by 0.
  // Requires: one value for each parameter.
  [[nodiscard]] Result<IndexMap> map(std::span<const Word> values) const;
  // How many offsets there are to be, where the encoding says so.  Requires: map() has a value.
  [[nodiscard]] std::optional<Word> allocation(std::span<const Word> values) const;

 private:
  using Values = std::span<const Word>;
  struct Parts {
    std::string name;
    std::string notation;
    std::vector<std::string> between;  // before, between and behind the parameters
    std::vector<std::size_t> order;    // of the parameters as they are written
    std::vector<FamilyParameter> parameters;
    Promises promises;
    std::function<std::optional<std::string>(Values)> broken_rule;
    std::function<std::vector<Axis>(Values)> axes;
    std::function<Result<IndexMap>(Values)> map;
    std::function<std::optional<Word>(Values)> allocation;
  };

  explicit Family(Parts parts) : parts_(std::make_shared<const Parts>(std::move(parts))) {}
  static Result<Family> made(Parts parts);

  std::shared_ptr<const Parts> parts_;
};

// A layout in one of these families, or in a notation of the project (parse_index_map()).  Fails
// (kUsage) too if two families have the name.
Result<IndexMap> read_index_map(std::string_view text,
                                const std::vector<Word>& shape,
                                std::span<const Family> families);

}  // namespace tileproof

#include "encodings/index_map/family_impl.hpp"
