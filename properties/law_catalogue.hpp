// How are the laws of GF(2) and of linear layouts tried on random subjects?  A row for each, with a
// function that draws a subject fit for it and judges it.  What is judged is a parameter, and so is
// the size, for the tests of mutants; the catalogue of all laws (catalogue.hpp) has the rows for
// the operations that there are, on subjects of any size.
#pragma once

#include <span>

#include "properties/f2_laws.hpp"
#include "properties/generators.hpp"
#include "properties/layout_laws.hpp"

namespace tileproof::laws {

struct LayoutLaw {
  const char* number;
  const char* name;
  const char* sentence;
  LawResult (*draw_and_check)(gen::Source& source,
                              const LayoutOperations& operations,
                              gen::Bounds bounds);
};

struct F2Law {
  const char* number;
  const char* name;
  const char* sentence;
  LawResult (*draw_and_check)(gen::Source& source,
                              const F2Operations& operations,
                              unsigned max_bits);
};

// In the order of their numbers: L1, L2 ... and F1, F2 ...
std::span<const LayoutLaw> layout_laws();
std::span<const F2Law> f2_laws();

}  // namespace tileproof::laws
