// The seeds of the readers, without a fuzzer: what each is called says whether it is taken.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/fuzzing/readers.hpp"

namespace tileproof::fuzzing {
namespace {

struct Seed {
  std::string name;
  std::string bytes;
};

std::vector<Seed> seeds_of(const Reader& reader) {
  std::vector<Seed> seeds;
  const auto folder = std::filesystem::path(TILEPROOF_SEEDS) / reader.name;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ostringstream bytes;
    bytes << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    seeds.push_back({entry.path().filename().string(), bytes.str()});
  }
  std::ranges::sort(seeds, {}, &Seed::name);
  return seeds;
}

class SeedsOfAReader : public ::testing::TestWithParam<Reader> {};

TEST_P(SeedsOfAReader, AreTakenOrRefusedAsTheirNamesSay) {
  std::size_t taken = 0;
  std::size_t refused = 0;
  for (const auto& [name, bytes] : seeds_of(GetParam())) {
    const bool is_bad = name.starts_with("bad_");
    EXPECT_EQ(GetParam().takes(bytes), !is_bad) << name << "\n" << bytes;
    ++(is_bad ? refused : taken);
  }
  EXPECT_GE(taken, 2U);
  EXPECT_GE(refused, 2U);
}

// What is cut off, and what has a byte of another kind, is read to no harm.
TEST_P(SeedsOfAReader, AreReadWhereverTheyAreDamaged) {
  constexpr std::size_t kPlaces = 24;
  for (const auto& [name, bytes] : seeds_of(GetParam())) {
    const auto step = std::max<std::size_t>(1, bytes.size() / kPlaces);
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      GetParam().takes(std::string_view(bytes).substr(0, at));
      for (const char c : {'\0', '\xff', '(', '9'}) {
        auto damaged = bytes;
        damaged[at] = c;
        GetParam().takes(damaged);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Readers,
                         SeedsOfAReader,
                         ::testing::ValuesIn(readers().begin(), readers().end()),
                         [](const auto& reader) {
                           std::string name = reader.param.name;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace tileproof::fuzzing
