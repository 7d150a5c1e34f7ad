// Where in its allocation does a memory of the file begin, and how much is left of it?  Views are
// followed from allocations and through control flow.  A memory whose origin the text does not show
// (a function's parameter) is taken to be an allocation of its type, which all that is given for it
// is shown to be.
#pragma once

#include <optional>
#include <vector>

#include "checkers/ttgir/known_layouts.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof {

// Along one dimension a memory begins at `begin`, or, where `unit` is not 0, at that and any
// multiple of this power of two.
struct Cut {
  Word begin = 0;
  Word unit = 0;

  bool operator==(const Cut&) const = default;
};

// A number that is not less in any run.
struct AtLeast {
  Word value = 0;
  // May no run have so little?  A range of an index says how far it reaches, not that it does.
  bool may_be_more = false;

  [[nodiscard]] AtLeast lowered(AtLeast other) const;
};

struct MemoryView {
  // Bytes from where it begins to the end of its allocation; in tensor memory, of each row.
  AtLeast room = {};
  // A power of two of which its first byte is a multiple.
  AtLeast alignment = {1};
  std::vector<Cut> cut = {};  // for each dimension of its layout's shape

  // Is all that may be `other` allowed by this one?
  [[nodiscard]] bool allows(const MemoryView& other) const;
  // What allows both.
  [[nodiscard]] MemoryView joined(const MemoryView& other) const;
};

// What a memory's type takes; in tensor memory, of each of its rows.
struct MemorySize {
  Word buffers = 1;
  Word buffer_offsets = 0;  // of one buffer, before padding
  Word bytes = 0;           // of all, with padding
  Word rows = 1;            // of tensor memory
};

class MemoryViews {
 public:
  MemoryViews(const ttgir::Module& module, KnownLayouts& layouts)
      : module_(module), layouts_(layouts), known_(module.values.size()) {}

  // Fails if its layout or its elements' width is not known.
  Result<MemorySize> size_of(ttgir::TypeId type);
  // The byte in which begins what an index chooses: a buffer, or, of one dimension, an element.
  Word beginning_of(ttgir::TypeId type, Word index);
  // A power of two that divides the beginnings for the indices `first`, `first + step` to `last`.
  AtLeast alignment_of(ttgir::TypeId type, Word first, Word last, Word step = 1);
  // The first buffer that begins elsewhere by the other type.  Fails as size_of, and where there
  // are more than are visited.
  Result<std::optional<Word>> first_apart(ttgir::TypeId one, ttgir::TypeId other);

  void set(ttgir::ValueId value, MemoryView view) { known_[value] = {std::move(view)}; }
  // Has something been said of where this value lies?
  [[nodiscard]] bool knows(ttgir::ValueId value) const { return known_[value].has_value(); }
  MemoryView of(ttgir::ValueId value, ttgir::TypeId type);
  // Control flow gives a view for a value of this type, which need be that of no run.  False if
  // what has been said of the value before does not hold of it.
  bool take(ttgir::ValueId value, ttgir::TypeId type, const MemoryView& view);
  // What is taken to be so of a memory of this type.
  MemoryView assumed(ttgir::TypeId type);
  // Of a value of this type.  A function's argument is taken to be an allocation; what control flow
  // gives may be a part of more.
  MemoryView assumed_of(ttgir::ValueId value, ttgir::TypeId type);
  // Of an allocation of this type; `alignment` is that of its attribute.
  MemoryView whole(ttgir::TypeId type, std::optional<Word> alignment);

 private:
  struct Known {
    MemoryView view;
    bool is_used = false;
  };

  // Of the shape that its layout describes; 0 without one.
  std::size_t rank_of(ttgir::TypeId type);
  // Offsets from one index to the next, before padding; 0 if they are not known.
  Word stride_of(ttgir::TypeId type);

  const ttgir::Module& module_;
  KnownLayouts& layouts_;
  std::vector<std::optional<Known>> known_;
};

// Bytes of so many elements; elements of 1 bit take a byte.
Word bytes_of(Word elements, unsigned element_bits);
Word lowest_bit(Word value);

}  // namespace tileproof
