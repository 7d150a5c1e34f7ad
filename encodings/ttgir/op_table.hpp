// Which operations are known?  One row for each: its names, how its types stand in the text, and
// what kind it is.  What is claimed of a kind is said in docs/checking.md and decided in
// checkers/ttgir/.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::ttgir {

// Operations of which the same is claimed.
enum class OpKind {
  kUnknown,         // of no dialect that is known, or a name that its dialect does not have
  kNoClaim,         // known, and nothing is claimed of it but that its operands are as defined
  kElementwise,     // all tensors have one shape and one layout; `elements` says the rest
  kMapElementwise,  // the same, by a region that has numbers of each
  kConstant,
  kMakeRange,
  kSplat,
  kUnsplat,
  kBroadcast,
  kExpandDims,
  kReshape,
  kTrans,
  kJoin,
  kSplit,
  kCat,
  kReduce,
  kScan,
  kGather,
  kHistogram,
  kConvertLayout,
  kFp4ToFp,
  kInThreadTranspose,
  kExtractSlice,
  kConcat,
  kDot,
  kDotScaled,
  kWarpGroupDot,
  kWarpGroupDotWait,
  kTensorCoreDot,        // ttng.tc_gen5_mma
  kTensorCoreDotScaled,  // ttng.tc_gen5_mma_scaled
  kLocalLoad,
  kLocalStore,
  kLocalAlloc,  // with or without a source
  kLocalDealloc,
  kLocalGather,
  kLocalScatter,
  kLocalAtomicScatter,
  kMemdescIndex,
  kMemdescSubview,
  kMemdescSubslice,
  kMemdescDynamicSubslice,
  kMemdescTrans,
  kMemdescReshape,
  kMemdescReinterpret,
  kRemoteView,     // the same memory of another CTA
  kStorageSpec,    // TLX: a storage in which allocations lie
  kStorageAlloc,   // an allocation in it
  kReuseGroup,     // allocations and groups that share it
  kBufferOverlap,  // that they do as the group says
  kLocalAlias,     // another type for a storage
  kAsyncCopyGlobalToLocal,
  kAsyncCopyLocalToGlobal,
  kBufferLoad,
  kBufferStore,
  kBufferLoadToLocal,
  kTmemAlloc,
  kTmemLoad,
  kTmemStore,
  kTmemCopy,
  kTmemSubslice,
  kMakeDescriptor,
  kDescriptorLoad,
  kDescriptorStore,
  kDescriptorGather,
  kDescriptorScatter,
  kTmaLoad,   // global to local through a descriptor
  kTmaStore,  // and back, reductions too
  kTmaGather,
  kTmaScatter,
  kBarrier,  // an operation on an mbarrier in shared memory
  kWait,     // asynchronous ordering, of which nothing is asked
  kFunction,
  kReturn,
  kCall,
  kBranch,
  kFor,
  kIf,
  kWhile,
  kCondition,
  kRegion,  // regions that run in place: scf.execute_region, scf.index_switch
  kYield,
  kReduceReturn,  // of the scalars in the region of a reduction or scan
  kWarpSpecialize,
  kWarpSpecializePartitions,
  kWarpReturn,
};

// What elementwise operations claim of the element types of their operands and results.
enum class ElementRule {
  kAny,
  kSameInteger,
  kSameFloat,
  kCompareInteger,  // two of one integer type (or pointers) give i1
  kCompareFloat,
  kSelect,  // i1, then all the same
  kWidenInteger,
  kNarrowInteger,
  kWidenFloat,
  kNarrowFloat,
  kFloatToFloat,
  kIntegerToFloat,
  kFloatToInteger,
  kIndexCast,
  kSameBits,
  kIntegerToPointer,
  kPointerToInteger,
  kOffsetPointer,  // a pointer and an integer give the pointer
  kLoad,           // a pointer, i1, what it points to: what it points to
  kStore,          // a pointer, what it points to, i1
  kAtomic,         // a pointer, what it points to, i1: what it points to
  kCompareAndSwap,
};

// How the types that an operation writes follow its operands and results, where it is printed in
// pretty form.  In generic form all types are written, in order.
struct TypePattern {
  // For each type behind ':' and for each behind '->' or `to`, whose it is:
  //   '0' ... '9'  of that one among the operands that are tensors or memory, in the text's order
  //   '+'          of the next among those, and so on to the last type
  //   'A' ... 'F'  of that one among all operands, 'Z' of the last
  //   'd'          of the first operand, a descriptor
  //   '*'          of all operands, in order, or, behind '->', of all results
  //   'r'          of the next result
  // '|' parts forms, which have other numbers of types.
  // "=" is one type that all operands and all results have; "" says nothing.
  std::string_view left;
  std::string_view right;
};

// What the result of an operation has that writes no type for it.
enum class ResultRule {
  kWritten,
  kOperandType,  // the k-th result has the type of the k-th operand
  kElementOf,    // the element of its first operand
  kTruth,        // as its first operand, of i1
  kPointee,      // as its first operand, of what that points to
  kLastWritten,  // the last type behind ':' (select)
  kEachWritten,  // every result has the one type (split)
};

// What an operation takes and gives, and the attributes that it must have.
struct Signature {
  // "Mt?->T": operands and results, in the order of the generic form, one letter for each:
  //   T  a tensor                 M  a memory              Y  a tensor or a memory
  //   D  a descriptor             t  a token               .  anything
  //   p  a pointer                P  a pointer or a tensor of pointers
  //   O  a tensor of i32          V  a tensor of what the pointer points to
  //   b  an i1                    m  a tensor of i1        c  an i1 or a tensor of i1
  //   s  an i32                   i  an i32 or a tensor of i32
  //   h  an i16                   l  an i64
  //   k  a number that is an integer or an index       j  an index
  //   n  a number or a pointer    x  that, or a tensor
  // What stands in front of '?' may be absent, in front of '*' there may be any number of it, also
  // of several in parentheses, in front of '=' as many as in front of the others.  Each is a
  // segment; of those with '?' or '*' the generic form says the sizes, where there are several.
  // '|' parts what versions of compilers have.
  std::string_view types;
  // "axis:i cache?i": in front of '?' those that may be absent, in front of '~' those of which
  // compilers also take, and pass over, others in pretty form, in front of ':' those that the
  // pretty form may have as words, in front of '!' the others; and the kinds of their values:
  //   i  an i32   +  one of 1 or more   b  true or false   f  that, or nothing   s  a text
  //   a  i32s     A  i64s               I, F  how integers, floats are compared: an i64
  //   y  a symbol                       .  anything
  //   m  flags of floats' arithmetic    o  of integers'
  //   1-3, or 0,65535  an i32 that is one of these: a case of an enumeration
  std::string_view attributes = "";
  std::string_view pretty = "";  // the types in the order of the pretty form, where it is another
  // The first two operands and the result, where they are T or M, are read as such or not at all.
  bool is_read = false;
};

// In the order of this form.
inline std::string_view types_of(const Signature& signature, bool generic) {
  return generic || signature.pretty.empty() ? signature.types : signature.pretty;
}
// Behind the arrow, of the first version.
inline std::string_view results_of(const Signature& signature) {
  const auto first = signature.types.substr(0, signature.types.find('|'));
  return first.substr(first.find("->") + 2);
}

struct OpRow {
  unsigned dialects = 0;
  std::string_view name = {};  // without its dialect
  OpKind kind = OpKind::kUnknown;
  TypePattern types = {};
  ResultRule result = ResultRule::kWritten;
  ElementRule elements = ElementRule::kAny;
  Signature signature = {".*->.*"};
};

// The row of `name` as written, without quotes ("ttg.convert_layout"); of names that are not known
// one of kind kUnknown.
const OpRow& op_row(std::string_view name);

// All rows, and the names under which files may have them ("ttg.local_load", ...).
std::span<const OpRow> op_rows();
std::vector<std::string> names_of(const OpRow& row);

// Of one that compilers lower to, and that files of Triton have operations on numbers of:
// "rocdl.sched.barrier".
bool is_of_lower_dialect(std::string_view name);
bool is_module_op(std::string_view name);
bool is_function_op(std::string_view name);

}  // namespace tileproof::ttgir
