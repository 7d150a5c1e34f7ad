#include "encodings/ttgir/op_table.hpp"

#include <array>
#include <unordered_map>

namespace tileproof::ttgir {
namespace {

// Bits, so that one name may occur in several dialects.
enum Dialect : unsigned { kNoDialect = 0, kGpu = 1, kTriton = 2, kArith = 4, kMath = 8, kScf = 16 };

struct Entry {
  unsigned dialects;
  OpKind kind;
  ResultRule rule;
};

using Table = std::unordered_map<std::string_view, Entry>;

Dialect dialect_of(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, Dialect>, 14> kDialects{{
      {"ttg", kGpu},
      {"tt", kTriton},
      {"arith", kArith},
      {"math", kMath},
      {"scf", kScf},
      {"ttng", kGpu},
      {"amdg", kGpu},
      {"amdgpu", kGpu},
      {"triton_gpu", kGpu},
      {"triton_nvidia_gpu", kGpu},
      {"nvws", kGpu},
      {"tlx", kGpu},
      {"triton", kTriton},
      {"triton_amdgpu", kGpu},
  }};
  for (const auto& [prefix, dialect] : kDialects) {
    if (name == prefix) return dialect;
  }
  return kNoDialect;
}

void add(Table& table,
         unsigned dialects,
         ResultRule rule,
         std::initializer_list<std::string_view> names) {
  for (const auto name : names) table.emplace(name, Entry{dialects, OpKind::kNone, rule});
}

Table make_table() {
  using enum OpKind;
  using enum ResultRule;
  Table table{
      {"convert_layout", {kGpu, kConvertLayout, kRight}},
      {"local_load", {kGpu, kLocalLoad, kRight}},
      {"local_store", {kGpu, kLocalStore, kUnknown}},
      {"local_alloc", {kGpu, kLocalAlloc, kRight}},
      {"local_dealloc", {kGpu, kLocalDealloc, kUnknown}},
      {"memdesc_index", {kGpu, kMemdescIndex, kRight}},
      {"memdesc_subview", {kGpu, kMemdescSubview, kRight}},
      {"memdesc_subslice", {kGpu, kMemdescSubslice, kRight}},
      {"memdesc_trans", {kGpu, kMemdescTrans, kRight}},
      {"memdesc_reshape", {kGpu, kMemdescReshape, kRight}},
      {"memdesc_reinterpret", {kGpu, kMemdescReinterpret, kRight}},
      {"async_copy_global_to_local", {kGpu, kAsyncCopyGlobalToLocal, kUnknown}},
      {"buffer_load_to_local", {kGpu, kBufferLoadToLocal, kUnknown}},
      {"tmem_alloc", {kGpu, kTmemAlloc, kRight}},
      {"tmem_load", {kGpu, kTmemLoad, kRightFirst}},
      {"tmem_store", {kGpu, kTmemStore, kUnknown}},
      {"tmem_copy", {kGpu, kTmemCopy, kUnknown}},
      {"tmem_subslice", {kGpu, kTmemSubslice, kRight}},
  };
  add(table,
      kGpu,
      kRight,
      {"fp4_to_fp",
       "warp_group_dot",
       "packed_arith",
       "extract_slice",
       "concat",
       "in_thread_transpose",
       "warp_specialize"});
  add(table, kGpu, kSame, {"buffer_load"});
  add(table,
      kTriton,
      kRight,
      {"splat",
       "broadcast",
       "expand_dims",
       "reshape",
       "trans",
       "join",
       "cat",
       "fp_to_fp",
       "dot",
       "int_to_ptr",
       "ptr_to_int",
       "dot_scaled",
       "histogram",
       "gather",
       "extern_elementwise",
       "elementwise_inline_asm",
       "descriptor_load",
       "atomic_rmw",
       "atomic_cas",
       "call"});
  add(table, kTriton | kArith, kRight, {"bitcast"});
  add(table, kTriton, kRightEach, {"split"});
  add(table, kTriton, kFirst, {"addptr"});
  add(table, kTriton, kSame, {"make_range", "clampf", "mulhiui", "precise_sqrt", "precise_divf"});
  add(table, kTriton, kShapeOnly, {"load"});
  add(table,
      kArith,
      kRight,
      {"truncf",
       "extf",
       "trunci",
       "extsi",
       "extui",
       "sitofp",
       "uitofp",
       "fptosi",
       "fptoui",
       "index_cast",
       "index_castui"});
  add(table, kArith, kSame, {"constant", "addi",      "subi",      "muli",       "divsi",
                             "divui",    "ceildivsi", "ceildivui", "floordivsi", "remsi",
                             "remui",    "andi",      "ori",       "xori",       "shli",
                             "shrsi",    "shrui",     "addf",      "subf",       "mulf",
                             "divf",     "remf",      "negf",      "maxsi",      "maxui",
                             "minsi",    "minui",     "maximumf",  "minimumf",   "maxnumf",
                             "minnumf",  "maxf",      "minf"});
  add(table, kArith, kShapeOnly, {"cmpi", "cmpf"});
  add(table, kArith, kLast, {"select"});
  add(table, kMath, kSame, {"exp",   "exp2",  "expm1",    "log",       "log2",  "log10",
                            "log1p", "sqrt",  "rsqrt",    "cbrt",      "sin",   "cos",
                            "tan",   "asin",  "acos",     "atan",      "atan2", "sinh",
                            "cosh",  "tanh",  "erf",      "erfc",      "absf",  "absi",
                            "ceil",  "floor", "round",    "roundeven", "trunc", "fma",
                            "powf",  "ipowi", "copysign", "ctlz",      "cttz",  "ctpop"});
  add(table, kScf, kRight, {"for", "if", "while", "execute_region"});
  return table;
}

}  // namespace

std::string_view to_string(OpKind kind) {
  switch (kind) {
    case OpKind::kNone:
      return "none";
    case OpKind::kConvertLayout:
      return "convert_layout";
    case OpKind::kLocalLoad:
      return "local_load";
    case OpKind::kLocalStore:
      return "local_store";
    case OpKind::kLocalAlloc:
      return "local_alloc";
    case OpKind::kLocalDealloc:
      return "local_dealloc";
    case OpKind::kMemdescIndex:
      return "memdesc_index";
    case OpKind::kMemdescSubview:
      return "memdesc_subview";
    case OpKind::kMemdescSubslice:
      return "memdesc_subslice";
    case OpKind::kMemdescTrans:
      return "memdesc_trans";
    case OpKind::kMemdescReshape:
      return "memdesc_reshape";
    case OpKind::kMemdescReinterpret:
      return "memdesc_reinterpret";
    case OpKind::kAsyncCopyGlobalToLocal:
      return "async_copy_global_to_local";
    case OpKind::kBufferLoadToLocal:
      return "buffer_load_to_local";
    case OpKind::kTmemAlloc:
      return "tmem_alloc";
    case OpKind::kTmemLoad:
      return "tmem_load";
    case OpKind::kTmemStore:
      return "tmem_store";
    case OpKind::kTmemCopy:
      return "tmem_copy";
    case OpKind::kTmemSubslice:
      return "tmem_subslice";
    case OpKind::kOther:
      return "other";
  }
  return "none";
}

OpInfo op_info(std::string_view name) {
  static const Table kTable = make_table();
  const auto dot = name.find('.');
  if (dot == std::string_view::npos) return {};
  const auto dialect = dialect_of(name.substr(0, dot));
  if (dialect == kNoDialect) return {};
  OpInfo info;
  info.gpu_dialect = dialect == kGpu;
  const auto found = kTable.find(name.substr(dot + 1));
  if (found != kTable.end() && (found->second.dialects & dialect) != 0) {
    info.kind = found->second.kind;
    info.rule = found->second.rule;
  }
  return info;
}

bool is_module_op(std::string_view name) { return name == "module" || name == "builtin.module"; }

bool is_function_op(std::string_view name) {
  return name == "tt.func" || name == "func.func" || name == "func" || name == "llvm.func" ||
         name == "triton.func" || name == "gpu.func";
}

}  // namespace tileproof::ttgir
