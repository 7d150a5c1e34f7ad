// The rules of programs stand once, in parse_program.cpp: JSON is brought into the language's text,
// a statement to a line, and what is wrong there is said with the place in JSON.
#include "encodings/moves/json_program.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "encodings/json_text.hpp"
#include "encodings/moves/operand_printer.hpp"
#include "encodings/moves/parse_program.hpp"

namespace tileproof::moves {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::vector<Statement>& statements,
             const Target& target,
             OperandPrinter& printer) {
  Json list = Json::array();
  for (const Statement& statement : statements) {
    if (const auto* loop = std::get_if<Loop>(&statement.what)) {
      printer.enter(*loop);
      list.push_back({{"for", loop->name},
                      {"from", loop->first},
                      {"to", loop->end},
                      {"do", json_of(loop->body, target, printer)}});
      printer.leave();
      continue;
    }
    const auto& move = std::get<Move>(statement.what);
    Json json = {{"move", mnemonic(move, target)}};
    auto operands = printer.operands(move);
    if (!operands.empty()) json["operands"] = std::move(operands);
    if (move.predicate) json["if"] = printer.number(*move.predicate);
    list.push_back(std::move(json));
  }
  return list;
}

// A number of the head, and how the text says it.
struct Part {
  const char* field;
  const char* before;
  const char* after;
};
constexpr std::array kParts = {Part{"warps", "", " warps"},
                               Part{"lanes", "", " lanes"},
                               Part{"blocks", "", " blocks"},
                               Part{"bits", "", " bits"},
                               Part{"in_a_register", "", " in a register"},
                               Part{"shared", "shared ", " bytes"}};

bool is_name(std::string_view text) {
  const auto is_letter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::ranges::all_of(text, is_letter);
}

// The lines of the text, each with its place in JSON.
class TextWriter {
 public:
  std::optional<Error> write(const Json& json) {
    if (!json.is_object()) return refuse("", "a program is an object");
    write_head(json);
    static const Json kNone = Json::array();
    write_statements(json.contains("statements") ? json["statements"] : kNone, "/statements");
    return error_;
  }

  [[nodiscard]] const std::string& text() const { return text_; }

  // "7:12: what" as "/statements/0/operands/1: what"
  [[nodiscard]] Error located(const Error& error) const {
    unsigned line = 0;
    unsigned column = 0;
    const char* const end = error.message.data() + error.message.size();
    auto read = std::from_chars(error.message.data(), end, line);
    if (read.ec == std::errc() && read.ptr != end) {
      read = std::from_chars(read.ptr + 1, end, column);
    }
    if (read.ec != std::errc() || line == 0 || line > lines_.size()) return error;
    const Line& at = lines_[line - 1];
    std::string place = at.place;
    for (const auto& [first, field] : at.fields) {
      if (first < column) place = at.place + field;
    }
    return {error.code, place + std::string(read.ptr, end)};
  }

 private:
  struct Line {
    std::string place;
    std::vector<std::pair<std::size_t, std::string>> fields;  // from this column on
  };

  std::optional<Error> refuse(const std::string& place, const std::string& what) {
    if (!error_) {
      error_ = Error{ErrorCode::kInvalid, (place.empty() ? "/" : place) + ": " + what};
    }
    return error_;
  }

  void begin_line(std::string place) {
    lines_.push_back({std::move(place), {}});
    column_ = 0;
  }
  void put(std::string_view text) {
    text_ += text;
    column_ += text.size();
  }
  void put_field(const std::string& field, std::string_view text) {
    lines_.back().fields.emplace_back(column_, field);
    put(text);
  }
  void end_line(std::string_view text) {
    put(text);
    text_ += '\n';
  }

  void only_fields(const Json& json,
                   const std::string& place,
                   std::initializer_list<std::string_view> known) {
    for (const auto& [field, value] : json.items()) {
      if (std::ranges::find(known, field) == known.end())
        refuse(place + "/" + field, "no such field");
    }
  }

  std::string number(const Json& json, const std::string& place) {
    if (json.is_number_unsigned()) return std::to_string(json.get<Word>());
    if (json.is_number_integer() && json.get<std::int64_t>() >= 0)
      return std::to_string(json.get<std::int64_t>());
    refuse(place, "not a number from 0 on");
    return "0";
  }

  // What ends a statement, or is passed over, would say something else than its place does.
  std::string piece(const Json& json, const std::string& place) {
    if (!json.is_string()) {
      refuse(place, "not a string");
      return "0";
    }
    const auto& text = json.get_ref<const std::string&>();
    if (text.find_first_of(";{}#\n\r") != std::string::npos ||
        text.find("//") != std::string::npos) {
      refuse(place, "';', braces, comments and ends of lines are of no operand");
    }
    return text;
  }

  std::string name(const Json& json, const std::string& place) {
    if (json.is_string() && is_name(json.get_ref<const std::string&>()))
      return json.get<std::string>();
    refuse(place, "not a name");
    return "x";
  }

  void write_head(const Json& json) {
    only_fields(json,
                "",
                {"target",
                 "warps",
                 "lanes",
                 "blocks",
                 "bits",
                 "in_a_register",
                 "shared",
                 "registers",
                 "statements"});
    begin_line("/");
    put("program ");
    if (!json.contains("target")) refuse("/target", "a program has a target");
    const std::string target = json.contains("target") ? piece(json["target"], "/target") : "";
    if (target.find_first_of(", ") != std::string::npos) refuse("/target", "no target");
    put(target);
    for (const Part& part : kParts) {
      if (!json.contains(part.field)) continue;
      const std::string place = std::string("/") + part.field;
      put_field(part.field, ", " + (part.before + number(json[part.field], place)) + part.after);
    }
    end_line(";");
    if (!json.contains("registers")) return;
    const Json& registers = json["registers"];
    if (!registers.is_object()) refuse("/registers", "not an object");
    if (error_) return;
    for (const auto& [array, size] : registers.items()) {
      const std::string place = "/registers/" + array;
      if (!is_name(array)) refuse(place, "not a name");
      begin_line(place);
      put("registers " + array + "[" + number(size, place) + "]");
      end_line(";");
    }
  }

  void write_statements(const Json& list, const std::string& place) {
    if (!list.is_array()) refuse(place, "not a list of statements");
    for (std::size_t i = 0; i < list.size() && !error_; ++i) {
      const std::string at = place + "/" + std::to_string(i);
      if (!list[i].is_object()) {
        refuse(at, "not a statement");
      } else if (list[i].contains("for")) {
        write_loop(list[i], at);
      } else {
        write_move(list[i], at);
      }
    }
  }

  void write_loop(const Json& json, const std::string& place) {
    only_fields(json, place, {"for", "from", "to", "do"});
    for (const char* field : {"from", "to", "do"}) {
      if (!json.contains(field)) refuse(place + "/" + field, "a loop has this");
    }
    if (++depth_ > kMaxLoops) refuse(place, "loops in more than 8 loops");
    if (error_) return;
    begin_line(place);
    put("for ");
    put_field("/for", name(json["for"], place + "/for"));
    put(" in ");
    put_field("/from", number(json["from"], place + "/from"));
    put("..");
    put_field("/to", number(json["to"], place + "/to"));
    end_line(" {");
    write_statements(json["do"], place + "/do");
    begin_line(place);
    end_line("}");
    --depth_;
  }

  void write_move(const Json& json, const std::string& place) {
    only_fields(json, place, {"move", "operands", "if"});
    if (!json.contains("move")) refuse(place, "a statement is a 'move' or a 'for'");
    if (error_) return;
    begin_line(place);
    const std::string mnemonic = piece(json["move"], place + "/move");
    if (mnemonic.find_first_of(" \t[],") != std::string::npos) {
      refuse(place + "/move", "a move's name alone");
    }
    put_field("/move", mnemonic);
    if (json.contains("operands")) {
      const Json& operands = json["operands"];
      if (!operands.is_array()) refuse(place + "/operands", "not a list");
      for (std::size_t i = 0; i < operands.size() && !error_; ++i) {
        const std::string field = "/operands/" + std::to_string(i);
        put(i == 0 ? " " : ", ");
        put_field(field, piece(operands[i], place + field));
      }
    }
    if (json.contains("if")) {
      put(" if ");
      put_field("/if", piece(json["if"], place + "/if"));
    }
    end_line(";");
  }

  std::string text_;
  std::vector<Line> lines_;
  std::size_t column_ = 0;
  std::size_t depth_ = 0;
  std::optional<Error> error_;
};

// Has each move the operands and the condition that its own place in JSON gives, and none that
// another string brought along?  Moves are given these places as their origins.
std::optional<Error> place_moves(std::vector<Statement>& statements,
                                 const Json& list,
                                 const std::string& place,
                                 OperandPrinter& printer) {
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const std::string at = place + "/" + std::to_string(i);
    const Json& json = list[i];
    if (auto* loop = std::get_if<Loop>(&statements[i].what)) {
      printer.enter(*loop);
      if (auto error = place_moves(loop->body, json["do"], at + "/do", printer)) return error;
      printer.leave();
      continue;
    }
    auto& move = std::get<Move>(statements[i].what);
    move.origin = at;
    const std::size_t given = json.contains("operands") ? json["operands"].size() : 0;
    const std::size_t wanted = printer.operands(move).size();
    if (given != wanted) {
      return Error{ErrorCode::kInvalid,
                   at + "/operands: " + std::to_string(given) + " operands, of which " +
                       std::to_string(wanted) + " are wanted"};
    }
    if (move.predicate.has_value() != json.contains("if")) {
      return Error{ErrorCode::kInvalid, at + "/operands: a condition stands in 'if'"};
    }
  }
  return std::nullopt;
}

}  // namespace

Json json_of(const Program& program) {
  Json json = {{"target", program.target.name()},
               {"warps", program.warps},
               {"lanes", program.lanes},
               {"blocks", program.blocks},
               {"bits", program.element_bits},
               {"in_a_register", program.in_a_register},
               {"shared", program.shared_bytes}};
  Json registers = Json::object();
  for (const Array& array : program.arrays) {
    if (array.size > 0) registers[array.name] = array.size;
  }
  if (!registers.empty()) json["registers"] = std::move(registers);
  OperandPrinter printer(program);
  json["statements"] = json_of(program.statements, program.target, printer);
  return json;
}

Result<Program> program_from_json(const Json& json) {
  TextWriter writer;
  if (auto error = writer.write(json)) return *error;
  auto program = parse_program(writer.text());
  if (!program) return writer.located(program.error());
  OperandPrinter printer(*program);
  static const Json kNone = Json::array();
  const Json& statements = json.contains("statements") ? json["statements"] : kNone;
  if (auto error = place_moves(program->statements, statements, "/statements", printer)) {
    return *error;
  }
  return program;
}

Result<Program> read_program(std::string_view text) {
  const auto first = std::ranges::find_if(
      text, [](char c) { return std::isspace(static_cast<unsigned char>(c)) == 0; });
  if (first == text.end() || *first != '{') return parse_program(text);
  const auto json = parse_json(text);
  if (!json) return Error{ErrorCode::kInvalid, "/: it " + json.error().message};
  return program_from_json(*json);
}

}  // namespace tileproof::moves
