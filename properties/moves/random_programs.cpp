#include "properties/moves/random_programs.hpp"

#include <algorithm>

#include "properties/joined.hpp"

namespace tileproof::gen {
namespace {

std::string text_of(std::uint64_t number) { return std::to_string(number); }

}  // namespace

std::string RandomPrograms::space() {
  return one_of({" ", " ", " ", " ", "  ", "\n", "\t", " # a comment; }\n", " // [another\n"});
}

std::string RandomPrograms::value(unsigned depth, const std::vector<std::string>& names) {
  if (depth == 0 || below(4) == 0) {
    if (names.empty() || below(3) == 0) return one_of({"0", "1", "2", "0x10", "0b11", "512"});
    return one_of(names);
  }
  const auto inner = [&] { return value(depth - 1, names); };
  switch (below(6)) {
    case 0:
      return joined({"(", inner(), " ? ", inner(), " : ", inner(), ")"});
    case 1:
      return joined({one_of({"min", "max"}), "(", inner(), ", ", inner(), ")"});
    case 2:
      return joined({one_of({"!", "~"}), inner()});
    default:
      return joined({"(",
                     inner(),
                     one_of({" + ",
                             "*",
                             " - ",
                             " / ",
                             " % ",
                             "<<",
                             ">>",
                             "&",
                             "|",
                             "^",
                             "<",
                             "<=",
                             ">",
                             ">=",
                             "==",
                             "!=",
                             "&&",
                             "||"}),
                     inner(),
                     ")"});
  }
}

std::string RandomPrograms::registers(unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    text += joined({(i > 0 ? "," + space() : ""), one_of(arrays_), "[", value(2, loops_), "]"});
  }
  return text;
}

std::string RandomPrograms::place(bool is_remote) {
  std::vector<std::string> names = loops_;
  names.insert(names.end(), {"lane", "warp", "block"});
  const std::string at = value(3, names);
  return is_remote ? "[" + at + ", " + value(1, names) + "]" : "[" + at + "]";
}

std::string RandomPrograms::move() {
  std::vector<std::string> names = loops_;
  names.insert(names.end(), {"lane", "warp", "block"});
  const auto any = [&] { return value(3, names); };
  std::string text;
  switch (below(8)) {
    case 0:
      text = "mov " + registers(2);
      break;
    case 1:
      text = joined({one_of({"prmt ", "selp "}), registers(3), ", ", any()});
      break;
    case 2:
      text = is_amd_ ? joined({"ds_bpermute_b32 ", registers(1), ", ", any(), ", ", registers(1)})
                     : joined({"shfl.",
                               one_of({"idx ", "bfly ", "up ", "down "}),
                               registers(2),
                               ", ",
                               any()});
      break;
    case 3:
    case 4: {
      const unsigned bits = 8U << below(5);
      const bool is_remote = !is_amd_ && below(3) == 0;
      const std::string space = is_amd_ ? "" : is_remote ? "shared::cluster." : "shared.";
      const std::string list = registers(bits < 32 ? 1 : bits / 32);
      const bool is_store = below(2) == 0;
      const std::string at = place(is_remote);
      const std::string name = is_store ? (is_amd_ ? "ds_write_b" : "st." + space + "b")
                                        : (is_amd_ ? "ds_read_b" : "ld." + space + "b");
      text = joined({name, text_of(bits), " ", is_store ? at : list, ", ", is_store ? list : at});
      break;
    }
    case 5: {
      if (is_amd_) {
        text = joined({"ds_write_b96 ", place(false), ", ", registers(3)});
        break;
      }
      const unsigned count = 1U << below(3);
      const std::string suffix = joined({".x", text_of(count), one_of({" ", ".trans "})});
      const std::string at = place(false);
      const std::string list = registers(count);
      text = below(2) == 0 ? "stmatrix" + suffix + at + ", " + list
                           : "ldmatrix" + suffix + list + ", " + at;
      break;
    }
    default:
      return "barrier." + one_of({"warp", "cta", is_amd_ ? "cta" : "cluster"}) + ";";
  }
  if (below(3) == 0) text += joined({space(), "if", space(), any()});
  return text + ";";
}

std::string RandomPrograms::statement(unsigned depth) {
  if (depth == 0 || below(3) > 0) return joined({move(), space()});
  const std::string name = "i" + text_of(loops_.size());
  const std::uint64_t first = below(4);
  std::string text = joined(
      {"for ", name, " in ", text_of(first), "..", text_of(first + below(5)), " {", space()});
  loops_.push_back(name);
  for (auto count = below(4); count > 0; --count) text += statement(depth - 1);
  loops_.pop_back();
  return text + "}" + space();
}

std::string RandomPrograms::text() {
  is_amd_ = below(2) == 0;
  arrays_ = {"s", "d"};
  const std::string bits = one_of({"8", "16", "32", "64", "128"});
  std::string text =
      joined({"program", space(), (is_amd_ ? one_of({"hip:gfx942", "hip:gfx950"}) : "cuda:90")});
  std::vector<std::string> parts = {bits + " bits", text_of(1 + below(8)) + " warps"};
  if (!is_amd_ && below(2) == 0) parts.push_back(text_of(1U << below(5)) + " blocks");
  if (below(2) == 0) parts.push_back("shared " + text_of(below(100'000)) + " bytes");
  if (below(4) == 0) parts.push_back("1 in a register");
  random_.shuffle(parts);
  for (const std::string& part : parts) text += ", " + part;
  text += ";" + space();
  for (auto count = below(3); count > 0; --count) {
    const std::string name = "t" + text_of(arrays_.size() - 2);
    text += joined({"registers ", name, "[", text_of(1 + below(1024)), "];", space()});
    arrays_.push_back(name);
  }
  for (auto count = 1 + below(8); count > 0; --count) text += statement(3);
  return text;
}

std::string RandomPrograms::mutated_text() {
  std::string text = this->text();
  for (auto edits = 1 + below(3); edits > 0; --edits) {
    const auto at = below(text.size() + 1);
    switch (below(4)) {
      case 0:
        text.erase(at, below(5));
        break;
      case 1:
        text.insert(
            at, one_of({"(", ")", "[", "]", "{", "}", ";", ",", ".", ":", "..", " if ", "\xff"}));
        break;
      case 2:
        text.replace(at,
                     below(5),
                     one_of({"lane", "s[0]", "for i in 0..2 {", "1", "64", "0", " ", "~", "i0"}));
        break;
      default: {
        const auto from = below(text.size() + 1);
        text.insert(at, text.substr(from, below(20)));
      }
    }
  }
  return text;
}

}  // namespace tileproof::gen
