// Which laws does the checker of TTGIR files keep, of views of memory (V) and of files as texts
// (T)? Each is one predicate whose sentence stands in its row (law_rows.cpp).  Who checks is a
// parameter, so that a test can put somebody wrong in their place.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "checkers/ttgir/check_file.hpp"
#include "encodings/index_map/index_map.hpp"
#include "properties/family.hpp"
#include "properties/files/chosen_buffer.hpp"
#include "properties/files/index_program.hpp"
#include "properties/files/view_chain.hpp"

namespace tileproof::laws {

struct FileOperations {
  FileReport (*check)(const std::string&) = [](const std::string& text) {
    return check_ttgir("module", text, {});
  };
  IndexMap (*composed)(const IndexMap&, const IndexMap&) = tileproof::composed;
};

LawResult views_are_what_their_operations_give(const ViewChain& chain,
                                               const FileOperations& ops = {});
// Requires: the types are right.
LawResult chains_are_composed_maps(const ViewChain& chain, const FileOperations& ops = {});
LawResult transposing_twice_changes_nothing(const ViewChain& chain, const FileOperations& ops = {});

LawResult indices_stay_where_runs_say(const IndexProgram& program, const FileOperations& ops = {});
LawResult accesses_begin_where_they_may(const ChosenBuffer& chosen, const FileOperations& ops = {});
// Of a tensor in three dimensions: the result's layout is `result`.
LawResult transposed_tensors_keep_their_places(const std::string& layout,
                                               const std::string& result,
                                               const std::vector<Word>& shape,
                                               const std::vector<std::size_t>& order,
                                               const FileOperations& ops = {});

// `other` is the text written otherwise.
LawResult the_same_is_said_of_both(const std::string& text,
                                   const std::string& other,
                                   const FileOperations& ops = {});
LawResult inserted_lines_shift_findings(const std::string& text,
                                        std::size_t before_line,
                                        std::size_t count,
                                        const FileOperations& ops = {});
LawResult findings_are_counted(const std::string& text, const FileOperations& ops = {});

// In the order of their numbers: V1, V2 ...
std::span<const FamilyLaw<FileOperations>> view_laws();
// T1, T2 ...
std::span<const FamilyLaw<FileOperations>> file_laws();
std::vector<FamilyMutant<FileOperations>> view_mutants();
std::vector<FamilyMutant<FileOperations>> file_mutants();
std::vector<Generator> file_generators();

}  // namespace tileproof::laws
