#include "encodings/ttgir/op_table.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <unordered_map>
#include <utility>

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
};

constexpr std::array<std::pair<std::string_view, Dialect>, 19> kDialects{{
    {"ttg", kGpu},       {"tt", kTriton},         {"arith", kArith},    {"math", kMath},
    {"scf", kScf},       {"ttng", kGpu},          {"amdg", kGpu},       {"cf", kCf},
    {"ub", kUb},         {"func", kFunc},         {"nvws", kGpu},       {"tlx", kGpu},
    {"tti", kGpu},       {"amdgpu", kGpu},        {"triton_gpu", kGpu}, {"triton_nvidia_gpu", kGpu},
    {"triton", kTriton}, {"triton_amdgpu", kGpu}, {"gluon", kGpu},
}};

// Operations that are known by their kind, and those on elements by what they do with them.
void count(OpRow& row) {
  using enum OpKind;
  using enum ElementRule;
  const auto has = [&](std::uint32_t operands, std::uint32_t results, Takes takes) {
    row.operands = operands;
    row.results = results;
    row.takes = takes;
  };
  const auto is_any_of = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), row.name) != names.end();
  };
  switch (row.kind) {
    case kConstant:
      return has(0, 1, row.name == "poison" ? Takes::kAny : Takes::kTensors);
    case kMakeRange:
      return has(0, 1, Takes::kTensors);
    case kSplat:
    case kUnsplat:
    case kBroadcast:
    case kExpandDims:
    case kReshape:
    case kTrans:
    case kConvertLayout:
    case kFp4ToFp:
    case kInThreadTranspose:
    case kExtractSlice:
      return has(1, 1, Takes::kTensors);
    case kJoin:
    case kCat:
    case kGather:
      return has(2, 1, Takes::kTensors);
    case kSplit:
      return has(1, 2, Takes::kTensors);
    case kDot:
      return has(3, 1, Takes::kTensors);
    case kMemdescTrans:
    case kMemdescReshape:
    case kMemdescReinterpret:
    case kMemdescSubslice:
    case kTmemSubslice:
      return has(1, 1, Takes::kMemory);
    case kMemdescIndex:
    case kRemoteView:
      return has(2, 1, Takes::kMemory);
    case kMemdescSubview:
    case kMemdescDynamicSubslice:
      row.takes = Takes::kMemory;
      row.results = 1;
      return;
    case kReduce:
    case kScan:
    case kHistogram:
    case kConcat:
    case kDotScaled:
      row.takes = Takes::kTensors;
      return;
    case kNoClaim:  // prints and assertions, or a program's number
      if (is_any_of({"print", "assert"})) {
        row.results = 0;
        return;
      }
      return has(0, 1, Takes::kNumbers);
    case kLocalDealloc:
      return has(1, 0, Takes::kMemory);
    case kLocalStore:
      return has(2, 0, Takes::kAny);
    case kReturn:
    case kBranch:
    case kCondition:
    case kYield:
    case kReduceReturn:
    case kWarpReturn:
    case kLocalScatter:
    case kTmemCopy:
    case kBufferStore:
    case kDescriptorStore:
    case kDescriptorScatter:
    case kTmaGather:
      row.results = 0;
      return;
    case kElementwise:
      break;
    default:
      return;
  }
  switch (row.elements) {
    case kSameInteger:
      if (is_any_of({"absi", "ctlz", "cttz", "ctpop"})) return has(1, 1, Takes::kTensors);
      return has(2, 1, Takes::kTensors);
    case kSameFloat: {
      const bool is_arith = (row.dialects & kArith) != 0 && row.name != "negf";
      if (is_any_of({"fma", "clampf"})) return has(3, 1, Takes::kTensors);
      const bool takes_two = is_arith || is_any_of({"atan2", "powf", "copysign", "precise_divf"});
      return has(takes_two ? 2 : 1, 1, Takes::kTensors);
    }
    case kCompareInteger:
    case kCompareFloat:
    case kOffsetPointer:
      return has(2, 1, Takes::kTensors);
    case kSelect:
      return has(3, 1, Takes::kAny);
    case kWidenInteger:
    case kNarrowInteger:
    case kWidenFloat:
    case kNarrowFloat:
    case kIntegerToFloat:
    case kFloatToInteger:
    case kIndexCast:
    case kSameBits:
    case kIntegerToPointer:
    case kPointerToInteger:
      return has(1, 1, Takes::kTensors);
    case kFloatToFloat:  // perhaps with random bits
      row.takes = Takes::kTensors;
      row.results = 1;
      return;
    case kStore:
      row.results = 0;
      return;
    default:
      return;
  }
}

// Of operations whose operands are not all of one kind.
Signature signature_of(const OpRow& row) {
  const auto both = [](std::string_view letters) { return Signature{letters, letters}; };
  const auto read = [](std::string_view letters, char result = ' ') {
    return Signature{letters, letters, /*is_read=*/true, result};
  };
  switch (row.kind) {
    case OpKind::kConvertLayout:
      return read("T", 'T');
    case OpKind::kLocalLoad:
    case OpKind::kTmemLoad:
      return read("Mt?", 'T');
    case OpKind::kLocalStore:
      return read("TM");
    case OpKind::kTmemStore:  // read in the order of the pretty form
      return read("TMt?b");
    case OpKind::kLocalAlloc:
    case OpKind::kTmemAlloc:
      return read("T?", 'M');
    case OpKind::kLocalDealloc:
      return read("M");
    case OpKind::kTmemCopy:
      return read("MM*");
    case OpKind::kMemdescIndex:
    case OpKind::kMemdescSubview:
    case OpKind::kMemdescSubslice:
    case OpKind::kMemdescTrans:
    case OpKind::kMemdescReshape:
    case OpKind::kMemdescReinterpret:
    case OpKind::kTmemSubslice:
      return read("M*", 'M');
    case OpKind::kBarrier:
      if (row.name == "barrier_expect") return both("Mb");
      return both(row.name == "init_barrier" || row.name == "inval_barrier" ? "M" : "*");
    case OpKind::kAsyncCopyGlobalToLocal:
      return read("PMm?V?s?M?");
    case OpKind::kAsyncCopyLocalToGlobal:
      return both("MPm?");
    case OpKind::kBufferLoad:
      if (row.name == "buffer_atomic_rmw") return {"VpOm?s?", "pOVs?m?"};
      if (row.name == "buffer_atomic_cas") return {"VVpOs?", "pOVVs?"};
      return {"pOm?V?s?", "pOs?m?V?"};
    case OpKind::kBufferStore:
      return {"VpOm?s?", "VpOs?m?"};
    case OpKind::kBufferLoadToLocal:
      return {"pOm?V?s?M", "MpOm?V?s?"};
    default:
      return row.elements == ElementRule::kFloatToFloat ? both("xi?") : Signature{};
  }
}

class Table {
 public:
  Table();

  [[nodiscard]] const std::vector<OpRow>& rows() const { return rows_; }
  [[nodiscard]] const OpRow* find(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &rows_[found->second];
  }

 private:
  using Names = std::initializer_list<std::string_view>;

  void add(unsigned dialects,
           const Names& names,
           OpKind kind,
           TypePattern types,
           ResultRule result = ResultRule::kWritten,
           ElementRule elements = ElementRule::kAny) {
    for (const auto name : names) {
      OpRow& row = rows_.emplace_back(OpRow{dialects, name, kind, types, result, elements});
      count(row);
      row.signature = signature_of(row);
      for (std::string& full : names_of(row)) by_name_.emplace(std::move(full), rows_.size() - 1);
      if ((dialects & kFunc) != 0) by_name_.emplace(name, rows_.size() - 1);  // `return %a`
    }
  }
  void add_elementwise(unsigned dialects,
                       ElementRule elements,
                       TypePattern types,
                       const Names& names) {
    using enum ElementRule;
    const auto result = elements == kCompareInteger || elements == kCompareFloat
                            ? ResultRule::kTruth
                        : elements == kSelect        ? ResultRule::kLastWritten
                        : elements == kOffsetPointer ? ResultRule::kOperandType
                        : elements == kLoad          ? ResultRule::kPointee
                                                     : ResultRule::kWritten;
    add(dialects, names, OpKind::kElementwise, types, result, elements);
  }
  void add_arithmetic();
  void add_tensors();
  void add_memory();
  void add_copies();
  void add_control_flow();

  std::vector<OpRow> rows_;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const {
      return std::hash<std::string_view>{}(name);
    }
  };
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> by_name_;  // in full
};

Table::Table() {
  add_arithmetic();
  add_tensors();
  add_memory();
  add_copies();
  add_control_flow();
}

void Table::add_arithmetic() {
  using enum ElementRule;
  constexpr TypePattern kOne{"=", ""};
  constexpr TypePattern kCast{"*", "*"};
  add(kArith, {"constant"}, OpKind::kConstant, kOne);
  add(kUb, {"poison"}, OpKind::kConstant, kOne);
  add_elementwise(
      kArith, kSameInteger, kOne, {"addi",      "subi",      "muli",       "divsi", "divui",
                                   "ceildivsi", "ceildivui", "floordivsi", "remsi", "remui",
                                   "andi",      "ori",       "xori",       "shli",  "shrsi",
                                   "shrui",     "maxsi",     "maxui",      "minsi", "minui"});
  add_elementwise(kArith,
                  kSameFloat,
                  kOne,
                  {"addf",
                   "subf",
                   "mulf",
                   "divf",
                   "remf",
                   "negf",
                   "maximumf",
                   "minimumf",
                   "maxnumf",
                   "minnumf",
                   "maxf",
                   "minf"});
  add_elementwise(
      kMath, kSameFloat, kOne, {"exp",  "exp2",  "expm1",   "log",   "log2",  "log10",     "log1p",
                                "sqrt", "rsqrt", "cbrt",    "sin",   "cos",   "tan",       "asin",
                                "acos", "atan",  "atan2",   "sinh",  "cosh",  "tanh",      "erf",
                                "erfc", "absf",  "ceil",    "floor", "round", "roundeven", "trunc",
                                "fma",  "powf",  "copysign"});
  add_elementwise(kMath, kSameInteger, kOne, {"absi", "ipowi", "ctlz", "cttz", "ctpop"});
  add_elementwise(kTriton, kSameFloat, kOne, {"clampf", "precise_sqrt", "precise_divf"});
  add_elementwise(kTriton, kSameInteger, kOne, {"mulhiui"});
  add_elementwise(kArith, kCompareInteger, kOne, {"cmpi"});
  add_elementwise(kArith, kCompareFloat, kOne, {"cmpf"});
  add_elementwise(kArith, kSelect, {"", ""}, {"select"});
  add_elementwise(kArith, kNarrowFloat, kCast, {"truncf"});
  add_elementwise(kArith, kWidenFloat, kCast, {"extf"});
  add_elementwise(kArith, kNarrowInteger, kCast, {"trunci"});
  add_elementwise(kArith, kWidenInteger, kCast, {"extsi", "extui"});
  add_elementwise(kArith, kIntegerToFloat, kCast, {"sitofp", "uitofp"});
  add_elementwise(kArith, kFloatToInteger, kCast, {"fptosi", "fptoui"});
  add_elementwise(kArith, kIndexCast, kCast, {"index_cast", "index_castui"});
  add_elementwise(kTriton | kArith, kSameBits, kCast, {"bitcast"});
  add_elementwise(kTriton, kFloatToFloat, kCast, {"fp_to_fp"});
  add_elementwise(kTriton, kIntegerToPointer, kCast, {"int_to_ptr"});
  add_elementwise(kTriton, kPointerToInteger, kCast, {"ptr_to_int"});
  add_elementwise(
      kTriton, kAny, kCast, {"extern_elementwise", "elementwise_inline_asm", "map_elementwise"});
  add_elementwise(kTriton, kOffsetPointer, kCast, {"addptr"});
  add_elementwise(kTriton, kLoad, {"0", ""}, {"load"});
  add_elementwise(kTriton, kStore, {"0", ""}, {"store"});
  add_elementwise(kTriton, kAtomic, kCast, {"atomic_rmw"});
  add_elementwise(kTriton, kCompareAndSwap, kCast, {"atomic_cas"});
}

void Table::add_tensors() {
  using enum OpKind;
  constexpr TypePattern kArrow{"*", "*"};
  add(kTriton, {"make_range"}, kMakeRange, {"=", ""});
  add(kTriton, {"get_program_id", "get_num_programs"}, kNoClaim, {"=", ""});
  add(kTriton, {"splat"}, kSplat, kArrow);
  add(kTriton, {"unsplat"}, kUnsplat, {"*", ""}, ResultRule::kElementOf);
  add(kTriton, {"broadcast"}, kBroadcast, kArrow);
  add(kTriton, {"expand_dims"}, kExpandDims, kArrow);
  add(kTriton, {"reshape"}, kReshape, kArrow);
  add(kTriton, {"trans"}, kTrans, kArrow);
  add(kTriton, {"join"}, kJoin, {"0", "r"});
  add(kTriton, {"split"}, kSplit, {"0", "r"}, ResultRule::kEachWritten);
  add(kTriton, {"cat"}, kCat, {"0", "r"});
  add(kTriton, {"reduce"}, kReduce, kArrow);
  add(kTriton, {"scan"}, kScan, kArrow);
  add(kTriton, {"gather"}, kGather, kArrow);
  add(kTriton, {"histogram"}, kHistogram, {"0", "r"});
  add(kTriton, {"dot"}, kDot, {"01", "r"});
  add(kTriton, {"dot_scaled"}, kDotScaled, {"0123", "r"});
  add(kTriton, {"print", "assert"}, kNoClaim, kArrow);
  add(kGpu, {"convert_layout"}, kConvertLayout, kArrow);
  add(kGpu, {"fp4_to_fp"}, kFp4ToFp, kArrow);
  add(kGpu, {"in_thread_transpose"}, kInThreadTranspose, kArrow);
  add(kGpu, {"extract_slice"}, kExtractSlice, kArrow);
  add(kGpu, {"concat"}, kConcat, kArrow);
  add(kGpu, {"warp_group_dot"}, kWarpGroupDot, {"01", "r"});
  add(kGpu, {"warp_group_dot_wait"}, kWarpGroupDotWait, {"*", ""}, ResultRule::kOperandType);
  add(kGpu, {"buffer_load"}, kBufferLoad, {"r", ""});
  add(kGpu, {"buffer_store"}, kBufferStore, {"0", ""});
  add(kGpu, {"buffer_atomic_rmw", "buffer_atomic_cas"}, kBufferLoad, {"r", ""});
}

void Table::add_memory() {
  using enum OpKind;
  constexpr TypePattern kArrow{"*", "*"};
  constexpr TypePattern kView{"0", "r"};
  add(kGpu, {"local_alloc"}, kLocalAlloc, kArrow);
  add(kGpu, {"local_dealloc"}, kLocalDealloc, kArrow);
  add(kGpu, {"local_load"}, kLocalLoad, kView);
  add(kGpu, {"local_store"}, kLocalStore, {"0", "1"});
  add(kGpu, {"local_gather"}, kLocalGather, {"01", "r"});
  add(kGpu, {"local_scatter"}, kLocalScatter, {"012", ""});
  add(kGpu, {"local_atomic_scatter_rmw"}, kLocalAtomicScatter, {"0213", "r"});
  add(kGpu, {"memdesc_index"}, kMemdescIndex, kView);
  add(kGpu, {"memdesc_subview"}, kMemdescSubview, kView);
  add(kGpu, {"memdesc_subslice"}, kMemdescSubslice, kView);
  add(kGpu, {"memdesc_dynamic_subslice"}, kMemdescDynamicSubslice, kView);
  add(kGpu, {"memdesc_trans"}, kMemdescTrans, kView);
  add(kGpu, {"memdesc_reshape"}, kMemdescReshape, kView);
  add(kGpu, {"memdesc_reinterpret"}, kMemdescReinterpret, kView);
  add(kGpu, {"map_to_remote_buffer"}, kRemoteView, kView);
  add(kGpu, {"tmem_alloc"}, kTmemAlloc, kArrow);
  add(kGpu, {"tmem_load"}, kTmemLoad, {"0", "*"});
  add(kGpu, {"tmem_store"}, kTmemStore, {"0", "1"});
  add(kGpu, {"tmem_copy"}, kTmemCopy, {"012", ""});
  add(kGpu, {"tmem_subslice"}, kTmemSubslice, kView);
  add(kGpu, {"tc_gen5_mma"}, kTensorCoreDot, {"012", ""});
  add(kGpu, {"tc_gen5_mma_scaled"}, kTensorCoreDotScaled, {"01234", ""});
}

void Table::add_copies() {
  using enum OpKind;
  constexpr TypePattern kArrow{"*", "*"};
  add(kGpu, {"async_copy_global_to_local"}, kAsyncCopyGlobalToLocal, {"0", "1"});
  add(kGpu, {"async_copy_local_to_global"}, kAsyncCopyLocalToGlobal, {"0", "1"});
  add(kGpu, {"buffer_load_to_local"}, kBufferLoadToLocal, {"", ""});
  add(kTriton, {"descriptor_load", "experimental_descriptor_load"}, kDescriptorLoad, {"d", "r"});
  add(kTriton,
      {"descriptor_store", "descriptor_reduce", "experimental_descriptor_store"},
      kDescriptorStore,
      {"d0", ""});
  add(kTriton, {"descriptor_gather"}, kDescriptorGather, kArrow);
  add(kTriton, {"descriptor_scatter"}, kDescriptorScatter, {"d0.1", ""});
  add(kGpu, {"async_tma_copy_global_to_local"}, kTmaLoad, {"d1", "0"});
  add(kGpu, {"async_tma_copy_local_to_global", "async_tma_reduce"}, kTmaStore, {"d0", "*"});
  add(kGpu, {"async_tma_gather"}, kTmaGather, {"d0.21.", ""});
  add(kGpu, {"async_tma_scatter"}, kTmaScatter, {"d0.1", ""});
  add(kGpu,
      {"init_barrier",
       "inval_barrier",
       "barrier_expect",
       "wait_barrier",
       "arrive_barrier",
       "async_copy_mbarrier_arrive"},
      kBarrier,
      {"0", ""});
  add(kGpu, {"tc_gen5_commit"}, kBarrier, {"0", ""});
  add(kGpu,
      {"async_wait",
       "async_commit_group",
       "async_tma_store_wait",
       "async_tma_store_token_wait",
       "fence_async_shared",
       "fence_mbarrier_init_release_cluster",
       "cluster_arrive",
       "cluster_wait",
       "cluster_barrier",
       "barrier",
       "local_barrier",
       "arrive_barrier_named",
       "wait_barrier_named"},
      kWait,
      {"", ""});
}

void Table::add_control_flow() {
  using enum OpKind;
  constexpr TypePattern kArrow{"*", "*"};
  add(kTriton | kFunc, {"func"}, kFunction, {"", ""});
  add(kTriton | kFunc, {"return"}, kReturn, kArrow);
  add(kTriton | kFunc, {"call"}, kCall, kArrow);
  add(kCf, {"br", "cond_br", "switch"}, kBranch, {"", ""});
  add(kScf, {"for"}, kFor, {"", "*"});
  add(kScf, {"if"}, kIf, {"", "*"});
  add(kScf, {"while"}, kWhile, kArrow);
  add(kScf, {"condition"}, kCondition, {"", ""});
  add(kScf, {"execute_region", "index_switch"}, kRegion, {"", "*"});
  add(kScf, {"yield"}, kYield, kArrow);
  add(kTriton, {"reduce.return", "scan.return", "map_elementwise.return"}, kReduceReturn, kArrow);
  add(kGpu, {"warp_specialize"}, kWarpSpecialize, kArrow);
  add(kGpu, {"warp_specialize.partitions"}, kWarpSpecializePartitions, kArrow);
  add(kGpu, {"warp_yield"}, kYield, kArrow);
  add(kGpu, {"warp_return"}, kWarpReturn, {"", ""});
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

bool is_module_op(std::string_view name) { return name == "module" || name == "builtin.module"; }

bool is_function_op(std::string_view name) {
  return name == "tt.func" || name == "func.func" || name == "func" || name == "llvm.func" ||
         name == "triton.func" || name == "gpu.func";
}

}  // namespace tileproof::ttgir
