#include "checkers/ttgir/axis_arithmetic.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace tileproof::axis_rules {
namespace {

constexpr Word kUnbounded = kUnboundedMultiple;

Word product(Word a, Word b) { return a > kUnbounded / b ? kUnbounded : a * b; }

// Two constants give one; else each dimension d follows rule(a.dims[d], b.dims[d], d).
template <typename Rule>
AxisFacts by_rule(const AxisFacts& a,
                  const AxisFacts& b,
                  std::optional<std::int64_t> constant,
                  const Rule& rule) {
  AxisFacts facts{{}, constant};
  for (std::size_t d = 0; d < a.dims.size(); ++d) {
    if (constant) {
      facts.dims.push_back(
          {1, power_of_two_in(*constant), std::max(a.dims[d].constancy, b.dims[d].constancy)});
    } else {
      facts.dims.push_back(rule(a.dims[d], b.dims[d], d));
    }
  }
  return facts;
}

// The compiler takes that of longer runs for that of shorter ones.
Word multiple(const AxisFact& fact, Word run, Word step, AxisRules rules) {
  return rules == AxisRules::kCompiler ? fact.divisibility : multiple_of_first(fact, run, step);
}

// The divisibility of a factor or of what is shifted: of values that grow by one it is no use.
Word own_divisibility(const AxisFact& a, bool stays) {
  return a.contiguity > 1 && !stays ? 1 : a.divisibility;
}

AxisFact quotient(const AxisFact& a,
                  const AxisFact& b,
                  const AxisFacts& whole_a,
                  const AxisFacts& whole_b,
                  std::optional<Word> size) {
  AxisFact fact;
  const auto divisor = whole_b.constant;
  fact.contiguity = divisor == 1 ? a.contiguity : 1;
  fact.constancy = std::gcd(a.constancy, b.constancy);
  if (size && a.contiguity == *size && b.constancy == *size) {
    fact.constancy =
        std::max(fact.constancy, std::gcd(std::gcd(a.contiguity, a.divisibility), b.divisibility));
  }
  const Word magnitude = divisor ? static_cast<Word>(*divisor < 0 ? -*divisor : *divisor) : Word{0};
  if (divisor == 1 || whole_a.constant == 0) {
    fact.divisibility = a.divisibility;
  } else if (magnitude != 0 && (magnitude & (magnitude - 1)) == 0 && a.contiguity == 1) {
    fact.divisibility = std::max<Word>(1, a.divisibility / magnitude);
  }
  return fact;
}

AxisFact remainder(const AxisFact& a,
                   const AxisFact& b,
                   const AxisFacts& whole_b,
                   std::optional<Word> size,
                   AxisRules rules) {
  AxisFact fact;
  if (size && a.contiguity == *size && b.constancy == *size) {
    fact.contiguity = std::gcd(std::gcd(a.contiguity, a.divisibility), b.divisibility);
  }
  if (b.constancy > 1) {
    fact.divisibility =
        std::gcd(multiple(a, fact.contiguity, 1, rules), multiple(b, fact.contiguity, 1, rules));
  }
  fact.constancy = whole_b.constant == 1 && size ? *size : std::gcd(a.constancy, b.constancy);
  return fact;
}

}  // namespace

Word multiple_of_first(const AxisFact& fact, Word run, Word step) {
  if (fact.contiguity == 1 || fact.contiguity == run) return fact.divisibility;
  return std::gcd(fact.divisibility, product(std::gcd(fact.contiguity, run), step));
}

AxisFacts met(const AxisFacts& a, const AxisFacts& b, AxisRules rules) {
  AxisFacts facts{{}, a.constant == b.constant ? a.constant : std::nullopt};
  for (std::size_t d = 0; d < a.dims.size(); ++d) {
    const AxisFact& one = a.dims[d];
    const AxisFact& other = b.dims[d];
    AxisFact fact{std::gcd(one.contiguity, other.contiguity),
                  std::gcd(one.divisibility, other.divisibility),
                  std::gcd(one.constancy, other.constancy)};
    const bool is_unbounded = rules == AxisRules::kCompiler &&
                              (one.contiguity == kUnbounded || other.contiguity == kUnbounded);
    const bool stays = one.contiguity == other.contiguity || is_unbounded;
    if (!stays) fact.divisibility = std::gcd(fact.divisibility, fact.contiguity);
    facts.dims.push_back(fact);
  }
  return facts;
}

AxisFacts expanded(const AxisFacts& a, std::size_t axis) {
  Word divisibility = 0;
  for (const AxisFact& fact : a.dims) {
    divisibility = std::gcd(divisibility, fact.contiguity > 1 ? 1 : fact.divisibility);
  }
  if (a.constant) divisibility = power_of_two_in(*a.constant);
  AxisFacts facts = a;
  facts.dims.insert(facts.dims.begin() + static_cast<std::ptrdiff_t>(axis), {1, divisibility, 1});
  return facts;
}

AxisFacts computed(IndexOp op,
                   const AxisFacts& a,
                   const AxisFacts& b,
                   const triton::Shape& shape,
                   Word unit,
                   AxisRules rules) {
  using enum IndexOp;
  const auto size = [&](std::size_t d) {
    return d < shape.size() ? std::optional<Word>(shape[d]) : std::nullopt;
  };
  const auto constant = [&]() -> std::optional<std::int64_t> {
    if (op == kRemS || op == kRemU) {
      if (b.constant == 1 && !a.constant) return 0;
    }
    if (!a.constant || !b.constant) return std::nullopt;
    return value_of(op, *a.constant, *b.constant * static_cast<std::int64_t>(unit), 64);
  };
  const auto follows = [&](const auto& rule) { return by_rule(a, b, constant(), rule); };
  const auto constancy = [](const AxisFact& x, const AxisFact& y) {
    return std::gcd(x.constancy, y.constancy);
  };
  switch (op) {
    case kAdd:
      return follows([&](const AxisFact& x, const AxisFact& y, std::size_t) {
        const Word run =
            std::max(std::gcd(x.constancy, y.contiguity), std::gcd(x.contiguity, y.constancy));
        return AxisFact{
            run,
            std::gcd(multiple(x, run, unit, rules), product(multiple(y, run, 1, rules), unit)),
            constancy(x, y)};
      });
    case kSub:
      return follows([&](const AxisFact& x, const AxisFact& y, std::size_t) {
        const Word run = std::gcd(x.contiguity, y.constancy);
        return AxisFact{
            run, std::gcd(multiple(x, run, 1, rules), multiple(y, run, 1, rules)), constancy(x, y)};
      });
    case kMul:
      return follows([&](const AxisFact& x, const AxisFact& y, std::size_t) {
        return AxisFact{
            std::max(b.constant == 1 ? x.contiguity : 1, a.constant == 1 ? y.contiguity : 1),
            product(own_divisibility(x, b.constant == 1), own_divisibility(y, a.constant == 1)),
            constancy(x, y)};
      });
    case kDivS:
    case kDivU:
      return follows([&](const AxisFact& x, const AxisFact& y, std::size_t d) {
        return quotient(x, y, a, b, size(d));
      });
    case kRemS:
    case kRemU:
      return follows([&](const AxisFact& x, const AxisFact& y, std::size_t d) {
        return remainder(x, y, b, size(d), rules);
      });
    case kAnd:
    case kOr:
    case kXor:
      return follows([&](const AxisFact& x, const AxisFact& y, std::size_t) {
        return AxisFact{1, 1, constancy(x, y)};
      });
    case kShl:
    case kShrS:
    case kShrU:
      return follows([&](const AxisFact& x, const AxisFact& y, std::size_t) {
        AxisFact fact{b.constant == 0 ? x.contiguity : 1, 1, constancy(x, y)};
        const bool shifts = b.constant.has_value() && *b.constant >= 0 && *b.constant < 62;
        const Word by = shifts ? Word{1} << *b.constant : 1;
        const bool stays = rules == AxisRules::kCompiler ? by == 1 : b.constant == 0;
        const Word own = own_divisibility(x, stays);
        if (op == kShl) fact.divisibility = product(own, by);
        if (op != kShl && shifts) fact.divisibility = std::max<Word>(1, own / by);
        return fact;
      });
    case kMaxS:
    case kMaxU:
    case kMinS:
    case kMinU:
      if (a.constant && b.constant) {
        return {AxisFacts::Dims(a.dims.size()), constant()};
      } else {
        AxisFacts facts = met(a, b, rules);
        facts.constant.reset();
        // Of -2, -1, 0, 1 the first two are the largest without a sign.
        if (rules == AxisRules::kCertain && (op == kMaxU || op == kMinU)) {
          for (AxisFact& fact : facts.dims) {
            fact.divisibility = multiple_of_first(fact, 1, 1);
            fact.contiguity = 1;
          }
        }
        return facts;
      }
    default:
      return {AxisFacts::Dims(a.dims.size())};
  }
}

AxisFacts compared(Predicate predicate,
                   const AxisFacts& a,
                   const AxisFacts& b,
                   const triton::Shape& shape) {
  using enum Predicate;
  AxisFacts facts;
  if (a.constant && b.constant) {
    facts.constant = compares(predicate, *a.constant, *b.constant, 64) ? 1 : 0;
  }
  const bool is_gt_le =
      predicate == kSgt || predicate == kUgt || predicate == kSle || predicate == kUle;
  const bool is_lt_ge =
      predicate == kSlt || predicate == kUlt || predicate == kSge || predicate == kUge;
  for (std::size_t d = 0; d < a.dims.size(); ++d) {
    const AxisFact& x = a.dims[d];
    const AxisFact& y = b.dims[d];
    Word constancy = std::gcd(x.constancy, y.constancy);
    const Word divisibility = std::gcd(x.divisibility, y.divisibility);
    if (facts.constant) {
      constancy = x.constancy;
    } else if (is_gt_le && x.constancy == shape[d]) {
      constancy = std::max(constancy, std::gcd(y.contiguity, divisibility));
    } else if (is_lt_ge && y.constancy == shape[d]) {
      constancy = std::max(constancy, std::gcd(x.contiguity, divisibility));
    }
    facts.dims.push_back({1, 1, constancy});
  }
  return facts;
}

}  // namespace tileproof::axis_rules
