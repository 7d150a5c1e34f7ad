#include "checkers/ttgir/known_layouts.hpp"

#include <algorithm>
#include <atomic>

#include "core/check.hpp"

namespace tileproof {

std::vector<Coordinates> coordinates_of(const Placed& placed, Name dim) {
  const LinearLayout& form = placed.tensor->form;
  const auto in = form.find_in(dim);
  if (!in) return {};
  const auto bases = form.field_bases(*in);
  const std::size_t rank = placed.shape.size();
  std::vector<Coordinates> list(bases.size(), Coordinates(rank, 0));
  for (std::size_t d = 0; d < rank; ++d) {
    const auto out = form.find_out(Name::dim(static_cast<unsigned>(d)));
    if (!out) continue;
    const unsigned shift = form.field_shift(*out);
    const Word mask = form.out_dims()[*out].size - 1;
    for (std::size_t bit = 0; bit < bases.size(); ++bit) list[bit][d] = bases[bit] >> shift & mask;
  }
  return list;
}

bool holds_copies(const Coordinates& moved) {
  return std::ranges::all_of(moved, [](Word by) { return by == 0; });
}

Word distinct_registers(const Placed& placed) {
  const auto registers = coordinates_of(placed, kRegister);
  return Word{1} << (registers.size() -
                     static_cast<std::size_t>(std::ranges::count_if(registers, holds_copies)));
}

bool repeats_registers(const Placed& placed) {
  return std::ranges::any_of(coordinates_of(placed, kRegister), holds_copies);
}

using ttgir::Type;

triton::Shape KnownLayouts::layout_shape(const Type& type) {
  if (type.kind != Type::Kind::kMemDesc) return type.shape;
  // The layout is that of the allocation, of which a view may show a part.  Leading dimensions
  // beyond the view's or the layout's rank count buffers.
  const triton::Shape& all = type.alloc_shape;
  const std::size_t kept = std::min({all.size(), type.shape.size(), triton::rank(*type.layout)});
  return {all.end() - static_cast<std::ptrdiff_t>(kept), all.end()};
}

const Placed& KnownLayouts::of(ttgir::TypeId id) {
  const Placed*& known = by_type_[id];
  if (known != nullptr) return *known;
  const Type& type = module_.types[id];
  TP_CHECK(type.layout != nullptr, "a type without a layout has none on its shape");
  known = &of(type.layout, layout_shape(type));
  return *known;
}

const Placed& KnownLayouts::of(const triton::LayoutPtr& layout, triton::Shape shape) {
  std::string& text = texts_[layout];
  if (text.empty()) text = triton::to_string(*layout);
  std::string key = triton::to_string(shape) + " ";
  key += text;
  return *placed_.of(key, [&] {
    static std::atomic<Word> count = 0;
    auto entry = std::make_unique<Placed>();
    entry->text = text;
    entry->id = "L" + std::to_string(++count) + " ";
    entry->shape = std::move(shape);
    entry->layout = layout;
    auto tensor = tensor_of(*entry->layout, entry->shape);
    const auto* nvmma = layout->as<triton::NvmmaShared>();
    if (nvmma != nullptr && nvmma->swizzle_bytes == 0 && nvmma->transposed) {
      entry->why_not = {ErrorCode::kUnsupported,
                        "compilers read unswizzled memory that is transposed in two ways"};
    } else if (tensor) {
      entry->tensor.emplace(*std::move(tensor));
    } else {
      entry->why_not = tensor.error();
    }
    return entry;
  });
}

const Comparison& KnownLayouts::compare(const Placed& a, const Placed& b) {
  const auto [at, is_new] = compared_.try_emplace({&a, &b});
  Comparison& answer = at->second;
  if (!is_new || &a == &b) return answer;
  const auto unknown = [&](std::string why) -> const Comparison& {
    answer = {Likeness::kUnknown, {}, std::move(why)};
    return answer;
  };
  if (a.shape == b.shape && a.text == b.text) return answer;
  for (const Placed* side : {&a, &b}) {
    if (!side->tensor) return unknown(side->why_not.message);
  }
  auto same = check_equal(*a.tensor, *b.tensor, decide_);
  if (!same) return unknown(same.error().message);
  if (const auto* open = std::get_if<Unknown>(&*same)) return unknown(open->reason);
  answer.likeness = is_proved(*same) ? Likeness::kSameMap : Likeness::kDifferent;
  answer.verdict = std::move(*same);
  return answer;
}

}  // namespace tileproof
