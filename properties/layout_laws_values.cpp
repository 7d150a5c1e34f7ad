#include <algorithm>
#include <set>
#include <sstream>

#include "properties/layout_laws.hpp"
#include "properties/meaning.hpp"

namespace tileproof::laws {
namespace {

std::vector<NamedBases> named_bases(const Layout& l) {
  std::vector<NamedBases> result;
  for (const InDim& in : l.in_dims()) {
    NamedBases& next = result.emplace_back(NamedBases{in.name, {}});
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      auto& image = next.bases.emplace_back();
      for (const OutDim& out : l.out_dims()) image.push_back(l.basis(in.name, bit, out.name));
    }
  }
  return result;
}

// The value of each index in turn.
std::vector<Word> all_values(const Layout& l) {
  const Meaning meaning(l);
  std::vector<Word> values;
  for (const Word x : sample_points(meaning.in_bits())) {
    values.push_back(meaning.flat_value(meaning(meaning.place(x))));
  }
  return values;
}

bool is_exhaustive(const Layout& l) { return l.total_in_bits() <= kExhaustiveBits; }

std::string claim(const char* what, bool said, bool is, const Layout& l) {
  return std::string(what) + " says " + (said ? "true" : "false") + ", enumeration says " +
         (is ? "true" : "false") + " of" + l.to_string();
}

std::string count_claim(const char* what, Word said, Word is, const Layout& l) {
  return std::string(what) + " says " + std::to_string(said) + ", enumeration says " +
         std::to_string(is) + " of" + l.to_string();
}

// "(1, 0, 4" -> 1, 0, 4: the numbers of a text.
std::vector<Word> numbers(const std::string& text) {
  std::vector<Word> result;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] < '0' || text[i] > '9') {
      ++i;
      continue;
    }
    std::size_t used = 0;
    result.push_back(std::stoull(text.substr(i), &used));
    i += used;
  }
  return result;
}

// "[dim1 (size 4), dim0 (size 1)]..." -> the dims.
std::vector<OutDim> printed_outs(const std::string& text) {
  std::vector<OutDim> outs;
  std::istringstream words(text.substr(text.find('[') + 1));
  std::string name;
  std::string size;
  std::string number;
  while (words >> name >> size >> number && size == "(size") {
    outs.push_back({Name::of(name), std::stoull(number)});
  }
  return outs;
}

// Reads a printed layout; nullopt where it is no such text.
std::optional<Layout> read_printed(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line) || !line.empty()) return std::nullopt;
  std::vector<NamedBases> ins;
  std::vector<OutDim> outs;
  while (std::getline(lines, line)) {
    if (line.starts_with("where out dims are: [") || line.starts_with("(empty layout with")) {
      outs = printed_outs(line);
    } else if (line.starts_with(" - ") || line.starts_with("   ")) {
      const auto name_end = line.find_first_of("= ", 3);
      if (name_end == std::string::npos) return std::nullopt;
      const Name name = Name::of(line.substr(3, name_end - 3));
      if (line.starts_with(" - ")) ins.push_back({name, {}});
      if (ins.empty() || ins.back().name != name) return std::nullopt;
      if (line[name_end] == ' ') continue;  // "is a size 1 dimension"
      const auto arrow = line.find(" -> ");
      const auto index = numbers(line.substr(name_end, arrow - name_end));
      if (index != std::vector{Word{1} << ins.back().bases.size()}) return std::nullopt;
      ins.back().bases.push_back(numbers(line.substr(arrow)));
    } else if (line != "(empty layout)") {
      return std::nullopt;
    }
  }
  const auto layout = Layout::make(ins, outs);
  return layout ? std::optional(*layout) : std::nullopt;
}

// Does adding k < n to the bits `vector_bits` of `in`, where they are 0, add k to `out` and nothing
// else?
bool moves_together(const Meaning& meaning,
                    Name in,
                    Name out,
                    std::span<const unsigned> vector_bits) {
  const Word n = Word{1} << vector_bits.size();
  const auto spread = [&](Word k) {
    Word bits = 0;
    for (std::size_t i = 0; i < vector_bits.size(); ++i) bits |= (k >> i & 1) << vector_bits[i];
    return bits;
  };
  for (const Word x : sample_points(meaning.in_bits())) {
    Coordinates place = meaning.place(x);
    const Word start = place[in];
    if ((start & spread(n - 1)) != 0) continue;
    Coordinates expected = meaning(place);
    for (Word k = 1; k < n; ++k) {
      ++expected.at(out);
      place.at(in) = start + spread(k);
      if (!(meaning(place) == expected)) return false;
    }
  }
  return true;
}

}  // namespace

LawResult value_is_the_xor_of_bases(const Layout& l, const Ops& ops) {
  const Meaning meaning(l);
  for (const Word x : sample_points(meaning.in_bits())) {
    const Coordinates place = meaning.place(x);
    const Coordinates expected = meaning(place);
    const auto named = l.apply(place.values());
    if (!named) return LawResult::broken("apply fails: " + named.error().message);
    if (!(Coordinates(*named) == expected)) {
      return LawResult::broken("apply" + to_string(place) + " = " + to_string(*named) + ", not " +
                               to_string(expected) + ", for" + l.to_string());
    }
    if (const Word flat = ops.apply_flat(l, x); flat != meaning.flat_value(expected)) {
      return LawResult::broken(count_claim("apply_flat", flat, meaning.flat_value(expected), l));
    }
  }
  return LawResult::kept();
}

LawResult rebuilding_from_bases_gives_back(const Layout& l, const Ops& ops) {
  const auto again = ops.make(named_bases(l), l.out_dims());
  if (!again) return LawResult::broken("make fails: " + again.error().message);
  if (!(*again == l)) return LawResult::broken("expected" + l.to_string() + again->to_string());
  return LawResult::kept();
}

LawResult printing_shows_each_basis(const Layout& l, const Ops& ops) {
  const std::string text = ops.print(l);
  const auto again = read_printed(text);
  if (!again) return LawResult::broken("cannot be read back: " + text);
  if (!(*again == l)) return LawResult::broken("another layout is read back from: " + text);
  return LawResult::kept();
}

LawResult equality_up_to_order_is_equality_of_functions(const Layout& a,
                                                        const Layout& b,
                                                        const Ops& ops) {
  const bool said = ops.equal_up_to_order(a, b);
  const std::string where = difference(a, b);
  if (said == where.empty()) return LawResult::kept();
  return LawResult::broken(claim("equal_up_to_order", said, where.empty(), a) + b.to_string() +
                           "\n" + where);
}

LawResult surjective_means_each_value_is_reached(const Layout& l, const Ops& ops) {
  if (!is_exhaustive(l)) return LawResult::not_applicable();
  const auto values = all_values(l);
  const std::set<Word> image(values.begin(), values.end());
  const bool reached = image.size() == l.total_out_size();
  const bool said = ops.is_surjective(l);
  if (said == reached) return LawResult::kept();
  return LawResult::broken(claim("is_surjective", said, reached, l));
}

LawResult injective_means_no_two_places_collide(const Layout& l, const Ops& ops) {
  if (!is_exhaustive(l)) return LawResult::not_applicable();
  const auto values = all_values(l);
  const bool distinct = std::set<Word>(values.begin(), values.end()).size() == values.size();
  const bool said = ops.is_injective(l);
  if (said == distinct) return LawResult::kept();
  return LawResult::broken(claim("is_injective", said, distinct, l));
}

LawResult invertible_means_injective_and_surjective(const Layout& l, const Ops& ops) {
  const bool both = l.is_injective() && l.is_surjective();
  const bool said = ops.is_invertible(l);
  if (said == both) return LawResult::kept();
  return LawResult::broken(claim("is_invertible", said, both, l));
}

LawResult free_variables_are_the_redundant_bits(const Layout& l, const Ops& ops) {
  if (!is_exhaustive(l)) return LawResult::not_applicable();
  const Meaning meaning(l);
  const Word free = meaning.flat_index(ops.free_variable_masks(l));
  const auto values = all_values(l);
  const std::set<Word> image(values.begin(), values.end());
  const auto broken = [&](const std::string& what) {
    return LawResult::broken(what + " with free variables " + std::to_string(free) + " of" +
                             l.to_string());
  };
  if ((free == 0) != (image.size() == values.size())) return broken("injectivity differs");
  std::set<Word> reached;
  for (Word x = 0; x < values.size(); ++x) {
    if ((x & free) == 0 && !reached.insert(values[x]).second) {
      return broken("index " + std::to_string(x) + " reaches a value again");
    }
  }
  if (reached != image) return broken("a value is not reached");
  for (Word rest = free; rest != 0; rest &= rest - 1) {
    const Word bit = rest & ~(rest - 1);
    const auto earlier_end = values.begin() + static_cast<std::ptrdiff_t>(bit);
    if (std::find(values.begin(), earlier_end, values[bit]) == earlier_end) {
      return broken("bit " + std::to_string(bit) + " does not depend on earlier bits");
    }
  }
  return LawResult::kept();
}

LawResult consecutive_values_are_counted(const Layout& l, const Ops& ops) {
  if (!is_exhaustive(l)) return LawResult::not_applicable();
  Word expected = 1;
  if (!l.in_dims().empty() && !l.out_dims().empty()) {
    const Meaning meaning(l);
    std::vector<unsigned> bits;
    for (unsigned bit = 0; bit < l.in_dims().front().bits; ++bit) {
      bits.push_back(bit);
      if (moves_together(meaning, l.in_dims().front().name, l.out_dims().front().name, bits)) {
        expected = Word{1} << bits.size();
      }
    }
  }
  const Word said = ops.num_consecutive_in_out(l);
  if (said == expected) return LawResult::kept();
  return LawResult::broken(count_claim("num_consecutive_in_out", said, expected, l));
}

LawResult vectors_are_the_widest(const Layout& l, Name in, Name out, Word max, const Ops& ops) {
  if (!is_exhaustive(l)) return LawResult::not_applicable();
  const Meaning meaning(l);
  Word expected = 1;
  std::vector<unsigned> bits;
  for (unsigned i = 0; i < l.in_bits(in) && Word{2} << i <= max; ++i) {
    // A bit of `in` that adds just 2^i to `out`; two of them are copies, and neither then will do.
    for (unsigned bit = 0; bit < l.in_bits(in) && bits.size() == i; ++bit) {
      if (meaning(std::vector{NamedValue{in, Word{1} << bit}}) ==
          Coordinates({{out, Word{1} << i}})) {
        bits.push_back(bit);
      }
    }
    if (bits.size() == i) break;
    if (moves_together(meaning, in, out, bits)) expected = Word{2} << i;
  }
  const Word said = ops.largest_vectorization(l, in, out, max);
  if (said == expected) return LawResult::kept();
  return LawResult::broken(count_claim("largest_vectorization", said, expected, l) + "\nfrom " +
                           std::string(in.text()) + " to " + std::string(out.text()) + ", max " +
                           std::to_string(max));
}

}  // namespace tileproof::laws
