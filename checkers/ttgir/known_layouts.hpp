// What is known of the types of a module?  Layouts on their shapes, each made once for all files of
// a run, and how the layouts of two types compare.
#pragma once

#include <boost/container/small_vector.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "checkers/layout/maps.hpp"
#include "checkers/layout/same_layout.hpp"
#include "checkers/ttgir/answers_by_text.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof {

// A layout and the shape that it describes.  It stays where it was made: the tensor refers to it.
struct Placed {
  std::string text;  // of the layout, as printed
  std::string id;    // short; others have another
  triton::Shape shape;
  triton::LayoutPtr layout;
  std::optional<Tensor> tensor;
  Error why_not = {};  // if there is none
};

// By the texts of layouts and shapes.  Kernels of one model share them.
using PlacedLayouts = AnswersByText<std::unique_ptr<const Placed>>;

// What each bit of an input of the linear form adds to the coordinates.  Requires: a tensor.
using Coordinates = boost::container::small_vector<Word, 4>;
std::vector<Coordinates> coordinates_of(const Placed& placed, Name dim);
// Does a bit of such an input move nothing?
bool holds_copies(const Coordinates& moved);
// Of a thread, those that repeat what others hold not counted.  Requires: a tensor.
Word distinct_registers(const Placed& placed);
bool repeats_registers(const Placed& placed);

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
  KnownLayouts(const ttgir::Module& module, const Decider& decide, PlacedLayouts& placed)
      : module_(module), decide_(decide), placed_(placed), by_type_(module.types.size(), nullptr) {}

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
  PlacedLayouts& placed_;
  std::vector<const Placed*> by_type_;
  std::unordered_map<triton::LayoutPtr, std::string> texts_;  // as printed, once for each attribute
  std::map<std::pair<const Placed*, const Placed*>, Comparison> compared_;
};

}  // namespace tileproof
