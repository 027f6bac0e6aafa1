// SPDX-License-Identifier: Apache-2.0

#include <ass/ass.h>
#include <stdarg.h>
#include <stdio.h>

/// Where messages of libass go: Swift cannot take the arguments that they are put together from.
struct reel_ass_log {
  void (*take)(int level, const char *text, void *data);
  void *data;
};

static inline void reel_ass_format(int level, const char *format, va_list arguments, void *data) {
  const struct reel_ass_log *log = data;
  char text[1024];
  // What is said of each text and each line is not wanted.
  if (level <= 4 && vsnprintf(text, sizeof text, format, arguments) > 0)
    log->take(level, text, log->data);
}

/// Has messages of `library` given to `log`, which must outlive it.
static inline void reel_ass_listen(ASS_Library *library, struct reel_ass_log *log) {
  ass_set_message_cb(library, reel_ass_format, log);
}
