// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The client of a shared store: downloads and uploads pieces, several at a time, as requested on standard
/// input until its end.
@main
enum StoreMain {
  static func main() {
    // Ctrl-C in the terminal is handled by the parent; the end of the input shows that the parent has exited.
    signal(SIGINT, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    // A file that grows beyond `ulimit -f` is an error of writing, as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
    guard HTTPStore.prepare() else { exit(1) }
    var server = CacheServer(calls: STDIN_FILENO, answers: STDOUT_FILENO)
    // Unfinished work is useless after the end of the input.
    _exit(server.run() ? 0 : 1)
  }
}
