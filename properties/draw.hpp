// The draws that generators are composed of.  Each takes its numbers from the source, 0 giving the
// simplest.  Two draws never stand in one call's arguments: compilers evaluate those in any order,
// and a case must be the same everywhere.
#pragma once

#include <span>
#include <vector>

#include "core/linear_layout.hpp"
#include "properties/source.hpp"

namespace tileproof::gen {

struct NamedBits {
  Name name;
  unsigned bits;
};
using DimList = std::vector<NamedBits>;

unsigned total_bits(const DimList& dims);
DimList named_bits(std::span<const OutDim> dims);
std::vector<Name> names_of(std::span<const InDim> dims);
std::vector<Name> names_of(std::span<const OutDim> dims);
LinearLayout assemble(const DimList& ins, const DimList& outs, const std::vector<Word>& bases);

// A number below `end`.
unsigned draw_below(Source& source, unsigned end);
// True once in n draws; shrinks to false for n > 1.
bool draw_one_in(Source& source, unsigned n);
// 1 .. max_bits: at least one bit, so that few layouts are trivial.
unsigned draw_bits(Source& source, unsigned max_bits);
std::vector<Name> draw_order(Source& source, const std::vector<Name>& names);
std::vector<Name> draw_some(Source& source, const std::vector<Name>& names);

// Cuts `bits` into one part for each name.
DimList draw_split(Source& source, unsigned bits, const std::vector<Name>& names);
// Some of register, lane, warp, block, or offset with or without block.
std::vector<Name> draw_in_names(Source& source);
// dim0, dim1, dim2 or the first of them, in any order.
std::vector<Name> draw_out_names(Source& source);
// 1 .. max_bits bits of these.
DimList draw_ins(Source& source, unsigned max_bits);
DimList draw_outs(Source& source, unsigned max_bits);

// Independent columns.  `mixing`: 0 single bits, 1 with some XORs among them, 2 anything.
std::vector<Word> draw_independent(Source& source,
                                   unsigned rows,
                                   unsigned columns,
                                   unsigned mixing);
// Columns of full row rank, at any positions.
std::vector<Word> draw_spanning(Source& source, unsigned rows, unsigned columns);
// Columns in one of the four styles of generators.hpp.
std::vector<Word> draw_columns(Source& source, unsigned rows, unsigned columns);
// A layout of these dimensions in the four styles.
LinearLayout draw_layout(Source& source, const DimList& ins, const DimList& outs);
// Values that the layout has.
std::vector<Word> draw_values(Source& source, const LinearLayout& layout, unsigned count);
// The layout with one bit of one basis flipped, where there is one.
LinearLayout draw_flipped(Source& source, const LinearLayout& layout);

}  // namespace tileproof::gen
