// SPDX-License-Identifier: Apache-2.0

// What the C library offers beside what Swift's module of it shows.

#include <errno.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
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

/* Sends one byte and `count` descriptors, 4 at most, over the Unix socket `socket`: 0, or -1 with errno.
   Swift does not import the macros for control messages (cmsg(3)). */
static inline int reel_send_descriptors(int socket, const int *descriptors, int count) {
  char byte = 0;
  union { struct cmsghdr head; char space[CMSG_SPACE(4 * sizeof(int))]; } control = {0};
  struct iovec data = {&byte, 1};
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control.space,
                           .msg_controllen = CMSG_SPACE(count * sizeof(int))};
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(count * sizeof(int));
  memcpy(CMSG_DATA(head), descriptors, count * sizeof(int));
  return sendmsg(socket, &message, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

/* Receives what `reel_send_descriptors` sends, closed in children: how many descriptors, 4 at most, or -1. */
static inline int reel_receive_descriptors(int socket, int *descriptors) {
  char byte;
  union { struct cmsghdr head; char space[CMSG_SPACE(4 * sizeof(int))]; } control = {0};
  struct iovec data = {&byte, 1};
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control.space,
                           .msg_controllen = sizeof control.space};
  if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) != 1) return -1;
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  if (!head || head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) return -1;
  int count = (int)((head->cmsg_len - CMSG_LEN(0)) / sizeof(int));
  memcpy(descriptors, CMSG_DATA(head), count * sizeof(int));
  return count;
}

/* The process at the other end of the Unix socket `socket`, if it is this user's (SO_PEERCRED, whose
   struct is hidden unless _GNU_SOURCE is defined); else -1. */
static inline int reel_own_peer(int socket) {
  struct { int process; unsigned user, group; } peer = {-1, 0, 0};
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, 17 /* SO_PEERCRED */, &peer, &size) != 0) return -1;
  return peer.user == geteuid() ? peer.process : -1;
}

/* A descriptor that is readable once the process `process` has ended, also where that is not a child; -1 before Linux 5.3. */
static inline int reel_process_open(int process) { return (int)syscall(434 /* pidfd_open */, process, 0); }

/* Sends a signal to the process behind such a descriptor: 0, or -1 with errno. */
static inline int reel_process_signal(int descriptor, int signal) {
  return (int)syscall(424 /* pidfd_send_signal */, descriptor, signal, (void *)0, 0);
}
