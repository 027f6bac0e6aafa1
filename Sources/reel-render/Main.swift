// SPDX-License-Identifier: Apache-2.0

import Glibc
import MediaFiles

/// The renderer: performs requests from standard input, one after the other.
///
/// `--logbook N`: shared memory, open as descriptor N, in which it records its current activity.
@main
enum Main {
  static func main() {
    Allocator.prepare()
    // Ctrl-C in the terminal is handled by the parent, which controls this process; the end of the input shows
    // that the parent has exited.
    signal(SIGINT, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    // A file that grows beyond `ulimit -f` is an error of writing, as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
    // Text must not depend on the user's locale, which selects the font for Han characters.
    setenv("LC_ALL", "C.UTF-8", 1)
    // SVT-AV1 would print its settings for each segment.
    setenv("SVT_LOG", "1", 1)
    for name in ["LANGUAGE", "PANGO_LANGUAGE"] { unsetenv(name) }
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--logbook", let number = arguments.dropFirst().first,
      let descriptor = Int32(number)
    {
      // Without it the position of a crash is unknown, but requests still work.
      _ = Logbook.keep(in: descriptor)
      close(descriptor)
    }
    // Output printed by libraries must not be mixed with answers.
    let answers = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    var worker = Worker(calls: STDIN_FILENO, answers: answers)
    exit(worker.run() ? 0 : 1)
  }
}
