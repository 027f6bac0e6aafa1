// SPDX-License-Identifier: Apache-2.0

import Glibc
import RemoteStore

/// The messenger to a shared store: fetches and stores pieces, several at a time, as asked on standard
/// input, until that ends.
@main
enum Main {
  static func main() {
    // The terminal's Ctrl-C is for the parent; a parent that has gone is noticed by the end of the
    // input.
    signal(SIGINT, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    guard HTTPStore.prepare() else { exit(1) }
    var desk = Desk(calls: STDIN_FILENO, answers: STDOUT_FILENO)
    // What is under way when the input ends is of use to nobody.
    _exit(desk.run() ? 0 : 1)
  }
}
