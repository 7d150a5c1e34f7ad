// Views of memory whose types fit neither each other nor themselves: bases that miss elements,
// layouts of other ranks, allocations of other sizes.  Each is a finding or bad input.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "checkers/ttgir/check_file.hpp"

namespace tileproof {
namespace {

using Shape = std::vector<unsigned>;

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}

  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }
  bool one_of(unsigned count) { return below(count) == 0; }

  Shape shape() {
    Shape sizes(1 + below(3));
    for (unsigned& size : sizes) size = 1U << below(4);
    return sizes;
  }

  // Of the same elements, or nearly.
  Shape near(Shape sizes) {
    switch (below(5)) {
      case 0:
        if (sizes.size() > 1) sizes.erase(sizes.begin());
        break;
      case 1:
        std::shuffle(sizes.begin(), sizes.end(), random_);
        break;
      case 2:
        sizes.insert(one_of(2) ? sizes.begin() : sizes.end(), 1);
        break;
      case 3:
        sizes[below(static_cast<unsigned>(sizes.size()))] = 4;
        break;
      default:
        break;
    }
    return sizes;
  }

  std::string memory(const Shape& shape) {
    Shape whole = shape;
    for (unsigned& size : whole) size <<= one_of(8) ? 1 : 0;
    Shape described = whole;
    if (described.size() > 1 && one_of(3)) described.erase(described.begin());
    return "!ttg.memdesc<" + text(shape, "x") + "xf32, " + layout(described) +
           ", #ttg.shared_memory, mutable" + (whole == shape ? "" : ", " + text(whole, "x")) + ">";
  }

  std::string view(const std::string& of, const std::string& from, const Shape& shape) {
    Shape numbers(shape.size());
    for (unsigned i = 0; i < numbers.size(); ++i) numbers[i] = i;
    std::shuffle(numbers.begin(), numbers.end(), random_);
    std::string zeros;
    for (std::size_t i = 0; i < shape.size(); ++i) zeros += i == 0 ? "%z" : ", %z";
    const std::string order = text(numbers, ", ");
    const std::string operations[] = {
        "memdesc_index " + of + "[%z]",
        "memdesc_trans " + of + " {order = array<i32: " + order + ">}",
        "memdesc_reshape " + of,
        "memdesc_reinterpret " + of,
        "memdesc_subslice " + of + "[" + order + "]",
        "memdesc_subview " + of + "[" + zeros + "]",
        "memdesc_dynamic_subslice " + of + "[" + zeros + "]"};
    return "ttg." + operations[below(std::size(operations))] + " : " + from;
  }

 private:
  static std::string text(const Shape& numbers, const std::string& separator) {
    std::string list;
    for (const unsigned number : numbers) {
      list += (list.empty() ? "" : separator) + std::to_string(number);
    }
    return list;
  }

  // A basis for each bit, of which one may be there twice or in the place of another.
  std::string bases(const Shape& shape) {
    std::vector<Shape> list;
    for (std::size_t dim = 0; dim < shape.size(); ++dim) {
      for (unsigned at = 1; at < shape[dim]; at *= 2) {
        list.emplace_back(shape.size(), 0U)[dim] = at;
      }
    }
    if (list.empty()) list.emplace_back(shape.size(), 0U);
    const auto count = static_cast<unsigned>(list.size());
    if (one_of(3)) list[below(count)] = Shape(list[below(count)]);
    if (one_of(6)) list.push_back(Shape(list[below(count)]));
    std::string all;
    for (const Shape& basis : list) all += (all.empty() ? "[" : ", [") + text(basis, ", ") + "]";
    return "offset = [" + all + "]";
  }

  std::string layout(const Shape& shape) {
    if (shape[0] > 1 && one_of(8)) {
      Shape half = shape;
      half[0] /= 2;
      return "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 1, partitionDim = 0, "
             "partitionLayout = " +
             layout(half) + "}>";
    }
    Shape order(shape.size());
    for (unsigned i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random_);
    const std::string phases = one_of(2) ? "1" : "2";
    const std::string layouts[] = {
        "shared_linear<{" + bases(shape) + "}, alignment = 16>",
        "padded_shared<[4:+2] {" + bases(shape) + ", block = []}>",
        "padded_shared<[4:+2] {order = [" + text(order, ", ") + "], shape = [" + text(shape, ", ") +
            "]}>",
        "nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 32}>",
        "swizzled_shared<{vec = 1, perPhase = 1, maxPhase = " + phases + ", order = [" +
            text(order, ", ") + "]}>"};
    return "#ttg." + layouts[below(std::size(layouts))];
  }

  std::mt19937_64 random_;
};

// Two views, one of the other, and control flow that takes the second on as a third type.
std::string kernel(Draw& draw) {
  const Shape first = draw.shape();
  const Shape second = draw.near(first);
  const Shape third = draw.near(second);
  const std::string types[] = {draw.memory(first), draw.memory(second), draw.memory(third)};
  const std::string& used = types[draw.one_of(4) ? 2 : 1];
  return "module attributes {\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\"} {\n"
         "tt.func @k(%m: " +
         types[0] + ", %q: i1) {\n%z = arith.constant 0 : i32\n" +
         "%v = " + draw.view("%m", types[0], first) + " -> " + types[1] + "\n" +
         "%w = " + draw.view("%v", used, second) + " -> " + types[2] + "\n" +
         "%k = scf.if %q -> (" + types[2] + ") {\nscf.yield %w : " + types[2] +
         "\n} else {\nscf.yield %v : " + types[1] + "\n}\n" +
         "%u = " + draw.view("%k", types[2], third) + " -> " + types[1] + "\n" +
         "tt.call @k(%u, %q) : (" + types[1] + ", i1) -> ()\ntt.return\n}\n}\n";
}

TEST(DamagedViews, AreFoundOutOrBadInput) {
  std::size_t damaged = 0;
  std::size_t decided = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Draw draw(seed);
    const std::string text = kernel(draw);
    SCOPED_TRACE(text);
    const auto report = check_ttgir("views", text, {});
    EXPECT_EQ(report.counts.proved + report.counts.refuted + report.counts.unknown,
              report.findings.size());
    damaged += report.counts.refuted + report.counts.unknown != 0 ? 1U : 0U;
    decided += report.errors.empty() ? 1U : 0U;
  }
  EXPECT_GT(damaged, 2000U);
  EXPECT_GT(decided, 1000U);
}

}  // namespace
}  // namespace tileproof
