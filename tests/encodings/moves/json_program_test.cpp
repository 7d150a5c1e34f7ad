// Is a program the same as text and as JSON, and is a mistake in JSON said with its place?
#include "encodings/moves/json_program.hpp"

#include <gtest/gtest.h>

#include "encodings/moves/parse_program.hpp"
#include "encodings/moves/print_program.hpp"
#include "properties/moves/random_programs.hpp"

namespace tileproof::moves {
namespace {

using Json = nlohmann::ordered_json;

TEST(JsonProgram, IsTheProgramThatTheTextIs) {
  gen::Source choices = gen::Source::random(20261127);
  gen::RandomPrograms random(choices);
  for (int i = 0; i < 1'000; ++i) {
    const std::string text = random.text();
    const auto program = parse_program(text);
    ASSERT_TRUE(program) << program.error().message << "\n" << text;
    const Json json = json_of(*program);
    const auto again = read_program(json.dump());
    ASSERT_TRUE(again) << again.error().message << "\n" << json.dump(1);
    ASSERT_EQ(print_program(*again), print_program(*program));
    ASSERT_EQ(json_of(*again), json);
  }
}

TEST(JsonProgram, GivesItsMovesTheirPlaces) {
  const auto program = read_program(R"( {"target": "cuda:90", "bits": 32, "statements": [
    {"move": "barrier.cta"},
    {"for": "i", "from": 0, "to": 2, "do": [{"move": "mov", "operands": ["d[i]", "s[i]"]}]}]})");
  ASSERT_TRUE(program) << program.error().message;
  const auto& loop = std::get<Loop>(program->statements.at(1).what);
  EXPECT_EQ(std::get<Move>(loop.body.at(0).what).origin, "/statements/1/do/0");
}

struct JsonMistake {
  const char* json;
  const char* message;
};

void PrintTo(const JsonMistake& mistake, std::ostream* out) { *out << mistake.json; }

class JsonMistakes : public ::testing::TestWithParam<JsonMistake> {};

TEST_P(JsonMistakes, AreSaidWithTheirPlace) {
  const auto program = read_program(GetParam().json);
  ASSERT_FALSE(program);
  EXPECT_EQ(program.error().message, GetParam().message);
}

#define MOVES(LIST) R"({"target": "cuda:90", "bits": 32, "statements": [)" LIST "]}"
INSTANTIATE_TEST_SUITE_P(
    Table,
    JsonMistakes,
    ::testing::Values(
        JsonMistake{"{", "/: it is no JSON object"},
        JsonMistake{"{}", "/target: a program has a target"},
        JsonMistake{R"({"target": 1})", "/target: not a string"},
        JsonMistake{R"({"target": "cuda:90, 2 warps", "bits": 32})", "/target: no target"},
        JsonMistake{R"({"target": "cuda:90", "bits": -32})", "/bits: not a number from 0 on"},
        JsonMistake{R"({"target": "cuda:90", "bits": 32, "wraps": 4})", "/wraps: no such field"},
        JsonMistake{R"({"target": "cuda:90", "bits": 32, "registers": {"a[1]; mov": 1}})",
                    "/registers/a[1]; mov: not a name"},
        JsonMistake{R"({"target": "cuda:90", "bits": 32, "registers": {"t": 5000}})",
                    "/registers/t: an array's size is 5000, not from 1 to 1024"},
        JsonMistake{R"({"target": "cuda:90", "bits": 32, "statements": {}})",
                    "/statements: not a list of statements"},
        JsonMistake{MOVES(R"(1)"), "/statements/0: not a statement"},
        JsonMistake{MOVES(R"({"moves": "mov"})"), "/statements/0/moves: no such field"},
        JsonMistake{MOVES(R"({"if": "1"})"), "/statements/0: a statement is a 'move' or a 'for'"},
        JsonMistake{MOVES(R"({"move": "mov d[0], s[0]"})"),
                    "/statements/0/move: a move's name alone"},
        JsonMistake{MOVES(R"({"move": "mov", "operands": ["d[0]", "t[0]"]})"),
                    "/statements/0/operands/1: no registers are called 't'"},
        JsonMistake{MOVES(R"({"move": "mov", "operands": ["d[0], s[0]"]})"),
                    "/statements/0/operands: 1 operands, of which 2 are wanted"},
        JsonMistake{MOVES(R"({"move": "mov", "operands": ["d[0]", "s[0] if lane"]})"),
                    "/statements/0/operands: a condition stands in 'if'"},
        JsonMistake{MOVES(R"({"move": "mov", "operands": ["d[0]", "s[0]; mov d[1], s[1]"]})"),
                    "/statements/0/operands/1: ';', braces, comments and ends of lines are of no "
                    "operand"},
        JsonMistake{MOVES(R"({"move": "mov", "operands": ["d[0]", "s[0]"], "if": "lan"})"),
                    "/statements/0/if: unknown name 'lan'"},
        JsonMistake{MOVES(R"({"for": "i", "from": 0, "to": 4})"),
                    "/statements/0/do: a loop has this"},
        JsonMistake{MOVES(R"({"for": "lane", "from": 0, "to": 4, "do": []})"),
                    "/statements/0/for: the name 'lane' is given twice"},
        JsonMistake{MOVES(R"({"for": "i", "from": 4, "to": 0, "do": []})"),
                    "/statements/0/to: a loop that ends before it begins"}));
#undef MOVES

TEST(JsonProgram, OfMoreThanEightLoopsInEachOtherIsRefused) {
  std::string text = R"({"move": "barrier.cta"})";
  for (int i = 0; i < 9; ++i) {
    text = R"({"for": "i)" + std::to_string(i) + R"(", "from": 0, "to": 1, "do": [)" + text + "]}";
  }
  const auto program =
      read_program(R"({"target": "cuda:90", "bits": 32, "statements": [)" + text + "]}");
  ASSERT_FALSE(program);
  EXPECT_NE(program.error().message.find("loops in more than 8 loops"), std::string::npos)
      << program.error().message;
}

}  // namespace
}  // namespace tileproof::moves
