// Which operations are known, and what do the types that they write say about their results?
#pragma once

#include <string_view>

namespace tileproof::ttgir {

// Names without their dialect; every dialect spelling (ttg, triton_gpu, ttng, amdg ...) is one
// kind.
enum class OpKind {
  kNone,  // not recorded
  kConvertLayout,
  kLocalLoad,
  kLocalStore,
  kLocalAlloc,  // with or without a source
  kLocalDealloc,
  kMemdescIndex,
  kMemdescSubview,
  kMemdescSubslice,
  kMemdescTrans,
  kMemdescReshape,
  kMemdescReinterpret,
  kAsyncCopyGlobalToLocal,
  kBufferLoadToLocal,
  kTmemAlloc,
  kTmemLoad,
  kTmemStore,
  kTmemCopy,
  kTmemSubslice,
  kOther,  // another operation of Triton's GPU dialects that writes a memory descriptor type
};

// "convert_layout", "local_load" ...; "other" for kOther.
std::string_view to_string(OpKind kind);

// How the results of an operation in pretty form follow from its types `: left -> right`.
enum class ResultRule {
  kUnknown,     // nothing is certain
  kRight,       // the types after `->` or `to`, one for each result
  kRightFirst,  // the first result has the first type after `->`
  kRightEach,   // every result has the one type after `->` (tt.split)
  kSame,        // the one type that is written (arith.addf)
  kFirst,       // the first type that is written (tt.addptr)
  kLast,        // the last type that is written (arith.select)
  kShapeOnly,   // shape and layout of the first type, another element type (arith.cmpi, tt.load)
};

struct OpInfo {
  OpKind kind = OpKind::kNone;
  ResultRule rule = ResultRule::kUnknown;
  bool gpu_dialect = false;  // ttg, ttng, amdg ... in any spelling
};

// `name` as written, without quotes ("ttg.convert_layout").
OpInfo op_info(std::string_view name);

bool is_module_op(std::string_view name);
bool is_function_op(std::string_view name);

}  // namespace tileproof::ttgir
