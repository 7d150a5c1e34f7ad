#include "properties/expressions/plain_evaluator.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/check.hpp"
#include "core/int128.hpp"

namespace tileproof::laws {
namespace {

// From the weakest; longer ones before those that they begin with.
const std::array<std::vector<std::string>, 10> kLevels = {{{"||"},
                                                           {"&&"},
                                                           {"|"},
                                                           {"^"},
                                                           {"&"},
                                                           {"==", "!="},
                                                           {"<=", ">=", "<", ">"},
                                                           {"<<", ">>"},
                                                           {"+", "-"},
                                                           {"*", "/", "%"}}};

class Reader {
 public:
  Reader(std::string_view text, std::map<std::string, Word> at) : text_(text), at_(std::move(at)) {}

  PlainValue run() {
    skip_head();
    while (takes_word("let")) {
      const std::string name = word();
      expect("=");
      const Word value = choose();
      expect(";");
      at_[name] = value;
    }
    PlainValue value;
    const std::size_t start = place_;
    const bool was_within = is_within_;
    if (takes("(")) {
      value.results.push_back(choose());
      while (takes(",")) value.results.push_back(choose());
      expect(")");
    }
    skip_space();
    // One value that began with a parenthesis.
    if (place_ < text_.size() && text_[place_] != ';') {
      place_ = start;
      is_within_ = was_within;
      value.results = {choose()};
    }
    value.is_within = is_within_;
    return value;
  }

 private:
  // Up to the `=` that no parenthesis is open at; parameters end with `;` and have none.
  void skip_head() { place_ = text_.find('=') + 1; }

  void skip_space() {
    while (place_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[place_])) != 0) {
      ++place_;
    }
  }

  bool takes(std::string_view symbol) {
    skip_space();
    if (!text_.substr(place_).starts_with(symbol)) return false;
    place_ += symbol.size();
    return true;
  }

  void expect(std::string_view symbol) {
    TP_CHECK(takes(symbol), "no '" + std::string(symbol) + "' in " + std::string(text_));
  }

  static bool is_part(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  }

  std::string word() {
    skip_space();
    const std::size_t start = place_;
    while (place_ < text_.size() && is_part(text_[place_])) ++place_;
    return std::string(text_.substr(start, place_ - start));
  }

  bool takes_word(std::string_view wanted) {
    const std::size_t start = place_;
    if (word() == wanted) return true;
    place_ = start;
    return false;
  }

  Word choose() {
    const Word condition = binary(0);
    if (!takes("?")) return condition;
    const Word yes = choose();
    expect(":");
    const Word no = choose();
    return condition != 0 ? yes : no;
  }

  // The operator of this level that comes next, and no other that begins alike.
  const std::string* next_operator(std::size_t level) {
    skip_space();
    const auto rest = text_.substr(place_);
    const std::string* longest = nullptr;
    std::size_t of_level = 0;
    for (std::size_t i = 0; i < kLevels.size(); ++i) {
      for (const std::string& op : kLevels[i]) {
        if (!rest.starts_with(op) || (longest != nullptr && longest->size() >= op.size())) continue;
        longest = &op;
        of_level = i;
      }
    }
    return longest != nullptr && of_level == level ? longest : nullptr;
  }

  Word binary(std::size_t level) {
    if (level == kLevels.size()) return unary();
    Word left = binary(level + 1);
    while (const std::string* op = next_operator(level)) {
      place_ += op->size();
      left = joined(*op, left, binary(level + 1));
    }
    return left;
  }

  Word unary() {
    if (takes("!")) return unary() == 0 ? 1 : 0;
    if (takes("~")) return ~unary();
    if (takes("(")) {
      const Word value = choose();
      expect(")");
      return value;
    }
    const std::string name = word();
    if (name == "min" || name == "max") {
      expect("(");
      const Word x = choose();
      expect(",");
      const Word y = choose();
      expect(")");
      return name == "min" ? std::min(x, y) : std::max(x, y);
    }
    TP_CHECK(!name.empty(), "no value in " + std::string(text_));
    if (std::isdigit(static_cast<unsigned char>(name[0])) != 0) return std::stoull(name);
    return at_.at(name);
  }

  Word within(Int128 value) {
    const bool fits = value >= 0 && value <= Int128{~Word{0}};
    is_within_ = is_within_ && fits;
    return static_cast<Word>(value);
  }

  Word joined(const std::string& op, Word x, Word y) {
    if (op == "||") return x != 0 || y != 0 ? 1 : 0;
    if (op == "&&") return x != 0 && y != 0 ? 1 : 0;
    if (op == "|") return x | y;
    if (op == "^") return x ^ y;
    if (op == "&") return x & y;
    if (op == "==") return x == y ? 1 : 0;
    if (op == "!=") return x != y ? 1 : 0;
    if (op == "<=") return x <= y ? 1 : 0;
    if (op == ">=") return x >= y ? 1 : 0;
    if (op == "<") return x < y ? 1 : 0;
    if (op == ">") return x > y ? 1 : 0;
    if (op == "+") return within(Int128{x} + y);
    if (op == "-") return within(Int128{x} - y);
    if (op == "<<" || op == ">>") {
      if (y >= 64) return outside();
      if (op == ">>") return x >> y;
      const UInt128 value = UInt128{x} << y;
      if (value >> 64 != 0) return outside();
      return static_cast<Word>(value);
    }
    if (op == "*") {
      const UInt128 product = UInt128{x} * y;
      return product >> 64 != 0 ? outside() : static_cast<Word>(product);
    }
    if (y == 0) return outside();
    return op == "/" ? x / y : x % y;
  }

  Word outside() {
    is_within_ = false;
    return 0;
  }

  std::string_view text_;
  std::map<std::string, Word> at_;
  std::size_t place_ = 0;
  bool is_within_ = true;
};

}  // namespace

PlainValue plain_value(std::string_view text, const std::map<std::string, Word>& at) {
  return Reader(text, at).run();
}

}  // namespace tileproof::laws
