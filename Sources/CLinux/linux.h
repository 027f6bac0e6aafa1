// SPDX-License-Identifier: Apache-2.0

// What the C library offers beside what Swift's module of it shows.

#include <malloc.h>
#include <spawn.h>

/* Of <sys/mman.h>, where it is hidden unless _GNU_SOURCE is defined. */
int memfd_create(const char *name, unsigned int flags);

/* Of <spawn.h>, where it is hidden unless _DEFAULT_SOURCE is defined. */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
