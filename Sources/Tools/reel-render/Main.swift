// SPDX-License-Identifier: Apache-2.0

import Glibc
import MediaIO
import RenderProtocol

/// The renderer: performs requests from standard input, one after the other.
///
/// `--logbook N`: shared memory, open as descriptor N, in which it records its current activity.
/// `--wait-at PATH`: where it waits for others once there are no more.
@main
enum RenderMain {
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
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let descriptor = value(of: "--logbook", in: arguments).flatMap({ Int32($0) }) {
      // Without it the position of a crash is unknown, but requests still work.
      _ = CrashBreadcrumbs.keep(in: descriptor)
      close(descriptor)
    }
    // Output printed by libraries must not be mixed with answers.
    let answers = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    var worker = Worker(calls: STDIN_FILENO, answers: answers)
    let place = value(of: "--wait-at", in: arguments).map { WaitingPlace($0) }
    while worker.run() {
      guard let place, CrashBreadcrumbs.isReleased else { exit(0) }
      worker.rest()
      guard wait(at: place, answers) else { exit(0) }
    }
    exit(1)
  }

  /// The argument after the option `name`.
  private static func value(of name: String, in arguments: [String]) -> String? {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else {
      return nil
    }
    return arguments[index + 1]
  }

  /// Waits until it is taken over, with what becomes its streams and its logbook; false if it is not.
  private static func wait(at place: WaitingPlace, _ answers: Int32) -> Bool {
    // No folder and no pipe is held for as long as it waits.
    chdir("/")
    let nothing = open("/dev/null", O_RDWR)
    for stream in [STDIN_FILENO, answers, STDOUT_FILENO, STDERR_FILENO] { dup2(nothing, stream) }
    close(nothing)
    guard let found = place.wait(seconds: 300, isFit: { !areLibrariesReplaced }) else {
      return false
    }
    for (descriptor, streams) in zip(
      found, [[STDIN_FILENO], [answers], [STDOUT_FILENO, STDERR_FILENO]])
    {
      for stream in streams { dup2(descriptor, stream) }
    }
    _ = CrashBreadcrumbs.keep(in: found[3])
    for descriptor in found { close(descriptor) }
    return true
  }

  /// True if a library of this process is no longer the one that is installed: the two may give
  /// different results.
  private static var areLibrariesReplaced: Bool {
    guard let maps = fopen("/proc/self/maps", "re") else { return true }
    defer { fclose(maps) }
    var (line, size) = (UnsafeMutablePointer<CChar>?.none, 0)
    defer { free(line) }
    while getline(&line, &size, maps) > 0 {
      guard let line else { break }
      if strstr(line, ".so") != nil, strstr(line, " (deleted)") != nil { return true }
    }
    return false
  }
}
