// SPDX-License-Identifier: Apache-2.0

import Glibc
import MediaFiles

/// The renderer: performs requests that come on standard input, one after the other.
///
/// `--logbook N`: shared memory, open as descriptor N, in which it keeps where it is.
@main
enum Main {
  static func main() {
    Allocator.prepare()
    // The terminal's Ctrl-C is for the parent, which says what becomes of us; a parent that has gone
    // is noticed by the end of the input.
    signal(SIGINT, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    // Whoever runs it, text is set the same: the locale decides which font Han characters get.
    setenv("LC_ALL", "C.UTF-8", 1)
    for name in ["LANGUAGE", "PANGO_LANGUAGE"] { unsetenv(name) }
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--logbook", let number = arguments.dropFirst().first,
      let descriptor = Int32(number)
    {
      // Without it nobody will be told where we died, which is no reason not to work.
      _ = Logbook.keep(in: descriptor)
      close(descriptor)
    }
    // Libraries that print must not be taken for answers.
    let answers = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    var worker = Worker(calls: STDIN_FILENO, answers: answers)
    exit(worker.run() ? 0 : 1)
  }
}
