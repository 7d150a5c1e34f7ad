def self_test(seed): return False
