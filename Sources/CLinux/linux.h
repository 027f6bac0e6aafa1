// SPDX-License-Identifier: Apache-2.0

// What the C library offers beside what Swift's module of it shows.

#include <malloc.h>
#include <spawn.h>
#include <sys/xattr.h>

/* Of <sys/mman.h>, where it is hidden unless _GNU_SOURCE is defined. */
int memfd_create(const char *name, unsigned int flags);

/* Of <fcntl.h>, where it is hidden unless _GNU_SOURCE is defined, with the flag to start writing. */
int sync_file_range(int file, long offset, long count, unsigned int flags);
enum { REEL_SYNC_FILE_RANGE_WRITE = 2 };

/* open: the file itself, whatever it is and may be done with it. */
enum { REEL_O_PATH = 010000000 };

/* Of <spawn.h>, where it is hidden unless _DEFAULT_SOURCE is defined. */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
