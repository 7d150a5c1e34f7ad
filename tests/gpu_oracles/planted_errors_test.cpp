// Every planted error of every oracle is refused by what an H200 answered, and a disagreement comes
// with a text that shows it again.
#include <gtest/gtest.h>

#include <set>

#include "gpu_oracles/runner/registry.hpp"
#include "gpu_oracles/runner/reproducer.hpp"

namespace tileproof::oracles {
namespace {

TEST(PlantedErrors, AreRefusedByTheCommittedObservations) {
  for (const Oracle& oracle : all_oracles()) {
    if (oracle.observed.empty()) continue;
    const std::string file = TILEPROOF_TEST_DATA "/" + std::string(oracle.observed) + "/" +
                             std::string(oracle.name) + ".jsonl.gz";
    for (const ModelName& model : oracle.models.names()) {
      if (model.name == "formula") continue;  // it is asked about layouts, not about a file
      const auto summary = replay_by_header(file, model.name);
      ASSERT_TRUE(summary.has_value()) << summary.error().message;
      const std::string name = std::string(oracle.name) + " " + std::string(model.name);
      EXPECT_EQ(summary->differences == 0, model.name == kOurModel) << name;
    }
  }
}

TEST(PlantedErrors, HaveNamesOfTheirOwn) {
  for (const Oracle& oracle : all_oracles()) {
    std::set<std::string_view> names;
    for (const ModelName& model : oracle.models.names()) {
      EXPECT_TRUE(names.insert(model.name).second) << oracle.name << " " << model.name;
      EXPECT_EQ(check_model(oracle, model.name), std::nullopt);
    }
    EXPECT_GE(names.size(), 2u) << oracle.name;
    EXPECT_TRUE(check_model(oracle, "").has_value());
  }
}

TEST(Reproducer, IsAFileAndTheCommandThatReplaysIt) {
  const ObservationHeader header{
      "lanes", "a device", "9.0", "13.0", "13.0", "nvcc 13.0", "0", "2026-11-20"};
  const Observation observation{{{"instruction", "prmt.b32"}}, {{"d", {1}}}};
  const std::string text = reproducer_text(observation, header, "sign-error");
  const std::string begin = "cat > lanes_reproducer.jsonl <<'END'\n";
  const std::string end =
      "\nEND\ntileproof-oracle replay lanes_reproducer.jsonl --against sign-error";
  ASSERT_EQ(text.find(begin), 0u);
  ASSERT_EQ(text.substr(text.size() - end.size()), end);
  const std::string file = text.substr(begin.size(), text.size() - begin.size() - end.size());
  const std::size_t second_line = file.find('\n') + 1;
  EXPECT_EQ(parse_header(file.substr(0, second_line - 1)).value(), header);
  const auto read = parse_observation(file.substr(second_line)).value();
  EXPECT_EQ(read.in, observation.in);
  EXPECT_EQ(read.out, observation.out);
}

}  // namespace
}  // namespace tileproof::oracles
