#include "properties/files/index_program.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/check.hpp"

namespace tileproof::laws {
namespace {

constexpr std::array<std::int32_t, 9> kConstants = {0, 1, 2, 3, 4, 7, 8, -1, -3};
constexpr std::size_t kGiven = 2;  // the loop's own value and the carried one
constexpr std::size_t kFirstResult = kGiven + kConstants.size();

std::string name_of(std::size_t value) {
  if (value == 0) return "%i";
  if (value == 1) return "%q";
  if (value < kFirstResult) return "%c" + std::to_string(value - kGiven);
  return "%x" + std::to_string(value - kFirstResult);
}

// As arith has it, modulo 2^32.
std::optional<std::int32_t> value_of(std::string_view op, std::int32_t a, std::int32_t b) {
  const auto ua = static_cast<std::uint32_t>(a);
  const auto ub = static_cast<std::uint32_t>(b);
  const auto wrapped = [](std::uint32_t x) { return static_cast<std::int32_t>(x); };
  if (op == "addi") return wrapped(ua + ub);
  if (op == "subi") return wrapped(ua - ub);
  if (op == "muli") return wrapped(ua * ub);
  if (op == "andi") return wrapped(ua & ub);
  if (op == "ori") return wrapped(ua | ub);
  if (op == "xori") return wrapped(ua ^ ub);
  if (op == "minsi") return std::min(a, b);
  if (op == "maxsi") return std::max(a, b);
  if (op == "minui") return wrapped(std::min(ua, ub));
  if (op == "maxui") return wrapped(std::max(ua, ub));
  if (op == "shli" || op == "shrsi" || op == "shrui") {
    if (ub >= 32) return std::nullopt;
    if (op == "shli") return wrapped(ua << ub);
    return op == "shrsi" ? a >> b : wrapped(ua >> ub);
  }
  if (b == 0) return std::nullopt;
  if (op == "divui") return wrapped(ua / ub);
  if (op == "remui") return wrapped(ua % ub);
  // The one quotient that 32 bits do not hold.
  if (b == -1)
    return op == "remsi" ? std::optional(0) : a == INT32_MIN ? std::nullopt : std::optional(-a);
  if (op == "divsi") return a / b;
  TP_CHECK(op == "remsi", "an operation without a meaning");
  return a % b;
}

}  // namespace

std::string IndexProgram::module() const {
  const auto number = [](std::int32_t value) { return std::to_string(value); };
  const std::string buffer =
      "8x8xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, "
      "#ttg.shared_memory, mutable>";
  const std::string memory = "!ttg.memdesc<" + number(buffers) + "x" + buffer;
  std::string text =
      "module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = "
      "\"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32} {\n"
      "  tt.func public @kernel() {\n";
  const auto constant = [&](const std::string& name, std::int32_t value) {
    text += "    " + name + " = arith.constant " + number(value) + " : i32\n";
  };
  constant("%lower", lower);
  constant("%upper", upper);
  constant("%step", step);
  constant("%initial", initial);
  for (std::size_t k = 0; k < kConstants.size(); ++k) constant(name_of(kGiven + k), kConstants[k]);
  text +=
      "    %m = ttg.local_alloc : () -> " + memory +
      "\n    %r = scf.for %i = %lower to %upper step %step iter_args(%q = %initial) -> (i32)  : "
      "i32 {\n";
  for (std::size_t k = 0; k < steps.size(); ++k) {
    text += "      " + name_of(kFirstResult + k) + " = arith." + steps[k].op + " " +
            name_of(steps[k].a) + ", " + name_of(steps[k].b) + " : i32\n";
  }
  return text + "      %v = ttg.memdesc_index %m[" + name_of(index) + "] : " + memory +
         " -> !ttg.memdesc<" + buffer + "\n      scf.yield " + name_of(next) +
         " : i32\n    }\n    tt.return\n  }\n}\n";
}

std::optional<bool> IndexProgram::stays_within() const {
  std::vector<std::int32_t> values(kGiven);
  values.insert(values.end(), kConstants.begin(), kConstants.end());
  values.resize(kFirstResult + steps.size());
  bool is_within = true;
  std::int32_t carried = initial;
  for (std::int32_t i = lower; i < upper; i += step) {
    values[0] = i;
    values[1] = carried;
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const auto value = value_of(steps[k].op, values[steps[k].a], values[steps[k].b]);
      if (!value) return std::nullopt;
      values[kFirstResult + k] = *value;
    }
    is_within = is_within && values[index] >= 0 && values[index] < buffers;
    carried = values[next];
  }
  return is_within;
}

IndexProgram draw_index_program(gen::Source& source) {
  IndexProgram program;
  const auto small = [&](Word most) { return static_cast<std::int32_t>(source.below(most + 1)); };
  program.lower = small(4) - small(2);
  program.upper = program.lower + 1 + small(8);
  program.step = 1 + small(2);
  program.initial = small(4) - small(1);
  program.buffers = 2 + small(6);
  const auto result = [&] { return kFirstResult + program.steps.size(); };
  for (Word more = 1 + source.below(3); more > 0; --more) {
    const char* const op = source.of({"addi",
                                      "subi",
                                      "muli",
                                      "andi",
                                      "ori",
                                      "xori",
                                      "minsi",
                                      "maxsi",
                                      "minui",
                                      "maxui",
                                      "shli",
                                      "shrsi",
                                      "shrui",
                                      "divsi",
                                      "divui",
                                      "remsi",
                                      "remui"});
    // The loop's own values and what was computed of them, rather than constants.
    const std::size_t a =
        source.one_in(2) && !program.steps.empty() ? result() - 1 : source.below(kGiven);
    program.steps.push_back({op, a, source.below(result())});
  }
  // Half of the indices are brought into a range at the end.
  if (source.one_in(2)) {
    const char* const op = source.of({"andi", "remui", "remsi", "minui", "minsi"});
    program.steps.push_back({op, result() - 1, kGiven + source.below(7)});
  }
  program.index = result() - 1;
  program.next = source.one_in(2) ? source.below(result()) : result() - 1;
  return program;
}

}  // namespace tileproof::laws
