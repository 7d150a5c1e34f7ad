#include "core/result.hpp"

namespace tileproof {

const char* to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::kSyntax:
      return "syntax";
    case ErrorCode::kUnknownKey:
      return "unknown_key";
    case ErrorCode::kInvalid:
      return "invalid";
    case ErrorCode::kShape:
      return "shape";
    case ErrorCode::kDimension:
      return "dimension";
    case ErrorCode::kOverflow:
      return "overflow";
    case ErrorCode::kNotSolvable:
      return "not_solvable";
    case ErrorCode::kUnsupported:
      return "unsupported";
    case ErrorCode::kUsage:
      return "usage";
    case ErrorCode::kIo:
      return "io";
  }
  TP_CHECK(false, "unknown error code");
}

}  // namespace tileproof
