#include "checkers/layout/layout_check.hpp"

#include <algorithm>

#include "checkers/layout/places.hpp"
#include "checkers/prover/prover.hpp"
#include "core/f2.hpp"

namespace tileproof {
namespace {

// The layout in the shape that its bases span, for layouts given by bases.
std::optional<LinearLayout> layout_of_bases(const triton::Layout& layout) {
  std::optional<Result<LinearLayout>> own;
  if (const auto* linear = layout.as<triton::Linear>()) own = own_layout(*linear);
  if (const auto* shared = layout.as<triton::SharedLinear>()) own = shared->bases.layout();
  if (const auto* padded = layout.as<triton::PaddedShared>()) {
    if (!padded->order_of_any_shape) own = padded->bases.layout();
  }
  if (!own || !*own) return std::nullopt;
  return **own;
}

// An index other than 0 with the value of index 0, if there is one.
std::optional<Word> smallest_copy(const LinearLayout& layout) {
  const auto kernel = f2::kernel(layout.field_bases());
  if (kernel.empty()) return std::nullopt;
  return kernel.front();
}

// A linear form as a function, and what is known of it.
struct Bases {
  const LinearLayout& form;
  IndexMap map;
  Question covers;
};

Bases bases_of(const LinearLayout& form) {
  IndexMap map = map_of(ByBases::of(form));
  Question covers{"covers", Covers{map, box_of(map)}};
  return {form, std::move(map), std::move(covers)};
}

Refuted not_surjective(const Bases& bases, std::string_view engine, const Missing& gap) {
  const LinearLayout& form = bases.form;
  Word missing = 0;
  for (std::size_t d = 0; d < gap.value.size(); ++d) missing |= gap.value[d] << form.field_shift(d);
  Counterexample example;
  example.text = "no place holds element " + element_text(gap.value);
  add_element(example, gap.value);
  if (const auto copy = smallest_copy(form)) {
    example.text += "; element " + element_text(form, 0) + " is at two places, " +
                    place_text(form, 0) + " and " + place_text(form, *copy);
    add_place(example, form, *copy);
  } else if (const auto last = f2::Solver(form.field_bases()).solve(missing - 1)) {
    example.text += "; the elements before it are held, the last, " +
                    element_text(form, missing - 1) + ", at " + place_text(form, *last);
    add_place(example, form, *last);
  }
  return Refuted::replayed(engine, std::move(example), [&] {
    return is_missing(std::get<Covers>(bases.covers.form), gap);
  });
}

// What the form is, and the verdict where that decides it.
std::optional<Verdict> add_facts(LayoutAnswer& to, const Bases& bases, const Decider& decide) {
  to.copies = free_variable_masks(bases.form);
  const Decision distinct = decide({"distinct", Determines{bases.map}});
  if (const auto* open = std::get_if<Open>(&distinct.answer)) return Unknown{open->reason};
  to.injective = is_yes(distinct.answer);
  const Decision covers = decide(bases.covers);
  if (const auto* open = std::get_if<Open>(&covers.answer)) return Unknown{open->reason};
  to.surjective = is_yes(covers.answer);
  if (*to.surjective) return std::nullopt;
  return not_surjective(bases, covers.engine, std::get<Missing>(covers.answer));
}

// Shared memory given by bases must not have an element twice, but at offsets that are padding,
// whose bases are 0: places of one element are the same but for their bits.
Question once(const Bases& bases) {
  std::vector<OutDim> kept;
  std::vector<Word> bits;
  for (const InDim& dim : bases.form.in_dims()) kept.push_back({dim.name, dim.size()});
  for (const Word basis : bases.form.field_bases()) {
    bits.push_back(basis == 0 ? 0 : Word{1} << bits.size());
  }
  return {
      "once",
      Determines{bases.map,
                 map_of(ByBases::of(LinearLayout::from_fields(bases.form.in_dims(), kept, bits)))}};
}

Refuted element_twice(const Bases& bases,
                      const Error& broken,
                      const Question& question,
                      const Decision& decision) {
  const auto [later, earlier] =
      points_at(std::get<Determines>(question.form), std::get<Broken>(decision.answer).at);
  const Word place = flat_place(bases.form, bases.map.axes(), later);
  const Word other = flat_place(bases.form, bases.map.axes(), earlier);
  const auto element = value_at(bases.map, later);
  Counterexample example;
  example.text = broken.message + ": element " + element_text(element) + " is at " +
                 place_text(bases.form, other) + " and at " + place_text(bases.form, place);
  add_element(example, element);
  add_place(example, bases.form, place);
  return Refuted::replayed(decision.engine, std::move(example), [&, at = earlier] {
    return place != other && value_at(bases.map, at) == element;
  });
}

// ---- Definition and linear form

std::string power_text(unsigned bits) { return "2^" + std::to_string(bits); }

std::string scope_text(const LinearLayout& form) {
  return "all " + power_text(form.total_in_bits()) + " places, all " +
         power_text(form.total_out_bits()) + " elements";
}

// In registers and tensor memory both give the element of a place.
Verdict elements_agree(const Tensor& tensor, const Bases& bases, const Decider& decide) {
  const IndexMap& defined = tensor.map;
  const auto differ = [&](const Question& /*question*/, const Decision& decision) {
    const auto at = point_of(decision);
    const Word place = flat_place(bases.form, bases.map.axes(), at);
    const auto element = value_at(defined, at);
    const auto by_form = value_at(bases.map, at);
    Counterexample example;
    example.text = "at " + place_text(bases.form, place) + " the definition has element " +
                   element_text(element) + ", the linear form " + element_text(by_form);
    add_place(example, bases.form, place);
    add_element(example, element);
    add_element(example, by_form, "linear_");
    return Refuted::replayed(
        decision.engine, std::move(example), [&] { return element != by_form; });
  };
  return ask({{"defined", Same{defined, bases.map}}}, decide, scope_text(bases.form), differ);
}

// In shared memory the definition gives the cell of an element, in which the form must have it.
Verdict cells_agree(const Tensor& tensor, const Bases& bases, const Decider& decide) {
  const IndexMap& cells = tensor.map;
  const IndexMap held = elements_by_bases(bases.form);
  Sizes sizes;
  for (const Axis& axis : held.axes()) sizes.emplace_back(axis.size);
  const auto differ = [&](const Question& question, const Decision& decision) {
    const auto element = point_of(decision);
    const auto cell = value_at(cells, element);
    Counterexample example;
    example.text = "the definition puts element " + element_text(element) + " at ";
    add_element(example, element);
    if (question.name == "exists") {
      example.text +=
          "offset " + std::to_string(cell[0]) + ", which is no place of the linear form";
      return Refuted::replayed(decision.engine, std::move(example), [&] {
        return !std::ranges::equal(
            cell, sizes, [](Word value, auto size) { return value < *size; });
      });
    }
    const Word place = flat_place(bases.form, held.axes(), cell);
    const auto there = value_at(held, cell);
    example.text += place_text(bases.form, place) + ", where the linear form has element " +
                    element_text(there);
    add_place(example, bases.form, place);
    add_element(example, there, "linear_");
    return Refuted::replayed(decision.engine, std::move(example), [&] { return there != element; });
  };
  return ask({{"exists", Below{cells, sizes}},
              {"defined", Same{map_of(Elements{tensor.shape}), composed(cells, held)}}},
             decide,
             scope_text(bases.form),
             differ);
}

std::optional<Refuted> wrong_size(std::string_view engine,
                                  const LinearLayout& linear,
                                  const KernelSize& kernel) {
  struct Expected {
    Name name;
    const std::optional<Word>& size;
    const char* what;
  };
  for (const auto& [name, size, what] : {Expected{kLane, kernel.lanes, "lanes in a warp"},
                                         Expected{kWarp, kernel.warps, "warps in a CTA"},
                                         Expected{kBlock, kernel.blocks, "CTAs in a cluster"}}) {
    if (!size || !linear.has_in(name)) continue;
    const Word found = Word{1} << linear.in_bits(name);
    if (found == *size) continue;
    // The first index that one of them has and the other has not.
    const Word odd_one = std::min(found, *size);
    Counterexample example;
    example.text = "the layout has " + std::to_string(found) + " " + what + ", the kernel " +
                   std::to_string(*size) + ": " + std::string(name.text()) + " " +
                   std::to_string(odd_one) +
                   (found < *size ? " has no elements" : " does not exist");
    for (const InDim& dim : linear.in_dims()) {
      example.fields.emplace_back(std::string(dim.name.text()), dim.name == name ? odd_one : 0);
    }
    const Word wanted = *size;
    return Refuted::replayed(engine, std::move(example), [&linear, name = name, wanted] {
      return linear.in_dims()[*linear.find_in(name)].size() != wanted;
    });
  }
  return std::nullopt;
}

}  // namespace

Result<LayoutAnswer> check_layout(const Tensor& tensor,
                                  const KernelSize& kernel,
                                  const Decider& decide) {
  LayoutAnswer answer{Unknown{}, {}, {}, {}};
  const auto with = [&](Verdict verdict) {
    answer.verdict = std::move(verdict);
    return answer;
  };
  if (const auto own = layout_of_bases(tensor.layout)) {
    const Bases bases = bases_of(*own);
    if (auto verdict = add_facts(answer, bases, decide)) return with(*std::move(verdict));
    if (const auto broken = broken_bases(tensor.layout)) {
      Verdict verdict = ask({once(bases)}, decide, "", [&](const auto& asked, const auto& found) {
        return element_twice(bases, *broken, asked, found);
      });
      if (is_proved(verdict)) return *broken;
      return with(std::move(verdict));
    }
  }
  const Bases bases = bases_of(tensor.form);
  if (auto verdict = add_facts(answer, bases, decide)) return with(*std::move(verdict));
  answer.verdict = tensor.is_shared() ? cells_agree(tensor, bases, decide)
                                      : elements_agree(tensor, bases, decide);
  if (const auto* agree = std::get_if<Proved>(&answer.verdict)) {
    if (auto wrong = wrong_size(agree->engine(), tensor.form, kernel))
      return with(*std::move(wrong));
  }
  return answer;
}

}  // namespace tileproof
