#include "checkers/reports/topic_help.hpp"

#include "core/check.hpp"

namespace tileproof {

std::string short_help(Topic topic) {
  switch (topic) {
    case Topic::kLayout:
      return "A layout gives every element a place, as its definition and its linear form agree.";
    case Topic::kTypes:
      return "Operands have the types with which they were defined, and the operation's rule "
             "between "
             "its types holds.";
    case Topic::kConversion:
      return "Every element arrives where it belongs.";
    case Topic::kView:
      return "The layout that a view states is the map that the operation gives.";
    case Topic::kBounds:
      return "Every access lies in its allocation, every view in its memory, every index in its "
             "range.";
    case Topic::kAlignment:
      return "Every address is a multiple of what the access needs.";
    case Topic::kOperands:
      return "A matrix instruction takes these shapes, element types and layouts.";
    case Topic::kOverlap:
      return "Buffers that share a storage keep what their group promises.";
    case Topic::kVectorization:
      return "The vector width and the instruction of an access are exact.";
    case Topic::kBankConflicts:
      return "The wavefronts of an access of shared memory are exact, and no more than a limit "
             "that "
             "was set.";
    case Topic::kGlobalAccess:
      return "The sectors that an access of global memory takes lie between exact bounds.";
  }
  TP_CHECK(false, "unknown question");
}

}  // namespace tileproof
