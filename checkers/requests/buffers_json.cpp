#include "checkers/requests/buffers_json.hpp"

namespace tileproof::requests {

Json to_json(const buffers::BufferReport& report) {
  Json json = {{"verdict", report.verdict()}, {"findings", Json::array()}};
  for (const auto& finding : report.findings) {
    Json entry = {{"claim", finding.claim}, {"of", finding.of}};
    entry.update(to_json(finding.verdict));
    json["findings"].push_back(std::move(entry));
  }
  json["storages"] = Json::array();
  for (const auto& storage : report.storages) {
    json["storages"].push_back({{"name", storage.name},
                                {"memory", to_string(storage.memory)},
                                {"size", storage.size ? to_json(*storage.size) : Json(nullptr)}});
  }
  json["allocations"] = Json::array();
  for (const auto& allocation : report.allocations) {
    json["allocations"].push_back({{"name", allocation.name},
                                   {"storage", allocation.storage},
                                   {"size", to_json(allocation.size)},
                                   {"begins", allocation.begins}});
  }
  json["remarks"] = report.remarks;
  return json;
}

}  // namespace tileproof::requests
