#include "cli/check_files.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>

#include "cli/read_input.hpp"

namespace tileproof::cli {
namespace {

// Reports that are made before the one that is waited for; they are large.
constexpr std::size_t kAheadOfAJob = 16;

FileReport check_one(const FoundFile& file, const CheckOptions& options) {
  const auto text = file.problem.empty()
                        ? read_input(file.path)
                        : Result<std::string>(cannot_read(file.path, file.problem));
  if (text) return check_ttgir(file.path, *text, options);
  FileReport report;
  report.file = file.path;
  report.errors.push_back({1, 1, text.error().message});
  return report;
}

class SideBySide {
 public:
  SideBySide(const std::vector<FoundFile>& files, const CheckOptions& options, unsigned jobs)
      : files_(files), options_(options), ahead_(jobs * kAheadOfAJob), made_(files.size()) {
    for (unsigned i = 0; i < jobs; ++i) workers_.emplace_back([this] { work(); });
  }
  ~SideBySide() {
    {
      const std::lock_guard lock(mutex_);
      next_ = files_.size();
    }
    changed_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }
  SideBySide(const SideBySide&) = delete;
  SideBySide& operator=(const SideBySide&) = delete;

  // The reports in the files' order, one with each call.
  FileReport take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return made_[taken_].has_value(); });
    Made made = *std::exchange(made_[taken_], std::nullopt);
    ++taken_;
    lock.unlock();
    changed_.notify_all();
    if (const auto* error = std::get_if<std::exception_ptr>(&made)) std::rethrow_exception(*error);
    return std::get<FileReport>(std::move(made));
  }

 private:
  using Made = std::variant<FileReport, std::exception_ptr>;

  std::optional<std::size_t> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return next_ == files_.size() || next_ < taken_ + ahead_; });
    if (next_ == files_.size()) return std::nullopt;
    return next_++;
  }

  void work() {
    while (const auto number = next()) {
      Made made;
      try {
        made = check_one(files_[*number], options_);
      } catch (...) {
        made = std::current_exception();
      }
      {
        const std::lock_guard lock(mutex_);
        made_[*number] = std::move(made);
      }
      changed_.notify_all();
    }
  }

  const std::vector<FoundFile>& files_;
  const CheckOptions& options_;
  std::size_t ahead_;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::size_t next_ = 0;
  std::size_t taken_ = 0;
  std::vector<std::optional<Made>> made_;
  std::vector<std::thread> workers_;
};

}  // namespace

void check_files(const std::vector<FoundFile>& files,
                 const CheckOptions& options,
                 unsigned jobs,
                 const std::function<bool(FileReport)>& take) {
  jobs = static_cast<unsigned>(std::min<std::size_t>(jobs, files.size()));
  if (jobs <= 1) {
    for (const FoundFile& file : files) {
      if (!take(check_one(file, options))) return;
    }
    return;
  }
  SideBySide checked(files, options, jobs);
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!take(checked.take())) return;
  }
}

}  // namespace tileproof::cli
