#include "cli/batch/line_reader.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

namespace tileproof::cli {
namespace {

// The lines that are read of a text, which arrives through a pipe in pieces; "-" for a long one.
std::vector<std::string> lines_of(const std::string& text, std::size_t piece) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  std::thread writer([&, to = ends[1]] {
    for (std::size_t at = 0; at < text.size(); at += piece) {
      const std::string part = text.substr(at, piece);
      EXPECT_EQ(write(to, part.data(), part.size()), static_cast<ssize_t>(part.size()));
    }
    close(to);
  });
  LineReader reader(ends[0]);
  std::vector<std::string> lines;
  while (const auto line = reader.next()) lines.push_back(line->is_too_long ? "-" : line->text);
  EXPECT_EQ(reader.failure(), "");
  writer.join();
  close(ends[0]);
  return lines;
}

using Lines = std::vector<std::string>;

TEST(LineReader, GivesLinesWhereverTheirPiecesEnd) {
  for (const std::size_t piece : {1U, 2U, 3U, 100U}) {
    EXPECT_EQ(lines_of("", piece), Lines{});
    EXPECT_EQ(lines_of("a", piece), Lines{"a"});
    EXPECT_EQ(lines_of("a\n", piece), Lines{"a"});
    EXPECT_EQ(lines_of("\n\nab\ncde", piece), (Lines{"", "", "ab", "cde"}));
  }
}

TEST(LineReader, ReadsOverWhatIsLongerThanTheLimit) {
  constexpr std::size_t kMost = LineReader::kMostBytes;
  const std::string longest(kMost, 'a');
  const std::string longer(kMost + 1, 'b');
  const std::string longest_of_all(3 * kMost, 'c');
  EXPECT_EQ(lines_of(longest + "\n" + longer + "\nnext\n" + longest_of_all, 1 << 20),
            (Lines{longest, "-", "next", "-"}));
}

TEST(LineReader, SaysWhyItCannotRead) {
  LineReader reader(-1);
  EXPECT_FALSE(reader.next());
  EXPECT_EQ(reader.failure(), "Bad file descriptor");
}

}  // namespace
}  // namespace tileproof::cli
