#include "encodings/ttgir/op_table.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "encodings/ttgir/flat_table.hpp"

namespace tileproof::ttgir {
namespace {

// Bits, so that one name may occur in several dialects.
enum Dialect : unsigned {
  kNoDialect = 0,
  kGpu = 1,
  kTriton = 2,
  kArith = 4,
  kMath = 8,
  kScf = 16,
  kCf = 32,
  kFunc = 64,
  kUb = 128,
  kAmd = 256,
  kNvidia = 512,
  kTlx = 1024,
};

// With the names that older compilers have for them.
constexpr std::array<std::pair<std::string_view, unsigned>, 16> kDialects{{
    {"ttg", kGpu},
    {"tt", kTriton},
    {"arith", kArith},
    {"math", kMath},
    {"scf", kScf},
    {"ttng", kNvidia},
    {"amdg", kAmd},
    {"cf", kCf},
    {"ub", kUb},
    {"func", kFunc},
    {"tlx", kTlx},
    {"amdgpu", kAmd},
    {"triton_gpu", kGpu},
    {"triton_nvidia_gpu", kNvidia},
    {"triton", kTriton},
    {"triton_amdgpu", kAmd},
}};

class Table {
 public:
  Table();

  [[nodiscard]] const std::vector<OpRow>& rows() const { return rows_; }
  [[nodiscard]] const OpRow* find(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.kNone ? nullptr : &rows_[by_name_[found]];
  }

 private:
  using Names = std::initializer_list<std::string_view>;

  void add(unsigned dialects,
           const Names& names,
           OpKind kind,
           TypePattern types,
           Signature signature,
           ResultRule result = ResultRule::kWritten,
           ElementRule elements = ElementRule::kAny) {
    for (const auto name : names) {
      OpRow& row =
          rows_.emplace_back(OpRow{dialects, name, kind, types, result, elements, signature});
      for (std::string& full : names_of(row))
        by_name_.try_emplace(std::move(full), rows_.size() - 1);
      if ((dialects & kFunc) != 0)
        by_name_.try_emplace(std::string(name), rows_.size() - 1);  // `return %a`
    }
  }
  void add_elementwise(unsigned dialects,
                       ElementRule elements,
                       TypePattern types,
                       Signature signature,
                       const Names& names) {
    using enum ElementRule;
    const auto result = elements == kCompareInteger || elements == kCompareFloat
                            ? ResultRule::kTruth
                        : elements == kSelect        ? ResultRule::kLastWritten
                        : elements == kOffsetPointer ? ResultRule::kOperandType
                        : elements == kLoad          ? ResultRule::kPointee
                                                     : ResultRule::kWritten;
    add(dialects, names, OpKind::kElementwise, types, signature, result, elements);
  }
  void add_arithmetic();
  void add_accesses();
  void add_tensors();
  void add_memory();
  void add_copies();
  void add_barriers();
  void add_control_flow();

  std::vector<OpRow> rows_;
  FlatTable<std::string, std::size_t> by_name_;  // in full
};

Table::Table() {
  add_arithmetic();
  add_accesses();
  add_tensors();
  add_memory();
  add_copies();
  add_barriers();
  add_control_flow();
}

void Table::add_arithmetic() {
  using enum ElementRule;
  constexpr TypePattern kOne{"=", ""};
  constexpr TypePattern kCast{"*", "*"};
  constexpr Signature kOf1{"x->x"};
  constexpr Signature kOf2{"xx->x"};
  constexpr std::string_view kFast = "fastmath?m";
  constexpr std::string_view kRounded = "fastmath?m roundingmode?0-4";
  add(kArith, {"constant"}, OpKind::kConstant, kOne, {"->x", "value:."});
  add(kUb, {"poison"}, OpKind::kConstant, kOne, {"->."});
  add_elementwise(
      kArith, kSameInteger, kOne, {"xx->x", "overflowFlags?o"}, {"addi", "subi", "muli", "shli"});
  add_elementwise(
      kArith, kSameInteger, kOne, {"xx->x", "isExact?f"}, {"divsi", "divui", "shrsi", "shrui"});
  add_elementwise(kArith,
                  kSameInteger,
                  kOne,
                  kOf2,
                  {"ceildivsi",
                   "ceildivui",
                   "floordivsi",
                   "remsi",
                   "remui",
                   "andi",
                   "ori",
                   "xori",
                   "maxsi",
                   "maxui",
                   "minsi",
                   "minui"});
  add_elementwise(kArith, kSameFloat, kOne, {"x->x", kFast}, {"negf"});
  add_elementwise(kArith, kSameFloat, kOne, {"xx->x", kRounded}, {"addf", "subf", "mulf", "divf"});
  add_elementwise(kArith,
                  kSameFloat,
                  kOne,
                  {"xx->x", kFast},
                  {"remf", "maximumf", "minimumf", "maxnumf", "minnumf", "maxf", "minf"});
  add_elementwise(
      kMath,
      kSameFloat,
      kOne,
      {"x->x", kFast},
      {"exp",  "exp2", "expm1", "log",  "log2", "log10", "log1p", "sqrt",      "rsqrt",
       "cbrt", "sin",  "cos",   "tan",  "asin", "acos",  "atan",  "sinh",      "cosh",
       "tanh", "erf",  "erfc",  "absf", "ceil", "floor", "round", "roundeven", "trunc"});
  add_elementwise(kMath, kSameFloat, kOne, {"xx->x", kFast}, {"atan2", "powf", "copysign"});
  add_elementwise(kMath, kSameFloat, kOne, {"xxx->x", kFast}, {"fma"});
  add_elementwise(kMath, kSameInteger, kOne, kOf1, {"absi", "ctlz", "cttz", "ctpop"});
  add_elementwise(kMath, kSameInteger, kOne, kOf2, {"ipowi"});
  add_elementwise(kTriton, kSameFloat, kOne, {"xxx->x", "propagateNan:0,65535"}, {"clampf"});
  add_elementwise(kTriton, kSameFloat, kOne, kOf1, {"precise_sqrt"});
  add_elementwise(kTriton, kSameFloat, kOne, kOf2, {"precise_divf"});
  add_elementwise(kTriton, kSameInteger, kOne, kOf2, {"mulhiui"});
  add_elementwise(kArith, kCompareInteger, kOne, {"xx->c", "predicate:I"}, {"cmpi"});
  add_elementwise(kArith, kCompareFloat, kOne, {"xx->c", "predicate:F fastmath?m"}, {"cmpf"});
  add_elementwise(kArith, kSelect, {"", ""}, {"c..->."}, {"select"});
  add_elementwise(kArith, kNarrowFloat, kCast, {"x->x", kRounded}, {"truncf"});
  add_elementwise(kArith, kWidenFloat, kCast, {"x->x", kFast}, {"extf"});
  add_elementwise(kArith, kNarrowInteger, kCast, {"x->x", "overflowFlags?o"}, {"trunci"});
  add_elementwise(kArith, kWidenInteger, kCast, {"x->x", "nonNeg?f"}, {"extsi", "extui"});
  add_elementwise(kArith, kIntegerToFloat, kCast, {"x->x", "nonNeg?f"}, {"sitofp", "uitofp"});
  add_elementwise(kArith, kFloatToInteger, kCast, kOf1, {"fptosi", "fptoui"});
  add_elementwise(kArith, kIndexCast, kCast, kOf1, {"index_cast", "index_castui"});
  add_elementwise(kTriton | kArith, kSameBits, kCast, kOf1, {"bitcast"});
  add_elementwise(kTriton, kFloatToFloat, {"A|BA", "r"}, {"xi?->x", "rounding?i"}, {"fp_to_fp"});
  add_elementwise(kTriton, kIntegerToPointer, kCast, kOf1, {"int_to_ptr"});
  add_elementwise(kTriton, kPointerToInteger, kCast, kOf1, {"ptr_to_int"});
  add_elementwise(kTriton, kOffsetPointer, {"*", ""}, kOf2, {"addptr"});
  add_elementwise(kTriton,
                  kAny,
                  kCast,
                  {"x*->x", "libname!s libpath!s symbol!s pure!b"},
                  {"extern_elementwise"});
  add_elementwise(kTriton,
                  kAny,
                  kCast,
                  {"x*->x*", "asm_string:s constraints!s pure!b packed_element!i"},
                  {"elementwise_inline_asm"});
  add(kTriton, {"map_elementwise"}, OpKind::kMapElementwise, kCast, {"TT*->TT*", "pack:+"});
}

void Table::add_accesses() {
  using enum ElementRule;
  using enum OpKind;
  constexpr TypePattern kCast{"*", "*"};
  constexpr std::string_view kAtomically = "atomic_rmw_op:1-10 sem:1-4 scope:1-3 contiguity?i";
  constexpr std::string_view kOrdered = "sem:1-4 scope:1-3";
  constexpr std::string_view kCached = "cache?1-7 contiguity?i";
  add_elementwise(kTriton,
                  kLoad,
                  {"A", ""},
                  {"xc?x?->x", "cache?1-7 evict?1-3 isVolatile?b boundaryCheck?a padding?1-2"},
                  {"load"});
  add_elementwise(kTriton,
                  kStore,
                  {"A", ""},
                  {"xxc?->", "cache?1-7 evict?1-3 boundaryCheck?a ignore_cta?f"},
                  {"store"});
  add_elementwise(kTriton, kAtomic, kCast, {"xxc?->x", kAtomically}, {"atomic_rmw"});
  add_elementwise(kTriton, kCompareAndSwap, kCast, {"xxx->x", kOrdered}, {"atomic_cas"});
  // Before they had strides, buffers' operands stood in another order.
  add(kAmd,
      {"buffer_load"},
      kBufferLoad,
      {"r", ""},
      {"pOs?m?V?->V|pOm?V?->V", kCached, "pOs?->V|pOms?->V|pOmVs?->V"});
  add(kAmd, {"buffer_store"}, kBufferStore, {"0", ""}, {"VpOs?m?->|VpOm?->", kCached, "VpOm?s?->"});
  add(kAmd,
      {"buffer_atomic_rmw"},
      kBufferLoad,
      {"r", ""},
      {"pOVs?m?->V|pOVm?->V", kAtomically, "VpOm?s?->V"});
  add(kAmd, {"buffer_atomic_cas"}, kBufferLoad, {"r", ""}, {"pOVVs?->V", kOrdered, "VVpOs?->V"});
}

void Table::add_tensors() {
  using enum OpKind;
  constexpr TypePattern kArrow{"*", "*"};
  constexpr Signature kMove{"T->T"};
  constexpr Signature kAlong{"T->T", "axis:i"};
  add(kTriton, {"make_range"}, kMakeRange, {"=", ""}, {"->T", "start:i end:i"});
  add(kTriton, {"get_program_id", "get_num_programs"}, kNoClaim, {"=", ""}, {"->s", "axis:0-2"});
  add(kTriton, {"splat"}, kSplat, kArrow, {"x->T"});
  add(kTriton, {"unsplat"}, kUnsplat, {"*", ""}, {"T->n"}, ResultRule::kElementOf);
  add(kTriton, {"broadcast"}, kBroadcast, kArrow, kMove);
  add(kTriton, {"expand_dims"}, kExpandDims, kArrow, kAlong);
  add(kTriton, {"reshape"}, kReshape, kArrow, {"T->T", "allow_reorder?f efficient_layout?f"});
  add(kTriton, {"trans"}, kTrans, kArrow, {"T->T", "order:a"});
  add(kTriton, {"join"}, kJoin, {"0", "r"}, {"TT->T"});
  add(kTriton, {"split"}, kSplit, {"0", "r"}, {"T->TT"}, ResultRule::kEachWritten);
  add(kTriton, {"cat"}, kCat, {"0", "r"}, {"TT->T"});
  add(kTriton, {"reduce"}, kReduce, kArrow, {"T*->x*", "axis:i reduction_ordering?s"});
  add(kTriton, {"scan"}, kScan, kArrow, {"T*->T*", "axis:i reverse:b"});
  add(kTriton, {"gather"}, kGather, kArrow, {"TT->T", "axis:i efficient_layout?f"});
  add(kTriton, {"histogram"}, kHistogram, {"0", "r"}, {"Tm?->T"});
  add(kTriton,
      {"dot"},
      kDot,
      {"01", "r"},
      {"TTT->T", "inputPrecision?0-4 maxNumImpreciseAcc?i two_ctas?f"});
  add(kTriton,
      {"dot_scaled"},
      kDotScaled,
      {"0123", "r"},
      {"TTTT?T?->T",
       "a_elem_type:0-6 b_elem_type:0-6 fastMath!b lhs_k_pack?b rhs_k_pack?b",
       "TT?TT?T->T"});
  add(kTriton, {"print"}, kNoClaim, kArrow, {"x*->", "prefix:s hex!b isSigned?a"});
  add(kTriton, {"assert"}, kNoClaim, kArrow, {"c->", "message:s"});
  add(kGpu, {"convert_layout"}, kConvertLayout, kArrow, {"T->T", "", "", /*is_read=*/true});
  add(kGpu, {"fp4_to_fp"}, kFp4ToFp, kArrow, kAlong);
  add(kAmd, {"in_thread_transpose"}, kInThreadTranspose, kArrow, kMove);
  add(kAmd, {"extract_slice"}, kExtractSlice, kArrow, {"T->T", "static_offsets:A"});
  add(kAmd, {"concat"}, kConcat, kArrow, {"T*->T"});
  add(kNvidia,
      {"warp_group_dot"},
      kWarpGroupDot,
      {"01", "r"},
      {"YMTb?->T", "inputPrecision?0-4 maxNumImpreciseAcc?i isAsync?b"});
  add(kNvidia,
      {"warp_group_dot_wait"},
      kWarpGroupDotWait,
      {"*", ""},
      {"YY*->YY*", "pendings!0-2147483647"},
      ResultRule::kOperandType);
}

void Table::add_memory() {
  using enum OpKind;
  constexpr TypePattern kArrow{"*", "*"};
  constexpr TypePattern kView{"0", "r"};
  constexpr auto read =
      [](std::string_view types, std::string_view attributes = "", std::string_view pretty = "") {
        return Signature{types, attributes, pretty, /*is_read=*/true};
      };
  add(kGpu, {"local_alloc"}, kLocalAlloc, kArrow, read("T?->M", "alignment?+"));
  add(kGpu, {"local_dealloc"}, kLocalDealloc, {"*", ""}, read("M->"));
  add(kGpu, {"local_load"}, kLocalLoad, kView, read("Mt?->T"));
  add(kGpu, {"local_store"}, kLocalStore, {"0", "1"}, read("TM->"));
  add(kGpu, {"local_gather"}, kLocalGather, {"01", "r"}, {"MTt?->T", "axis:i"});
  add(kGpu, {"local_scatter"}, kLocalScatter, {"012", ""}, {"MTTt?->", "axis:i"});
  add(kGpu,
      {"local_atomic_scatter_rmw"},
      kLocalAtomicScatter,
      {"0213", "r"},
      {"MTTm?->T", "atomic_rmw_op:1-10 axis:i"});
  add(kGpu, {"memdesc_index"}, kMemdescIndex, kView, read("Ms->M"));
  add(kGpu, {"memdesc_subview"}, kMemdescSubview, kView, read("Ms*->M"));
  add(kGpu, {"memdesc_subslice"}, kMemdescSubslice, kView, read("M->M", "offsets:a"));
  add(kGpu, {"memdesc_dynamic_subslice"}, kMemdescDynamicSubslice, kView, {"Ms*->M"});
  add(kGpu, {"memdesc_trans"}, kMemdescTrans, kView, read("M->M", "order:a"));
  add(kGpu, {"memdesc_reshape"}, kMemdescReshape, kView, read("M->M"));
  add(kGpu, {"memdesc_reinterpret"}, kMemdescReinterpret, kView, read("M->M"));
  add(kNvidia, {"map_to_remote_buffer"}, kRemoteView, kView, {"Ms->M"});
  add(kTlx, {"storage_alias_spec"}, kStorageSpec, {"r", ""}, {"->."});
  add(kTlx, {"storage_alias_local_alloc"}, kStorageAlloc, kArrow, {".->M"});
  add(kTlx, {"reuse_group"}, kReuseGroup, kArrow, {".*->."});
  add(kTlx, {"set_buffer_overlap"}, kBufferOverlap, kArrow, {"..->"});
  add(kTlx, {"local_alias"}, kLocalAlias, kView, {"M->M"});
  add(kNvidia, {"tmem_alloc"}, kTmemAlloc, kArrow, read("T?->Mt?"));
  add(kNvidia, {"tmem_load"}, kTmemLoad, {"0", "*"}, read("Mt?->Tt?T?|Mt?->Tt?", "abs?b NaN?b"));
  add(kNvidia, {"tmem_store"}, kTmemStore, {"0", "1"}, read("Mt?Tb->t?", "", "TMt?b->t?"));
  add(kNvidia, {"tmem_copy"}, kTmemCopy, {"012", ""}, read("MMM?->"));
  add(kNvidia, {"tmem_subslice"}, kTmemSubslice, kView, read("M->M", "N:i"));
  add(kNvidia,
      {"tc_gen5_mma"},
      kTensorCoreDot,
      {"012+", ""},
      {"MMMt?bbM*b*->t?|MMMbbM?->",
       "is_async?f two_ctas?f multicast?f is_unsigned?f",
       "MMMt?bbM?->t?|MMMt?bb(Mb)*->t?"});
  add(kNvidia,
      {"tc_gen5_mma_scaled"},
      kTensorCoreDotScaled,
      {"01234+", ""},
      {"MMMt?MMbbM*b*->t?|MMMMMbbM?->",
       "a_type:0-6 b_type:0-6 is_async?f two_ctas?f multicast?f",
       "MMMt?MMbbM?->t?|MMMt?MMbb(Mb)*->t?"});
}

void Table::add_copies() {
  using enum OpKind;
  constexpr TypePattern kArrow{"*", "*"};
  add(kGpu,
      {"async_copy_global_to_local"},
      kAsyncCopyGlobalToLocal,
      {"A", "B"},
      {"PMm?V?s?M?->t|PMm?V?s?->t|PMm?V?->t",
       "cache?1-7 evict?1-3 isVolatile?b useBulk?b contiguity?i",
       "",
       /*is_read=*/true});
  add(kAmd,
      {"async_copy_local_to_global"},
      kAsyncCopyLocalToGlobal,
      {"A", "B"},
      {"MPm?->t", "cache?1-7 evict?1-3 contiguity?i"});
  add(kAmd,
      {"buffer_load_to_local"},
      kBufferLoadToLocal,
      {"", ""},
      {"MpOm?V?s?->t", "cache?1-7 contiguity?i", "pOm?V?s?M->t"});
  add(kTriton,
      {"make_tensor_descriptor"},
      kMakeDescriptor,
      {"Ar|ZAr", ""},
      {"ps*l*p?->D|ps=l=->D", "padding?1-2"});
  add(kTriton,
      {"descriptor_load"},
      kDescriptorLoad,
      {"d", "r"},
      {"Ds*->T", "cache?1-7 evict?1-3 multicast?b"});
  add(kTriton,
      {"descriptor_store"},
      kDescriptorStore,
      {"d0", ""},
      {"DTs*->", "reduce_kind?0-8", "Ds*T->"});
  add(kTriton,
      {"descriptor_reduce"},
      kDescriptorStore,
      {"d0", ""},
      {"DTs*->", "kind:0-8", "Ds*T->"});
  // These took pointers, before there was a type of descriptors.
  add(kTriton,
      {"experimental_descriptor_load"},
      kDescriptorLoad,
      {"d", "r"},
      {"Ds*->T|ps*->T", "cache?1-7 evict?1-3"});
  add(kTriton,
      {"experimental_descriptor_store"},
      kDescriptorStore,
      {"d0", ""},
      {"DTs*->|pTs*->", "", "Ds*T->|ps*T->"});
  add(kTriton, {"descriptor_gather"}, kDescriptorGather, kArrow, {"DTs->T"});
  add(kTriton, {"descriptor_scatter"}, kDescriptorScatter, {"d0C1", ""}, {"DTsT->"});
  // The barrier stands before the memory, and behind it in the text.
  add(kNvidia,
      {"async_tma_copy_global_to_local"},
      kTmaLoad,
      {"d1", "0"},
      {"Ds*h*MMb->|s?Ds*h*MMb->|Ds*MMb->",
       "cache?1-7 evict?1-3 isVolatile?b multicast?f two_cta?b tensorMode?0-1",
       "Ds*h*MMbs?->"});
  add(kNvidia,
      {"async_tma_copy_local_to_global"},
      kTmaStore,
      {"d0", "*"},
      {"Ds*M->t?", "evict?1-3"});
  add(kNvidia, {"async_tma_reduce"}, kTmaStore, {"d0", "*"}, {"Ds*M->t?", "kind:0-8 evict?1-3"});
  add(kNvidia, {"async_tma_gather"}, kTmaGather, {"d0C21F", ""}, {"DTsMMb->", "multicast?f"});
  add(kNvidia, {"async_tma_scatter"}, kTmaScatter, {"d0C1", ""}, {"DTsM->"});
}

void Table::add_barriers() {
  using enum OpKind;
  constexpr TypePattern kFirst{"0", ""};
  constexpr TypePattern kNone{"", ""};
  add(kNvidia | kAmd, {"init_barrier"}, kBarrier, kFirst, {"M->", "count:+"});
  add(kNvidia, {"inval_barrier"}, kBarrier, kFirst, {"M->"});
  add(kNvidia, {"barrier_expect"}, kBarrier, kFirst, {"Mb->", "size:i"});
  add(kNvidia | kAmd, {"wait_barrier"}, kBarrier, {"0+", ""}, {"Msb?M*->|Msb?->"});
  add(kAmd, {"arrive_barrier"}, kBarrier, {"0", "r"}, {"M->s", "count:+"});
  add(kNvidia, {"arrive_barrier"}, kBarrier, kFirst, {"Mb?->", "count:+ ctaMask?i perThread?f"});
  add(kNvidia | kAmd, {"async_copy_mbarrier_arrive"}, kBarrier, kFirst, {"M->", "noIncrement?f"});
  add(kNvidia, {"tc_gen5_commit"}, kBarrier, {"0+", ""}, {"Mb?M*->|Mb?->", "two_ctas?f"});
  add(kAmd, {"async_wait"}, kWait, kNone, {"t*->t?", "num_inst!i"});
  add(kGpu, {"async_wait"}, kWait, kNone, {"t*->t?", "num!i"});
  add(kGpu, {"async_commit_group"}, kWait, kNone, {"t*->t?"});
  add(kNvidia, {"async_tma_store_token_wait"}, kWait, {"A+", ""}, {"tM*b*.*s*->|tM*b*->"});
  add(kNvidia, {"arrive_barrier_named", "wait_barrier_named"}, kWait, {"*", ""}, {"ss->"});
  add(kNvidia, {"async_tma_store_wait"}, kWait, kNone, {"->", "pendings!0-2147483647 read_only?f"});
  add(kNvidia, {"fence_async_shared"}, kWait, kNone, {"->", "bCluster!b"});
  add(kNvidia, {"cluster_arrive"}, kWait, kNone, {"->", "relaxed!b"});
  add(kNvidia, {"cluster_barrier"}, kWait, kNone, {"->", "relaxed?b"});
  add(kNvidia, {"fence_mbarrier_init_release_cluster", "cluster_wait"}, kWait, kNone, {"->"});
  add(kGpu, {"barrier", "local_barrier"}, kWait, kNone, {"->"});
}

void Table::add_control_flow() {
  using enum OpKind;
  constexpr TypePattern kArrow{"*", "*"};
  constexpr TypePattern kTaken{"*", ""};
  constexpr TypePattern kNone{"", ""};
  constexpr TypePattern kResults{"", "*"};
  constexpr Signature kEnd{".*->"};
  add(kTriton | kFunc, {"func"}, kFunction, kNone, {"->"});
  add(kTriton | kFunc, {"return"}, kReturn, kTaken, kEnd);
  add(kTriton | kFunc, {"call"}, kCall, kArrow, {".*->.*", "callee:y"});
  add(kCf, {"br"}, kBranch, kNone, kEnd);
  add(kCf, {"cond_br"}, kBranch, kNone, {"b.*.*->"});
  add(kCf, {"assert"}, kNoClaim, kNone, {"b->", "msg:s"});
  add(kCf, {"switch"}, kBranch, kNone, {"k.*.*->"});
  add(kScf, {"for"}, kFor, kResults, {"kkk.*->.*", "unsignedCmp?f"});
  add(kScf, {"if"}, kIf, kResults, {"b->.*"});
  add(kScf, {"while"}, kWhile, kArrow, {".*->.*"});
  add(kScf, {"condition"}, kCondition, kNone, {"b.*->"});
  add(kScf, {"execute_region"}, kRegion, kResults, {"->.*"});
  add(kScf, {"index_switch"}, kRegion, kResults, {"j->.*"});
  add(kScf, {"yield"}, kYield, kTaken, kEnd);
  add(kTriton,
      {"reduce.return", "scan.return", "map_elementwise.return"},
      kReduceReturn,
      kTaken,
      kEnd);
  add(kGpu,
      {"warp_specialize"},
      kWarpSpecialize,
      kArrow,
      {".*->.*", "partitionNumWarps:a warpGroupStartIds~a requestedRegisters~a actualRegisters~a"});
  add(kGpu, {"warp_specialize.partitions"}, kWarpSpecializePartitions, kArrow, kEnd);
  add(kGpu, {"warp_yield"}, kYield, kTaken, kEnd);
  add(kGpu, {"warp_return"}, kWarpReturn, kNone, {"->"});
}

const Table& table() {
  static const Table kTable;
  return kTable;
}

}  // namespace

const OpRow& op_row(std::string_view name) {
  static constexpr OpRow kUnknownRow;
  const OpRow* row = table().find(name);
  return row != nullptr ? *row : kUnknownRow;
}

std::span<const OpRow> op_rows() { return table().rows(); }

std::vector<std::string> names_of(const OpRow& row) {
  std::vector<std::string> names;
  for (const auto& [prefix, dialect] : kDialects) {
    if ((row.dialects & dialect) != 0)
      names.push_back(std::string(prefix) + "." + std::string(row.name));
  }
  return names;
}

bool is_of_lower_dialect(std::string_view name) {
  constexpr std::array kLower{"builtin", "gpu", "llvm", "nvgpu", "nvvm", "proton", "rocdl"};
  const auto dialect = name.substr(0, name.find('.'));
  return std::ranges::find(kLower, dialect) != kLower.end();
}

bool is_module_op(std::string_view name) { return name == "module" || name == "builtin.module"; }

bool is_function_op(std::string_view name) {
  return name == "tt.func" || name == "func.func" || name == "func" || name == "llvm.func" ||
         name == "triton.func" || name == "gpu.func";
}

}  // namespace tileproof::ttgir
