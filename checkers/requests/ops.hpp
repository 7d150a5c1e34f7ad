// The operations of requests: each takes a request and gives the fields of its answer.
#pragma once

#include "checkers/requests/request.hpp"

namespace tileproof::requests {

// algebra_op.cpp
Result<Json> algebra(const Request& request);

// modular_algebra.cpp: the operations that exist for out-dims of any sizes
Result<Json> modular_algebra(const Request& request, const std::string& name);

// global_memory_ops.cpp
Result<Json> global_access(const Request& request);

// layout_ops.cpp
Result<Json> linear_layout(const Request& request);
Result<Json> conversion(const Request& request);
Result<Json> equal(const Request& request);
Result<Json> evaluate(const Request& request);
Result<Json> view(const Request& request);

// buffers_op.cpp
Result<Json> buffers_op(const Request& request);

// check_op.cpp
Result<Json> check_op(const Request& request);

// claim_ops.cpp
Result<Json> prove_op(const Request& request);
Result<Json> translate_op(const Request& request);
Result<Json> layout(const Request& request);
Result<Json> equal_in_any_notation(const Request& request);
Result<Json> evaluate_any_notation(const Request& request);

// cute_op.cpp
Result<Json> cute_operation(const Request& request);

// program_ops.cpp
Result<Json> plan_op(const Request& request);
Result<Json> realises_op(const Request& request);

// shared_memory_ops.cpp
Result<Json> bank_conflicts(const Request& request);
Result<Json> shared_access(const Request& request);

}  // namespace tileproof::requests
