// What a path may be besides a text file: a device, a pipe, a folder, data that gzip packed.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <zlib.h>

#include <filesystem>

#include "tests/support/program.hpp"

namespace tileproof {
namespace {

const std::string kGoodKernel = std::string(TILEPROOF_TEST_DATA) + "/planted/holds_swizzle.ttgir";

std::string packed(const std::string& text) {
  const TemporaryFolder folder;
  const std::string path = folder.path("packed");
  const gzFile file = gzopen(path.c_str(), "wb");
  EXPECT_EQ(gzwrite(file, text.data(), static_cast<unsigned>(text.size())),
            static_cast<int>(text.size()));
  EXPECT_EQ(gzclose(file), Z_OK);
  return text_of_file(path);
}

// The whole is bad input, and the good file was checked as if it stood alone.
void expect_only_bad(const std::string& arguments,
                     const std::string& bad,
                     const std::string& why,
                     const std::string& environment = "timeout 20") {
  const auto run = run_program("check --json " + arguments, "", environment);
  EXPECT_EQ(run.exit_code, 2) << arguments;
  EXPECT_EQ(run.err, bad + ":1:1: error: cannot read '" + bad + "': " + why + "\n");
  const auto files = run.json().at("files");
  ASSERT_EQ(files.size(), 2U);
  const std::size_t good = files.at(0).at("file") == bad ? 1 : 0;
  EXPECT_EQ(files.at(1 - good).at("errors").size(), 1U);
  EXPECT_EQ(files.at(good).at("findings"),
            run_program("check --json " + kGoodKernel).json().at("files").at(0).at("findings"));
}

TEST(ProgramInputFiles, ThatAreDevicesAreRefused) {
  for (const char* device : {"/dev/zero", "/dev/full"}) {
    expect_only_bad(
        std::string(device) + " " + kGoodKernel, device, "it is neither a file nor a pipe");
  }
}

TEST(ProgramInputFiles, MayBeTheNullDeviceWhichIsAnEmptyFile) {
  const auto run = run_program("check /dev/null");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.out.find("no module and no function in this text"), std::string::npos) << run.out;
}

TEST(CertifierInputFiles, ThatAreDevicesOrFoldersAreRefused) {
  for (const char* path : {"/dev/zero", "/dev", "/nowhere"}) {
    const std::string command =
        "timeout 20 '" TILEPROOF_CERTIFIER "' " + std::string(path) + " 2>/dev/null";
    EXPECT_EQ(std::system(command.c_str()), 2 << 8) << path;
    EXPECT_EQ(run_program("certify " + std::string(path), "", "timeout 20").exit_code, 2) << path;
  }
}

TEST(ProgramInputFiles, WithoutAnEndAreReadUpToALimit) {
  const auto run = run_program("check -", "", "timeout 60 sh -c 'exec \"$0\" \"$@\" < /dev/zero'");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.out.find("cannot read '-': its text is longer than 256 MiB"), std::string::npos);
}

TEST(ProgramInputFiles, ThatArePipesAreReadWhereTheyAreNamed) {
  const TemporaryFolder folder;
  const std::string pipe = folder.path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const auto run =
      run_program("check " + pipe, "", "cat " + kGoodKernel + " > " + pipe + " & timeout 20");
  EXPECT_EQ(run.exit_code, 0) << run.out;
  EXPECT_NE(run.out.find("1 file: "), std::string::npos) << run.out;
}

TEST(ProgramInputFiles, ThatArePipesInAFolderAreNotWaitedFor) {
  const TemporaryFolder folder;
  const std::string pipe = folder.path("a.ttgir");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  static_cast<void>(folder.file("b.ttgir", text_of_file(kGoodKernel)));
  expect_only_bad(folder.path(), pipe, "it is no regular file");
}

TEST(ProgramInputFolders, ThatAreEmptyAreSaidToBe) {
  const TemporaryFolder folder;
  static_cast<void>(folder.file("notes.txt", "no kernel"));
  expect_only_bad(folder.path() + " " + kGoodKernel,
                  folder.path(),
                  "the folder has no .ttgir or .ttgir.gz files");
}

TEST(ProgramInputFolders, ThatCannotBeLookedIntoLoseNothingOfOthers) {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  static_cast<void>(folder.file("a.ttgir", text_of_file(kGoodKernel)));
  const std::string locked = folder.path("locked");
  fs::create_directory(locked);
  fs::permissions(locked, fs::perms::none);
  // Root reads all, unless it gives that right away.
  const std::string drop =
      geteuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search" : "env";
  const bool is_locked = std::system((drop + " ls " + locked + " >/dev/null 2>&1").c_str()) != 0;
  const bool can_run = std::system((drop + " true 2>/dev/null").c_str()) == 0;
  if (is_locked && can_run) {
    expect_only_bad(folder.path(), locked, "Permission denied", drop);
  }
  fs::permissions(locked, fs::perms::owner_all);
  if (!is_locked || !can_run) GTEST_SKIP() << "this user looks into every folder";
}

TEST(ProgramPackedInput, IsCheckedAsWhatWasPacked) {
  const TemporaryFolder folder;
  const auto path = folder.file("kernel.ttgir.gz", packed(text_of_file(kGoodKernel)));
  const auto plain = run_program("check --json " + kGoodKernel).json().at("files").at(0);
  for (const std::string& arguments : {path, folder.path()}) {
    const auto run = run_program("check --json " + arguments);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const auto file = run.json().at("files").at(0);
    EXPECT_EQ(file.at("file"), path);
    EXPECT_EQ(file.at("findings"), plain.at("findings"));
  }
  const auto piped = run_program("check --json -", packed(text_of_file(kGoodKernel)));
  EXPECT_EQ(piped.json().at("files").at(0).at("findings"), plain.at("findings"));
}

TEST(ProgramPackedInput, ThatIsDamagedIsSaidToBe) {
  const TemporaryFolder folder;
  const std::string whole = packed(text_of_file(kGoodKernel));
  const std::string path = folder.file("cut.ttgir.gz", whole.substr(0, whole.size() / 2));
  expect_only_bad(path + " " + kGoodKernel, path, "damaged gzip data: unexpected end of file");
  std::string changed = whole;
  changed[whole.size() - 8] ^= 1;  // the checksum
  const std::string other = folder.file("changed.ttgir.gz", changed);
  expect_only_bad(other + " " + kGoodKernel, other, "damaged gzip data: incorrect data check");
}

TEST(ProgramPackedInput, UnpacksUpToALimit) {
  const TemporaryFolder folder;
  const std::string path =
      folder.file("bomb.ttgir.gz", packed(std::string((std::size_t{256} << 20) + 1, ' ')));
  EXPECT_LT(std::filesystem::file_size(path), 1U << 20);
  expect_only_bad(path + " " + kGoodKernel, path, "its text is longer than 256 MiB");
}

}  // namespace
}  // namespace tileproof
