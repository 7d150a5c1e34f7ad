// How are the laws of a family tried?  Each has a row: its number, its name, its sentence, and a
// function that draws subjects fit for it and checks them on the operations that it is given, the
// real ones or a mutant's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "properties/choices.hpp"
#include "properties/law.hpp"

namespace tileproof::laws {

struct Trial {
  LawResult result;
  std::string subject;  // text ready to paste, where the law is broken
};

template <typename Operations>
struct FamilyLaw {
  const char* number;
  const char* name;
  const char* sentence;
  Trial (*draw_and_check)(const Operations& operations, gen::Choices& choices);
};

template <typename Operations>
struct FamilyMutant {
  std::string_view name;  // what is wrong
  Operations operations;
  std::vector<std::string_view> killed_by;  // numbers of laws
};

// The trial of a law on a subject: `text_of` is asked only where the law is broken.
template <typename Subject, typename TextOf>
Trial trial(LawResult result, const Subject& subject, const TextOf& text_of) {
  std::string text = result.holds ? std::string() : text_of(subject);
  return {std::move(result), std::move(text)};
}

// What a generator draws, for tests of its promises: its text, and why it shows little, or null.
struct Drawn {
  std::string text;
  const char* degeneracy = nullptr;
};
struct Generator {
  const char* name;
  Drawn (*draw)(gen::Choices& choices);
};

}  // namespace tileproof::laws
