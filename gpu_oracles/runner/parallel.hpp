// How is a list worked through on all processors?
#pragma once

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace tileproof::oracles {

// Calls work(i) for each i below count, on all processors.
template <typename Work>
void for_each_in_parallel(std::size_t count, const Work& work) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads(std::max(1U, std::thread::hardware_concurrency()));
  for (std::thread& thread : threads) {
    thread = std::thread([&] {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace tileproof::oracles
