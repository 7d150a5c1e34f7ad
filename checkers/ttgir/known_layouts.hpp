// What is known of the types of a module?  Layouts on their shapes, each made once, and how the
// layouts of two types compare.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "checkers/layout/maps.hpp"
#include "checkers/layout/same_layout.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof {

// A layout and the shape that it describes.
struct Placed {
  std::string text;  // of the layout, as printed
  triton::Shape shape;
  triton::LayoutPtr layout;
  std::optional<Tensor> tensor;
  Error why_not = {};  // if there is none
};

// What each bit of an input of the linear form adds to the coordinates.  Requires: a tensor.
std::vector<std::vector<Word>> coordinates_of(const Placed& placed, Name dim);

// How two layouts on one shape compare.
enum class Likeness {
  kSame,       // one attribute
  kSameMap,    // two spellings of one map
  kDifferent,  // an element has two places
  kUnknown,    // with the reason
};

struct Comparison {
  Likeness likeness = Likeness::kSame;
  std::optional<Verdict> verdict = {};  // if they were compared as maps
  std::string why = {};                 // if it is unknown
};

class KnownLayouts {
 public:
  KnownLayouts(const ttgir::Module& module, const Decider& decide)
      : module_(module), decide_(decide), by_type_(module.types.size(), nullptr) {}

  // The layout of a type that has one, on the shape that it describes: of memory that of the
  // allocation of one buffer.
  const Placed& of(ttgir::TypeId type);
  // Another layout on a shape.
  const Placed& of(const triton::LayoutPtr& layout, triton::Shape shape);

  // The shape that the type's layout describes: of a memory descriptor, of its allocation without
  // the dimensions that count buffers.
  static triton::Shape layout_shape(const ttgir::Type& type);

  const Comparison& compare(const Placed& a, const Placed& b);

 private:
  const ttgir::Module& module_;
  const Decider& decide_;
  std::map<std::string, Placed> placed_;  // by layout and shape
  std::vector<const Placed*> by_type_;
  std::map<std::pair<const Placed*, const Placed*>, Comparison> compared_;
};

}  // namespace tileproof
