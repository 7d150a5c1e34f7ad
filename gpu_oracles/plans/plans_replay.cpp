#include "gpu_oracles/plans/plans_replay.hpp"

#include <algorithm>

#include "checkers/moves/thread_values.hpp"
#include "gpu_oracles/observation_fields.hpp"

namespace tileproof::oracles {
namespace {

using Json = nlohmann::json;
using Bytes = std::vector<std::uint32_t>;

// A multiplication by an odd number and a shift that is XORed are both one-to-one: lists of one
// length that differ in one number have different hashes.
std::uint64_t hash_of(const Bytes& bytes) {
  std::uint64_t hash = bytes.size();
  for (const std::uint32_t number : bytes) {
    hash = (hash ^ number) * 0x9FB21C651E98DF25U;
    hash ^= hash >> 32;
  }
  return hash;
}

Json pairs_of(const Bytes& bytes) {
  Json pairs = Json::array();
  for (std::size_t i = 0; i < bytes.size();) {
    std::size_t end = i + 1;
    while (end < bytes.size() && bytes[end] == bytes[end - 1] + 1) ++end;
    pairs.push_back({bytes[i], bytes[end - 1]});
    i = end;
  }
  return pairs;
}

Error no_answer(const std::string& what) { return {ErrorCode::kSyntax, what}; }

Result<Bytes> bytes_of(const Json& pairs) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 24;
  Bytes bytes;
  if (!pairs.is_array()) return no_answer("'bytes' is no list");
  for (const Json& pair : pairs) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number_unsigned() ||
        !pair[1].is_number_unsigned() || pair[1] < pair[0] || pair[1] >= kMostBytes) {
      return no_answer("'bytes' has " + pair.dump() + ", which is no first and last byte");
    }
    for (auto number = pair[0].get<std::uint32_t>(); number <= pair[1]; ++number) {
      bytes.push_back(number);
    }
    if (bytes.size() > kMostBytes) return no_answer("'bytes' has more bytes than a CTA");
  }
  return bytes;
}

// "byte 0 of d[1] in warp 0, lane 5"
std::string place_text(const TensorBytes& destination, std::size_t position, unsigned lanes) {
  std::size_t at = 0;
  for (std::size_t seen = 0;; ++at) {
    if (destination.bytes[at] == kNoByte) continue;
    if (seen++ == position) break;
  }
  const unsigned thread = destination.thread_of(at);
  return "byte " + std::to_string(at % 4) + " of d[" + std::to_string(destination.register_of(at)) +
         "] in warp " + std::to_string(thread / lanes) + ", lane " + std::to_string(thread % lanes);
}

// "byte 1 of element 17"
std::string byte_text(std::uint32_t number, unsigned element_bits) {
  const unsigned bytes = element_bits / 8;
  return "byte " + std::to_string(number % bytes) + " of element " + std::to_string(number / bytes);
}

// Nothing if the device's bytes are those that are wanted.
Result<Difference> byte_difference(const ConversionProgram& asked,
                                   const TensorBytes& destination,
                                   const Json& out) {
  const Bytes wanted = wanted_bytes(destination);
  if (out.contains("hash")) {
    TP_TRY(hash, natural_field(out, "hash"));
    if (hash == hash_of(wanted)) return Difference();
    return Difference("the bytes that the layouts define have the hash " +
                      std::to_string(hash_of(wanted)) + ", the device's " + std::to_string(hash));
  }
  TP_TRY(found, bytes_of(out.at("bytes")));
  if (found.size() != wanted.size()) {
    return no_answer(std::to_string(found.size()) + " bytes were found, and the destination has " +
                     std::to_string(wanted.size()));
  }
  const auto [one, other] = std::ranges::mismatch(found, wanted);
  if (one == found.end()) return Difference();
  const auto position = static_cast<std::size_t>(one - found.begin());
  const unsigned bits = asked.program.element_bits;
  return Difference(place_text(destination, position, asked.program.lanes) + " must be " +
                    byte_text(*other, bits) + ", and on the device is " + byte_text(*one, bits));
}

Result<Difference> wavefront_difference(const moves::ProgramCost& promised, const Json& out) {
  if (!out.contains("store_wavefronts")) return Difference();
  TP_TRY(stores, natural_field(out, "store_wavefronts"));
  TP_TRY(loads, natural_field(out, "load_wavefronts"));
  if (promised.store_wavefronts == stores && promised.load_wavefronts == loads) {
    return Difference();
  }
  const auto text = [](Word of_stores, Word of_loads) {
    return std::to_string(of_stores) + " wavefronts of stores and " + std::to_string(of_loads) +
           " of loads";
  };
  return Difference(text(promised.store_wavefronts, promised.load_wavefronts) +
                    " are promised, the device counts " + text(stores, loads));
}

}  // namespace

Json to_json(const PlanAnswer& answer, const Bytes& wanted) {
  Json out;
  if (answer.bytes.size() > kInFull && answer.bytes == wanted) {
    out["hash"] = hash_of(answer.bytes);
  } else {
    out["bytes"] = pairs_of(answer.bytes);
  }
  if (answer.wavefronts) {
    out["store_wavefronts"] = answer.wavefronts->stores;
    out["load_wavefronts"] = answer.wavefronts->loads;
  }
  return out;
}

Result<Difference> replay_plans(const Observation& observation, const PlanModel& model) {
  TP_TRY(asked, parse_conversion_program(observation.in));
  TP_TRY(prediction, model(asked));
  if (!observation.out.contains("hash") && !observation.out.contains("bytes")) {
    return no_answer("neither bytes nor their hash are among the answers");
  }
  TP_TRY(bytes, byte_difference(asked, prediction.destination, observation.out));
  if (prediction.refuted) {
    if (bytes) return Difference();
    return Difference("the model refutes the program (" + *prediction.refuted +
                      "), and the device left every byte in its place");
  }
  if (bytes) return bytes;
  return wavefront_difference(prediction.cost, observation.out);
}

}  // namespace tileproof::oracles
