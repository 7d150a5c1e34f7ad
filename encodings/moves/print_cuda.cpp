#include "encodings/moves/print_cuda.hpp"

#include <algorithm>
#include <span>

#include "encodings/moves/operand_printer.hpp"

namespace tileproof::moves {
namespace {

std::string in_braces(const std::vector<std::string>& list) {
  std::string text = "{";
  for (const std::string& item : list) text += (&item == list.data() ? "" : ", ") + item;
  return text + "}";
}

class KernelPrinter {
 public:
  KernelPrinter(const Program& program,
                Word source_registers,
                Word destination_registers,
                Accesses accesses)
      : program_(program),
        sizes_{source_registers, destination_registers},
        accesses_(accesses),
        printer_(program) {
    for (std::size_t i = sizes_.size(); i < program.arrays.size(); ++i) {
      sizes_.push_back(program.arrays[i].size);
    }
  }

  std::string text() {
    text_ =
        "typedef unsigned long long Number;\n"
        "extern \"C\" __global__ void __launch_bounds__(" +
        std::to_string(program_.threads()) +
        ")\nconvert(const unsigned* source, unsigned* destination) {\n"
        "  extern __shared__ __align__(128) unsigned char memory[];\n"
        "  const unsigned memory_at = (unsigned)__cvta_generic_to_shared(memory);\n"
        "  const Number lane = threadIdx.x % " +
        std::to_string(program_.lanes) + ", warp = threadIdx.x / " +
        std::to_string(program_.lanes) + ", block = 0;\n";
    is_each_alone() ? write_each_alone() : write_together();
    return text_ + "}\n";
  }

 private:
  [[nodiscard]] bool is_each_alone() const { return accesses_ == Accesses::kEachAlone; }

  void write_together() {
    declare_registers("");
    copy("s[r] = source[threadIdx.x * " + std::to_string(sizes_[kSourceArray]) + " + r];",
         sizes_[kSourceArray]);
    write_all(program_.statements);
    copy("destination[threadIdx.x * " + std::to_string(sizes_[kDestinationArray]) + " + r] = d[r];",
         sizes_[kDestinationArray]);
  }

  // What is loaded goes to one register, which no compiler knows to be unused.
  void write_each_alone() {
    declare_registers(" = {}");
    line("const unsigned cycles = source[0];");
    line("unsigned sink = 0;");
    copy("s[r] = threadIdx.x + r;", sizes_[kSourceArray]);
    end_turn();
    write_all(program_.statements);
    end_turn();
    line("if (sink == 1) destination[0] = sink;");
  }

  void declare_registers(const char* value) {
    for (std::size_t i = 0; i < program_.arrays.size(); ++i) {
      line("unsigned " + program_.arrays[i].name + "[" + std::to_string(sizes_[i]) + "]" + value +
           ";");
    }
  }

  void line(const std::string& text) {
    text_.append(2 * (1 + printer_.loops()), ' ');
    text_ += text + "\n";
  }
  void copy(const std::string& what, Word count) {
    line("#pragma unroll");
    line("for (unsigned r = 0; r < " + std::to_string(count) + "; ++r) " + what);
  }

  void wait() { line("for (const long long begin = clock64(); clock64() - begin < cycles;) {}"); }
  void end_turn() {
    line("__syncthreads();");
    wait();
  }

  static bool has_barrier(const Statement& statement) {
    if (const auto* loop = std::get_if<Loop>(&statement.what)) {
      return std::ranges::any_of(loop->body, has_barrier);
    }
    return std::get<Move>(statement.what).op == MoveOp::kBarrier;
  }

  void write_all(const std::vector<Statement>& statements) {
    for (auto next = statements.begin(); next != statements.end();) {
      const auto end = std::find_if(next, statements.end(), has_barrier);
      if (end != next) write_in_turns({next, end});
      next = end;
      if (next != statements.end()) write(*next++);
    }
  }

  // If each access is alone, warps take turns with what is between barriers.
  void write_in_turns(std::span<const Statement> between) {
    if (is_each_alone()) {
      line("#pragma unroll 1");
      line("for (unsigned warp_in_turn = 0; warp_in_turn < " + std::to_string(program_.warps) +
           "; ++warp_in_turn) {");
      line("if (warp == warp_in_turn) {");
    }
    for (const Statement& statement : between) write(statement);
    if (is_each_alone()) {
      line("}");
      end_turn();
      line("}");
    }
  }

  void write(const Statement& statement) {
    if (const auto* loop = std::get_if<Loop>(&statement.what)) {
      line("#pragma unroll");
      line("for (Number " + loop->name + " = " + std::to_string(loop->first) + "; " + loop->name +
           " < " + std::to_string(loop->end) + "; ++" + loop->name + ") {");
      printer_.enter(*loop);
      if (has_barrier(statement)) {
        write_all(loop->body);
      } else {
        for (const Statement& inner : loop->body) write(inner);
      }
      printer_.leave();
      line("}");
      return;
    }
    const Move& move = std::get<Move>(statement.what);
    line((move.predicate ? "if (" + value(*move.predicate) + ") " : "") + move_text(move));
    if (is_each_alone() && touches_memory(move.op)) {
      if (!is_store(move.op)) {
        for (const Register& to : move.to) line("sink ^= " + reg(to) + ";");
      }
      wait();
    }
  }

  std::string move_text(const Move& move) {
    switch (move.op) {
      case MoveOp::kMove:
        return reg(move.to[0]) + " = " + reg(move.from[0]) + ";";
      case MoveOp::kPermute:
        return reg(move.to[0]) + " = __byte_perm(" + reg(move.from[0]) + ", " + reg(move.from[1]) +
               ", (unsigned)(" + value(*move.value) + "));";
      case MoveOp::kSelect:
        return reg(move.to[0]) + " = (" + value(*move.value) + ") ? " + reg(move.from[0]) + " : " +
               reg(move.from[1]) + ";";
      case MoveOp::kShuffle:
        return shuffle(move);
      case MoveOp::kStore:
      case MoveOp::kLoad:
        return access(move);
      case MoveOp::kStoreMatrices:
      case MoveOp::kLoadMatrices:
        return matrices(move);
      case MoveOp::kBarrier:
        return move.scope == Scope::kWarp ? "__syncwarp();" : "__syncthreads();";
    }
    TP_CHECK(false, "unknown move");
  }

  std::string shuffle(const Move& move) {
    const char* kind = "";
    if (move.shuffle == ShuffleKind::kButterfly) kind = "_xor";
    if (move.shuffle == ShuffleKind::kUp) kind = "_up";
    if (move.shuffle == ShuffleKind::kDown) kind = "_down";
    return reg(move.to[0]) + " = __shfl" + kind + "_sync(~0u, " + reg(move.from[0]) + ", (int)(" +
           value(*move.value) + "));";
  }

  std::string access(const Move& move) {
    const std::size_t count = move.to.size() + move.from.size();
    const std::string type = move.bits < 32 ? ".u" + std::to_string(move.bits)
                             : count == 1   ? ".b32"
                                            : ".v" + std::to_string(count) + ".b32";
    const char* how = is_each_alone() ? ".volatile" : "";
    return instruction(move,
                       (move.op == MoveOp::kStore ? "st" : "ld") + (how + (".shared" + type)));
  }

  std::string matrices(const Move& move) {
    const std::string shape = ".sync.aligned.m8n8.x" +
                              std::to_string(move.to.size() + move.from.size()) +
                              (move.is_transposed ? ".trans" : "") + ".shared.b16";
    return instruction(move, (is_store(move.op) ? "stmatrix" : "ldmatrix") + shape);
  }

  // asm volatile("st.shared.v2.b32 [%0], {%1, %2};" : : "r"(..), "r"(s[0]), "r"(s[1]) : "memory");
  std::string instruction(const Move& move, const std::string& name) {
    const bool stores = is_store(move.op);
    const auto& list = stores ? move.from : move.to;
    std::vector<std::string> numbers;
    std::string operands;
    for (std::size_t k = 0; k < list.size(); ++k) {
      numbers.push_back("%" + std::to_string(k + (stores ? 1 : 0)));
      operands +=
          std::string(k == 0 ? "" : ", ") + (stores ? "\"r\"(" : "\"=r\"(") + reg(list[k]) + ")";
    }
    const bool is_one =
        list.size() == 1 && move.op != MoveOp::kStoreMatrices && move.op != MoveOp::kLoadMatrices;
    const std::string registers = is_one ? numbers[0] : in_braces(numbers);
    const std::string at = "\"r\"(memory_at + (unsigned)(" + value(*move.value) + "))";
    if (stores) {
      return "asm volatile(\"" + name + " [%0], " + registers + ";\" : : " + at + ", " + operands +
             " : \"memory\");";
    }
    return "asm volatile(\"" + name + " " + registers + ", [%" + std::to_string(list.size()) +
           "];\" : " + operands + " : " + at + " : \"memory\");";
  }

  std::string reg(const Register& reg) { return printer_.register_text(reg); }
  std::string value(const IndexExpression& value) { return printer_.number(value); }

  const Program& program_;
  std::vector<Word> sizes_;
  Accesses accesses_;
  OperandPrinter printer_;
  std::string text_;
};

}  // namespace

Result<std::string> print_cuda(const Program& program,
                               Word source_registers,
                               Word destination_registers,
                               Accesses accesses) {
  if (program.target.vendor() != Target::Vendor::kNvidia) {
    return Error{ErrorCode::kUnsupported, "CUDA has no moves of " + program.target.name()};
  }
  if (program.blocks > 1) {
    return Error{ErrorCode::kUnsupported, "programs of several blocks are not written as CUDA"};
  }
  return KernelPrinter(program, source_registers, destination_registers, accesses).text();
}

}  // namespace tileproof::moves
