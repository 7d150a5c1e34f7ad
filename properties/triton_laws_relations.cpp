// Laws that relate a layout to another: its text, a larger tensor, its parent, its transpose.
#include <algorithm>
#include <optional>
#include <vector>

#include "properties/triton_laws_detail.hpp"

namespace tileproof::laws {
namespace {

using triton::Dims;
using triton::Layout;
using triton::Shape;
using triton::Storage;

bool is_zero(const Dims& basis) {
  return std::all_of(basis.begin(), basis.end(), [](Word value) { return value == 0; });
}

bool same_layout(const Layout& a, const Layout& b);

template <typename T>
bool same_encoding(const T& a, const T& b) {
  return a == b;
}
bool same_encoding(const triton::Slice& a, const triton::Slice& b) {
  return a.dim == b.dim && same_layout(*a.parent, *b.parent);
}
bool same_encoding(const triton::SharedLinear& a, const triton::SharedLinear& b) {
  return a.bases == b.bases && a.alignment == b.alignment;
}
bool same_encoding(const triton::PaddedShared& a, const triton::PaddedShared& b) {
  return a.paddings == b.paddings && a.order_of_any_shape == b.order_of_any_shape &&
         a.bases == b.bases;
}
bool same_encoding(const triton::PartitionedShared& a, const triton::PartitionedShared& b) {
  return a.partitions == b.partitions && a.groups == b.groups && a.dim == b.dim &&
         std::visit(
             [&](const auto& inner) {
               const auto* other = std::get_if<std::decay_t<decltype(inner)>>(&b.inner);
               return other != nullptr && same_encoding(inner, *other);
             },
             a.inner);
}

bool same_layout(const Layout& a, const Layout& b) {
  return std::visit(
      [&](const auto& encoding) {
        const auto* other = b.as<std::decay_t<decltype(encoding)>>();
        return other != nullptr && same_encoding(encoding, *other);
      },
      a.encoding());
}

Dims reversed(Dims dims) {
  std::reverse(dims.begin(), dims.end());
  return dims;
}

triton::CgaLayout reversed(triton::CgaLayout cga) {
  for (Dims& basis : cga.bases) basis = reversed(basis);
  return cga;
}

Dims renumbered(Dims order) {
  for (Word& d : order) d = order.size() - 1 - d;
  return order;
}

// The layout of the transposed tensor, for encodings that know dimensions by `order` alone.
std::optional<Layout> transposed(const Layout& layout) {
  if (const auto* blocked = layout.as<triton::Blocked>()) {
    return Layout(triton::Blocked{reversed(blocked->size_per_thread),
                                  reversed(blocked->threads_per_warp),
                                  reversed(blocked->warps_per_cta),
                                  renumbered(blocked->order),
                                  reversed(blocked->cga)});
  }
  if (const auto* swizzled = layout.as<triton::SwizzledShared>()) {
    auto result = *swizzled;
    result.order = renumbered(swizzled->order);
    result.cga = reversed(swizzled->cga);
    return Layout(result);
  }
  return std::nullopt;
}

}  // namespace

LawResult parsing_what_was_printed_gives_back(const TritonSubject& subject,
                                              const TritonOperations& ops) {
  const std::string printed = ops.print(*subject.layout);
  const auto parsed = ops.parse(printed);
  if (!parsed) return LawResult::broken(printed + ": " + parsed.error().message);
  if (!same_layout(**parsed, *subject.layout)) {
    return LawResult::broken(printed + " is read as another layout: " + ops.print(**parsed));
  }
  const std::string again = ops.print(**parsed);
  if (again != printed) return broken_at(printed, "was printed", "then " + again);
  return LawResult::kept();
}

LawResult a_larger_tensor_leaves_the_lanes_in_place(const TritonSubject& subject,
                                                    const TritonOperations& ops) {
  if (storage(*subject.layout) != Storage::kRegisters) return LawResult::not_applicable();
  const auto form = ops.to_linear(*subject.layout, subject.shape);
  if (!form) return LawResult::not_applicable();
  for (std::size_t d = 0; d < subject.shape.size(); ++d) {
    Shape twice = subject.shape;
    twice[d] *= 2;
    const auto larger = ops.to_linear(*subject.layout, twice);
    if (!larger) return LawResult::not_applicable();
    const std::string where = "twice as large along dim" + std::to_string(d);
    // The part of the tensor that one CTA has: blocks that move along d cut it.
    Word part = subject.shape[d];
    for (const Dims& basis : bases_of(*form, kBlock)) {
      if (basis[d] != 0) part /= 2;
    }
    for (const Name in : {kLane, kWarp}) {
      const auto before = bases_of(*form, in);
      const auto after = bases_of(*larger, in);
      if (before.size() != after.size()) return LawResult::broken(where + ": other lanes or warps");
      for (std::size_t i = 0; i < before.size(); ++i) {
        for (std::size_t e = 0; e < subject.shape.size(); ++e) {
          const Word modulus = e == d ? part : subject.shape[e];
          if (before[i][e] % modulus != after[i][e] % modulus) {
            return broken_at(where + ", " + std::string(in.text()) + " bit " + std::to_string(i),
                             triton::list_text(before[i]),
                             triton::list_text(after[i]));
          }
        }
      }
    }
    const auto registers = bases_of(*form, kRegister).size();
    const auto more = bases_of(*larger, kRegister).size();
    // A slice loses registers that do not move, of which several may move on the larger tensor.
    if (more < registers ||
        (more > registers + 1 && subject.layout->as<triton::Slice>() == nullptr)) {
      return broken_at(
          where, std::to_string(registers) + " register bits", std::to_string(more) + " then");
    }
  }
  return LawResult::kept();
}

LawResult a_slice_is_its_parent_with_size_one(const TritonSubject& subject,
                                              const TritonOperations& ops) {
  const auto* slice = subject.layout->as<triton::Slice>();
  if (slice == nullptr) return LawResult::not_applicable();
  const auto form = ops.to_linear(*subject.layout, subject.shape);
  Shape parent_shape = subject.shape;
  parent_shape.insert(parent_shape.begin() + static_cast<std::ptrdiff_t>(slice->dim), 1);
  const auto parent = triton::to_linear(*slice->parent, parent_shape);
  if (!form || !parent) return LawResult::not_applicable();
  for (const Name in : {kRegister, kLane, kWarp, kBlock}) {
    std::vector<Dims> wanted;
    for (Dims basis : bases_of(*parent, in)) {
      if (in == kRegister && is_zero(basis)) continue;
      basis.erase(basis.begin() + static_cast<std::ptrdiff_t>(slice->dim));
      wanted.push_back(basis);
    }
    if (bases_of(*form, in) != wanted) {
      return broken_at(
          std::string(in.text()), form->to_string(), "the parent has " + parent->to_string());
    }
  }
  return LawResult::kept();
}

LawResult warps_along_k_hold_copies(const TritonSubject& subject, const TritonOperations& ops) {
  const auto* operand = subject.layout->as<triton::DotOperand>();
  if (operand == nullptr) return LawResult::not_applicable();
  const auto form = ops.to_linear(*subject.layout, subject.shape);
  if (!form) return LawResult::not_applicable();
  const std::size_t k = subject.shape.size() - (operand->op_idx == 0 ? 1 : 2);
  const bool is_blocked = std::holds_alternative<triton::Blocked>(operand->parent);
  for (const Name in : {kWarp, kLane}) {
    if (in == kLane && !is_blocked) continue;
    for (const Dims& basis : bases_of(*form, in)) {
      if (basis[k] != 0) {
        return broken_at(std::string(in.text()),
                         "moves by " + triton::list_text(basis),
                         "dim" + std::to_string(k) + " is contracted");
      }
    }
  }
  return LawResult::kept();
}

LawResult padding_follows_each_interval(const TritonSubject& subject, const TritonOperations& ops) {
  const auto* padded = subject.layout->as<triton::PaddedShared>();
  if (padded == nullptr) return LawResult::not_applicable();
  if (ops.padded_offset(*padded, 0) != 0) return LawResult::broken("the first element is not at 0");
  Word elements = 1;
  for (const Word size : subject.shape) elements *= size;
  for (Word offset = 1; offset < std::min(elements, kMaxPoints); ++offset) {
    Word step = 1;
    for (const auto& [interval, padding] : padded->paddings) {
      if (offset % interval == 0) step += padding;
    }
    const Word found = ops.padded_offset(*padded, offset) - ops.padded_offset(*padded, offset - 1);
    if (found != step) {
      return broken_at("offset " + std::to_string(offset),
                       "a step of " + std::to_string(found),
                       std::to_string(step) + " wanted");
    }
  }
  return LawResult::kept();
}

LawResult reversed_dimensions_hold_the_transposed_tensor(const TritonSubject& subject,
                                                         const TritonOperations& ops) {
  const auto other = transposed(*subject.layout);
  if (!other) return LawResult::not_applicable();
  const auto form = ops.to_linear(*subject.layout, subject.shape);
  const auto other_form = ops.to_linear(*other, reversed(subject.shape));
  if (!form || !other_form) return LawResult::not_applicable();
  for (const InDim& in : form->in_dims()) {
    auto wanted = bases_of(*form, in.name);
    for (Dims& basis : wanted) basis = reversed(basis);
    if (bases_of(*other_form, in.name) != wanted) {
      return broken_at(
          std::string(in.name.text()), form->to_string(), "transposed " + other_form->to_string());
    }
  }
  return LawResult::kept();
}

}  // namespace tileproof::laws
