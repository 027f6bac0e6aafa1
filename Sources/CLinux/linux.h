// SPDX-License-Identifier: Apache-2.0

// What the C library offers beside what Swift's module of it shows.

#include <errno.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <sys/platform/x86.h>
#endif

/* Of <unistd.h>, where it is hidden unless _DEFAULT_SOURCE is defined. */
long syscall(long number, ...);

/* Of <sys/mman.h>, where it is hidden unless _GNU_SOURCE is defined. */
int memfd_create(const char *name, unsigned int flags);

/* Of <fcntl.h>, where it is hidden unless _GNU_SOURCE is defined, with the flag to start writing. */
int sync_file_range(int file, long offset, long count, unsigned int flags);
enum { REEL_SYNC_FILE_RANGE_WRITE = 2 };

/* open: the file itself, whatever it is and may be done with it. */
enum { REEL_O_PATH = 010000000 };

/* Opens `path` with `flags` unless a component of it, the last among them, is a symbolic link (ELOOP);
   -1 with errno, which is ENOSYS before Linux 5.6. Neither C library has a function for openat2(2). */
static inline int reel_open_without_links(const char *path, int flags) {
  struct open_how how = {.flags = (unsigned int)flags, .resolve = RESOLVE_NO_SYMLINKS};
  return (int)syscall(SYS_openat2, -100 /* AT_FDCWD */, path, &how, sizeof how);
}

/* Of <spawn.h>, where it is hidden unless _DEFAULT_SOURCE is defined. */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/* Whether the processor and the kernel let programs use vectors of AVX2. */
static inline int reel_has_avx2(void) {
#if defined(__x86_64__)
  return CPU_FEATURE_ACTIVE(AVX2);
#else
  return 0;
#endif
}
