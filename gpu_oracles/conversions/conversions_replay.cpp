#include "gpu_oracles/conversions/conversions_replay.hpp"

#include <cstring>

#include "gpu_oracles/conversions/draw_conversion.hpp"

namespace tileproof::oracles {
namespace {

using Json = nlohmann::json;

constexpr char kHexDigits[] = "0123456789abcdef";

void append_hex(std::string& text, std::uint64_t value, unsigned digits) {
  for (unsigned i = digits; i-- > 0;) text += kHexDigits[value >> (4 * i) & 15];
}

std::uint32_t short_hash(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

Error no_conversion(const std::string& why) {
  return {ErrorCode::kSyntax, "not an observation of conversions: " + why};
}

// The elements in the registers of the destination, put together from the planes.
std::vector<std::uint64_t> elements_in_registers(const ConversionModel& model,
                                                 unsigned element_bytes,
                                                 std::span<const std::uint8_t> bytes) {
  const std::size_t plane_bytes = bytes.size() / planes(element_bytes);
  std::vector<std::uint64_t> elements(model.destination.ids.size(), 0);
  for (unsigned plane = 0; plane < planes(element_bytes); ++plane) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      std::uint64_t value = 0;
      std::memcpy(&value, bytes.data() + plane * plane_bytes + i * element_bytes, element_bytes);
      elements[i] |= value << (8 * plane);
    }
  }
  return elements;
}

Difference register_difference(const HeldElements& held, const Json& model, const Json& device) {
  if (model.size() != device.size()) {
    return "the model has " + std::to_string(model.size()) + " registers, the device " +
           std::to_string(device.size());
  }
  for (std::size_t i = 0; i < model.size(); ++i) {
    if (model[i] == device[i]) continue;
    return "register " + std::to_string(i % held.registers) + " of thread " +
           std::to_string(i / held.registers) + " must hold element " + model[i].dump() +
           ", the device left " + device[i].dump();
  }
  return std::nullopt;
}

Difference memory_difference(const Json& model, const Json& device) {
  for (std::size_t plane = 0; plane < model.size(); ++plane) {
    const auto expected = model[plane].get<std::string>();
    const auto found = device.at(plane).get<std::string>();
    if (expected.size() != found.size()) {
      return "the model takes " + std::to_string(expected.size() / 2) +
             " bytes of shared memory, the device " + std::to_string(found.size() / 2);
    }
    for (std::size_t i = 0; i < expected.size(); i += 2) {
      if (expected.compare(i, 2, found, i, 2) == 0) continue;
      return "byte " + std::to_string(i / 2) + " of shared memory must be 0x" +
             expected.substr(i, 2) + ", the device left 0x" + found.substr(i, 2);
    }
  }
  return std::nullopt;
}

Result<Difference> replay_one(const Observation& observation, const ModelOf& model_of) {
  TP_TRY(conversion, parse_conversion(observation.in));
  TP_TRY(model, model_of(conversion));
  const auto bytes = expected_bytes(model, conversion.element_bytes);
  const Json expected = result_json(model, conversion.element_bytes, bytes);
  const Json& out = observation.out;
  if (auto text =
          register_difference(model.destination, expected.at("registers"), out.at("registers"))) {
    return text;
  }
  return memory_difference(expected.at("memory"), out.at("memory"));
}

Result<Difference> replay_batch(const Observation& observation, const ModelOf& model_of) {
  const Json& in = observation.in;
  const auto version = in.at("draw_version").get<unsigned>();
  if (version != kDrawVersion) {
    return no_conversion("conversions were drawn by version " + std::to_string(version) +
                         ", this is version " + std::to_string(kDrawVersion));
  }
  const ConversionBatch batch{
      in.at("seed"), in.at("first"), in.at("count"), in.value("warp_lanes", 32U)};
  if (batch.warp_lanes != 32 && batch.warp_lanes != 64) return no_conversion("of other warps");
  const auto hashes = observation.out.at("hashes").get<std::string>();
  if (hashes.size() != 8 * batch.count) {
    return no_conversion(std::to_string(batch.count) + " conversions have hashes of 8 digits each");
  }
  std::uint64_t texts = 0;
  BatchHashes model_hashes;
  for (std::uint64_t i = 0; i < batch.count; ++i) {
    const Conversion conversion = draw_conversion(batch.seed, batch.first + i, batch.warp_lanes);
    const std::string text = to_string(conversion);
    texts = hash_of_texts(texts, text);
    TP_TRY(model, model_of(conversion));
    const auto bytes = expected_bytes(model, conversion.element_bytes);
    model_hashes.add(hash_bytes(bytes));
    std::string digits;
    append_hex(digits, short_hash(model_hashes.all().back()), 8);
    if (hashes.compare(8 * i, 8, digits) != 0) {
      return Difference("conversion " + std::to_string(batch.first + i) + " of seed " +
                        std::to_string(batch.seed) + " (" + text +
                        "): the model's result has the " + "hash " + digits + ", the device's " +
                        hashes.substr(8 * i, 8));
    }
  }
  if (texts != in.at("layouts").get<std::uint64_t>()) {
    return no_conversion("the seed does not give the conversions that were asked");
  }
  if (model_hashes.to_json() != observation.out) {
    return Difference("the hash of all results differs");
  }
  return Difference();
}

Result<triton::LayoutPtr> parse_optional(const Json& in, const char* key) {
  if (in.at(key).is_null()) return triton::LayoutPtr();
  return triton::parse_layout(in.at(key).get<std::string>());
}

Result<Conversion> parse_fields(const Json& in) {
  Conversion conversion;
  const auto route = in.at("route").get<std::string>();
  for (const Route known : {Route::kRegisters, Route::kLanes, Route::kShared}) {
    if (route == to_string(known)) conversion.route = known;
  }
  for (const auto& size : in.at("shape")) conversion.shape.push_back(size.get<Word>());
  conversion.element_bytes = in.at("element_bytes").get<unsigned>();
  conversion.store_bytes = in.at("store_bytes").get<unsigned>();
  conversion.load_bytes = in.at("load_bytes").get<unsigned>();
  conversion.uses_matrices = in.at("uses_matrices").get<bool>();
  conversion.warp_lanes = in.value("warp_lanes", 32U);
  TP_TRY(source, triton::parse_layout(in.at("source").get<std::string>()));
  TP_TRY(destination, triton::parse_layout(in.at("destination").get<std::string>()));
  TP_TRY(shared, parse_optional(in, "shared"));
  conversion.source = source;
  conversion.destination = destination;
  conversion.shared = shared;
  const unsigned bytes = conversion.element_bytes;
  if (route != to_string(conversion.route) || !is_power_of_two(bytes) || bytes > 8 ||
      (conversion.warp_lanes != 32 && conversion.warp_lanes != 64) ||
      (conversion.shared != nullptr) != (conversion.route == Route::kShared)) {
    return no_conversion("route " + route + " of " + std::to_string(bytes) + " bytes");
  }
  return conversion;
}

}  // namespace

Json BatchHashes::to_json() const {
  std::string digits;
  for (const std::uint64_t hash : hashes_) append_hex(digits, short_hash(hash), 8);
  std::vector<std::uint8_t> bytes(8 * hashes_.size());
  std::memcpy(bytes.data(), hashes_.data(), bytes.size());
  return {{"hashes", digits}, {"hash", hash_bytes(bytes)}};
}

Json to_json(const ConversionBatch& batch, std::uint64_t layouts) {
  Json in = {{"seed", batch.seed},
             {"first", batch.first},
             {"count", batch.count},
             {"draw_version", kDrawVersion},
             {"layouts", layouts}};
  if (batch.warp_lanes != 32) in["warp_lanes"] = batch.warp_lanes;
  return in;
}

std::uint64_t hash_of_texts(std::uint64_t before, const std::string& text) {
  std::vector<std::uint8_t> bytes(8 + text.size());
  std::memcpy(bytes.data(), &before, 8);
  std::memcpy(bytes.data() + 8, text.data(), text.size());
  return hash_bytes(bytes);
}

Json to_json(const Conversion& conversion) {
  Json in = {
      {"route", to_string(conversion.route)},
      {"shape", std::vector<Word>(conversion.shape.begin(), conversion.shape.end())},
      {"element_bytes", conversion.element_bytes},
      {"source", triton::to_string(*conversion.source)},
      {"destination", triton::to_string(*conversion.destination)},
      {"shared", nullptr},
      {"store_bytes", conversion.store_bytes},
      {"load_bytes", conversion.load_bytes},
      {"uses_matrices", conversion.uses_matrices},
  };
  if (conversion.shared) in["shared"] = triton::to_string(*conversion.shared);
  if (conversion.warp_lanes != 32) in["warp_lanes"] = conversion.warp_lanes;
  return in;
}

Result<Conversion> parse_conversion(const Json& in) {
  try {
    return parse_fields(in);
  } catch (const Json::exception& error) {
    return no_conversion(error.what());
  }
}

Json result_json(const ConversionModel& model,
                 unsigned element_bytes,
                 std::span<const std::uint8_t> bytes) {
  const std::size_t plane_bytes = bytes.size() / planes(element_bytes);
  Json memory = Json::array();
  for (unsigned plane = 0; plane < planes(element_bytes); ++plane) {
    const std::size_t end = (plane + 1) * plane_bytes;
    std::string digits;
    for (std::size_t i = end - model.shared_bytes; i < end; ++i) append_hex(digits, bytes[i], 2);
    memory.push_back(digits);
  }
  return {{"registers", elements_in_registers(model, element_bytes, bytes)}, {"memory", memory}};
}

Result<Difference> replay_conversions(const Observation& observation, const ModelOf& model) {
  try {
    return observation.in.contains("seed") ? replay_batch(observation, model)
                                           : replay_one(observation, model);
  } catch (const Json::exception& error) {
    return no_conversion(error.what());
  }
}

}  // namespace tileproof::oracles
