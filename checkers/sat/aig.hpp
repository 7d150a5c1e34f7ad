// How is a question about bits written down so that equal parts are stored once?  As a graph of
// gates whose edges may be complemented: constants and the simplest identities are folded when a
// gate is made, and a gate that exists already is found again by its inputs.
//
//   xor_(a, and_(a, b)) twice is one XOR gate over one AND gate; and_(a, !a) is the constant false
//
// Why XOR, multiplexer and majority gates beside AND?  A full adder is then one XOR of three inputs
// and one majority.  CaDiCaL's time on small questions is that of reading them: with ANDs alone the
// swizzles of bench/sat_bench.cpp take 1.7 times as long, the bank conflicts 2 to 3 times.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

namespace tileproof::sat {

// A gate's output or its complement.
class Lit {
 public:
  constexpr Lit() = default;  // false
  template <std::same_as<bool> B>
  constexpr Lit(B value) : code_(value ? 1 : 0) {}  // NOLINT: implicit
  static constexpr Lit of_node(std::uint32_t node) { return Lit(Code{node << 1}); }

  [[nodiscard]] constexpr std::uint32_t node() const { return code_ >> 1; }
  [[nodiscard]] constexpr bool is_complemented() const { return (code_ & 1) != 0; }
  [[nodiscard]] constexpr std::uint32_t code() const { return code_; }
  [[nodiscard]] constexpr bool is_constant() const { return code_ < 2; }
  // The same output, without complement.
  [[nodiscard]] constexpr Lit regular() const { return Lit(Code{code_ & ~1u}); }
  constexpr Lit operator!() const { return Lit(Code{code_ ^ 1}); }
  // The complement if `flip`.
  constexpr Lit operator^(bool flip) const { return Lit(Code{code_ ^ (flip ? 1u : 0u)}); }
  friend constexpr bool operator==(Lit, Lit) = default;

 private:
  struct Code {
    std::uint32_t code;
  };
  constexpr explicit Lit(Code code) : code_(code.code) {}
  std::uint32_t code_ = 0;
};

inline constexpr Lit kFalse{false};
inline constexpr Lit kTrue{true};

class Graph {
 public:
  enum class Gate : std::uint8_t {
    kConstant,  // node 0: false
    kInput,
    kAnd,       // in[0] and in[1]
    kXor,       // in[0] xor in[1], neither complemented
    kMux,       // in[0] ? in[1] : in[2]; in[0] and in[1] are not complemented
    kMajority,  // at least two of the three; at most one is complemented
  };
  struct Node {
    std::array<Lit, 3> in;
    Gate gate = Gate::kConstant;
    // How many gates read it, up to 255.
    std::uint8_t readers = 0;
  };

  Graph() { clear(); }

  Lit input();
  Lit and_(Lit a, Lit b);
  Lit or_(Lit a, Lit b) { return !and_(!a, !b); }
  Lit xor_(Lit a, Lit b);
  Lit mux(Lit choice, Lit then_in, Lit else_in);
  Lit majority(Lit a, Lit b, Lit c);

  // The gates, those that a gate reads before it.
  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
  [[nodiscard]] std::span<const std::uint32_t> inputs() const { return inputs_; }

  // The value of each node in 64 cases at once: bit k of inputs[i] is what input i is in case k,
  // and inputs beyond the list are 0.
  void simulate(std::span<const std::uint64_t> inputs, std::vector<std::uint64_t>& values) const;

  // Back to the empty graph. The memory is kept, so that the next small graph allocates nothing.
  void clear();

 private:
  using Ins = std::array<Lit, 3>;
  Lit find_or_add(Gate gate, const Ins& in);
  void grow_table();
  // and_ of two gates of which at least one is an AND, if an identity gives it; else false.
  bool fold_and(Lit a, Lit b, Lit& folded);
  [[nodiscard]] bool is_gate(Lit a, Gate gate) const { return nodes_[a.node()].gate == gate; }

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> inputs_;
  std::vector<std::uint32_t> table_;  // open addressing; 0 = free
};

// What a literal is in simulate()'s values.
inline std::uint64_t value_in(std::span<const std::uint64_t> values, Lit a) {
  return values[a.node()] ^ (a.is_complemented() ? ~std::uint64_t{0} : 0);
}

}  // namespace tileproof::sat
