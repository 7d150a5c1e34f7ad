// Programs that are read, whatever they do: all moves of a target, in loops, with values at random.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "properties/source.hpp"

namespace tileproof::gen {

class RandomPrograms {
 public:
  explicit RandomPrograms(Source& choices) : random_(choices) {}

  std::string text();
  // With one to three mistakes, or words that are as good as what they stand for.
  std::string mutated_text();

 private:
  std::uint64_t below(std::uint64_t end) { return random_.below(end); }
  std::string one_of(const std::vector<std::string>& list) { return list[below(list.size())]; }

  std::string space();
  std::string value(unsigned depth, const std::vector<std::string>& names);
  std::string registers(unsigned count);
  std::string place(bool is_remote);
  std::string move();
  std::string statement(unsigned depth);

  Source& random_;
  bool is_amd_ = false;
  std::vector<std::string> arrays_;
  std::vector<std::string> loops_;
};

}  // namespace tileproof::gen
