// How is a type spelled that may be written in many ways?  With one space behind each comma and on
// either side of an arrow and of =, none elsewhere but between words; aliases of types written out;
// and without the address space that a pointer has where none is written.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

namespace tileproof::ttgir {

class Aliases;

class Spellings {
 public:
  //   of("!tt.ptr< f16,1>", ...) == "!tt.ptr<f16>"
  // A view of `text` where that is the spelling, and else of a text that lives as long as this,
  // wherever it is moved.  An alias is written out up to 4096 bytes, so that hostile text cannot
  // make texts that grow without end.
  std::string_view of(std::string_view text, const Aliases& aliases);
  //   prefixed("!tt.ptr", "<f16>", ...) == "!tt.ptr<f16>"
  std::string_view prefixed(std::string_view head, std::string_view rest, const Aliases& aliases);

 private:
  std::unordered_set<std::string> texts_;
};

}  // namespace tileproof::ttgir
