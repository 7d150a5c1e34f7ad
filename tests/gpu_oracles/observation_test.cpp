// Files of observations: what is read, what is refused, and what a replay reports.
#include "gpu_oracles/observation.hpp"

#include <gtest/gtest.h>

#include "gpu_oracles/runner/registry.hpp"
#include "tests/support/program.hpp"

namespace tileproof::oracles {
namespace {

const ObservationHeader kHeader{
    "wavefronts", "a device", "9.0", "13.0", "13.0", "nvcc 13.0", "0123456789abcdef", "2026-11-20"};

std::string header_line() {
  const TemporaryFolder folder;
  auto writer = ObservationWriter::create(folder.path("header"), kHeader).value();
  EXPECT_EQ(writer.finish().value(), 0u);
  return text_of_file(folder.path("header"));
}

// A model that says that `out.n` is `in.n`, and cannot read other observations.
Result<Difference> replay_equal(const Observation& observation) {
  if (!observation.in.contains("n")) return Error{ErrorCode::kSyntax, "no n"};
  if (observation.in["n"] == observation.out["n"]) return Difference{};
  return Difference{observation.in["n"].dump() + " against " + observation.out["n"].dump()};
}

Result<ReplaySummary> replay_text(const std::string& text) {
  const TemporaryFolder folder;
  return replay_file(folder.file("observations", text), replay_equal);
}

TEST(Observations, AreReadAsTheyWereWritten) {
  const TemporaryFolder folder;
  auto writer = ObservationWriter::create(folder.path("file"), kHeader).value();
  writer.write({{{"n", 1}}, {{"n", 1}}});
  writer.write({{{"n", 2}}, {{"n", 3}}});
  EXPECT_EQ(writer.finish().value(), 2u);
  const auto summary = replay_file(folder.path("file"), replay_equal).value();
  EXPECT_EQ(summary.header, kHeader);
  EXPECT_EQ(summary.observations, 2u);
  EXPECT_EQ(summary.differences, 1u);
  EXPECT_EQ(summary.first_differences, std::vector<std::string>{"line 3: 2 against 3"});
}

TEST(Observations, AreReadBeyondOneChunk) {
  std::string text = header_line();
  const std::string padding(1000, 'x');
  for (int i = 0; i < 500; ++i) {
    text += R"({"in": {"n": 1, "p": ")" + padding +
            R"("}, "out": {"n": 1}})"
            "\n";
  }
  EXPECT_EQ(replay_text(text)->observations, 500u);
}

TEST(Observations, ListTheFirstDifferencesAndCountAll) {
  std::string text = header_line();
  for (int i = 0; i < 9; ++i)
    text += R"({"in": {"n": 1}, "out": {"n": 2}})"
            "\n";
  const auto summary = replay_text(text).value();
  EXPECT_EQ(summary.differences, 9u);
  EXPECT_EQ(summary.first_differences.size(), ReplaySummary::kMaxListed);
}

TEST(Observations, AreRefusedWhereTheyWouldShowNothing) {
  EXPECT_EQ(replay_text("").error().code, ErrorCode::kIo);
  EXPECT_EQ(replay_text(header_line()).error().code, ErrorCode::kInvalid);
  EXPECT_EQ(replay_file("/no/such/file", replay_equal).error().message,
            "cannot open /no/such/file");
}

TEST(Observations, AreRefusedWithTheLineThatIsWrong) {
  const auto message = [](const std::string& text) {
    const auto summary = replay_text(text);
    return summary ? "read" : summary.error().message.substr(summary.error().message.find(':'));
  };
  const std::string good = R"({"in": {"n": 1}, "out": {"n": 1}})"
                           "\n";
  EXPECT_EQ(message(good), ":1: the header lacks the text 'oracle'");
  EXPECT_EQ(message(header_line() + good + "[1]\n"), ":3: not a JSON object: [1]");
  EXPECT_EQ(message(header_line() + good + "{\"in\": {}}\n"),
            ":3: an observation lacks the object 'out'");
  EXPECT_EQ(message(header_line() + good + "\n"), ":3: not a JSON object: ");
  EXPECT_EQ(message(header_line() + R"({"in": {}, "out": {}})"), ":2: no n");
  EXPECT_EQ(message(header_line() + good + good.substr(0, 20)),
            ":3: not a JSON object: {\"in\": {\"n\": 1}, \"ou");
}

TEST(Registry, KnowsEveryOracleByItsNameAndNoOther) {
  for (const Oracle& oracle : all_oracles()) {
    EXPECT_EQ(find_oracle(oracle.name).value(), &oracle);
    EXPECT_NE(oracle.models.replay, nullptr);
  }
  EXPECT_EQ(find_oracle("wavefront").error().message.find("no oracle 'wavefront'; there are: "),
            0u);
}

}  // namespace
}  // namespace tileproof::oracles
