#ifndef SNAP_CPAGE_H
#define SNAP_CPAGE_H

#include <stddef.h>
#include <stdint.h>

/// A file of the page, as it was when the program was built.
struct snap_page_file {
    const char *name;
    const uint8_t *bytes;
    size_t length;
};

/// The i-th file; NULL where there is none any more.
const struct snap_page_file *snap_page(size_t index);

#endif
