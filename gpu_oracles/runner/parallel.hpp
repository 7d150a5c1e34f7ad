// How is a list worked through on all processors?
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "core/processors.hpp"

namespace tileproof::oracles {

// Calls work(i) for each i below count, on all processors that may be used.
template <typename Work>
void for_each_in_parallel(std::size_t count, const Work& work) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads(usable_processors());
  for (std::thread& thread : threads) {
    thread = std::thread([&] {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace tileproof::oracles
