// How are the laws of a family tried?  Each has a row, whose function draws a subject fit for the
// law and checks it on the operations that it is given, the real ones or a mutant's.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "properties/law.hpp"

namespace tileproof::laws {

template <typename Operations>
struct FamilyLaw {
  const char* number;
  const char* name;
  const char* sentence;
  LawResult (*draw_and_check)(gen::Source& source, const Operations& operations);
};

template <typename Operations>
struct FamilyMutant {
  std::string_view name;  // what is wrong
  Operations operations;
  std::vector<std::string_view> killed_by;  // numbers of laws
};

// What a generator draws, for tests of its promises: its text, and why it shows little, or null.
struct Drawn {
  std::string text;
  const char* degeneracy = nullptr;
};
struct Generator {
  const char* name;
  Drawn (*draw)(gen::Source& source);
};

// Adds the rows of a family's laws, on the operations that there are.
template <typename Operations>
void add_rows(std::vector<Law>& rows,
              const char* family,
              std::span<const FamilyLaw<Operations>> laws) {
  for (const auto& law : laws) {
    rows.push_back({law.number, law.name, family, law.sentence, [&law](gen::Source& source) {
                      return law.draw_and_check(source, Operations{});
                    }});
  }
}

}  // namespace tileproof::laws
