// Observations of the same questions that another program asked the same device: each file in the
// folder is a test of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "gpu_oracles/runner/registry.hpp"

namespace tileproof::oracles {
namespace {

namespace fs = std::filesystem;

// Written through HIP for NVIDIA.
const fs::path kHipFolder = fs::path(TILEPROOF_TEST_DATA) / "h200_hip";

std::vector<std::string> files_of(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code not_there;
  for (const auto& entry : fs::directory_iterator(folder, not_there)) {
    const std::string name = entry.path().filename();
    if (name.ends_with(".jsonl.gz")) files.push_back(name);
  }
  std::sort(files.begin(), files.end());
  return files;
}

class HipOnNvidia : public testing::TestWithParam<std::string> {};

TEST_P(HipOnNvidia, AgreesWithTheModels) {
  const auto summary = replay_by_header(kHipFolder / GetParam());
  ASSERT_TRUE(summary.has_value()) << summary.error().message;
  EXPECT_NE(summary->header.toolkit.find("HIP"), std::string::npos) << summary->header.toolkit;
  EXPECT_EQ(summary->differences, 0U) << summary->first_differences.front();
}

std::string name_of(const testing::TestParamInfo<std::string>& file) {
  return file.param.substr(0, file.param.find('.'));
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HipOnNvidia);
INSTANTIATE_TEST_SUITE_P(H200, HipOnNvidia, testing::ValuesIn(files_of(kHipFolder)), name_of);

}  // namespace
}  // namespace tileproof::oracles
