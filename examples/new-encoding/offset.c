/* The offset of an element of a 64 x 64 tile of two bytes, swizzled by hand. */
int offset(int row, int col) { return row * 64 + (col ^ ((row & 7) << 3)); }

/* The same with rows that are too short. */
int offset_in_short_rows(int row, int col) { return row * 56 + (col ^ ((row & 7) << 3)); }

/* For tiles of any size. */
long long offset_in_tile(int row, int col) { return (long long)row * 1048576 + col; }
