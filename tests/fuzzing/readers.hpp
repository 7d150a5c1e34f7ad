// All that reads a text which anybody may have written, for programs that try texts on them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tileproof::fuzzing {

struct Reader {
  const char* name;  // of its folder of seeds, too
  // Reads any bytes and says whether they are taken.  What is taken and can be printed is read
  // again, and must be the same: InternalError if it is not.  What is refused is so with words.
  bool (*takes)(std::string_view bytes);
};

std::span<const Reader> readers();

// Null if there is none of this name.
const Reader* reader(std::string_view name);

}  // namespace tileproof::fuzzing
