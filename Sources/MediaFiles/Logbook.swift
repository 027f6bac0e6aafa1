// SPDX-License-Identifier: Apache-2.0

public import Actions
import Basics
import Glibc

/// Where this process writes down what it is about to do, for whoever looks when it has died.
///
/// There is one for the whole process, as there is one request at a time. Where none is kept (in
/// tests, say), writing costs nothing.
public enum Logbook {
  /// Set once, before the first request.
  nonisolated(unsafe) private static var page: WhereaboutsPage?

  /// Keeps it in the memory behind `descriptor`; to be called before anything else is done.
  ///
  /// - Returns: Whether that memory could be had.
  public static func keep(in descriptor: Int32) -> Bool {
    let memory = mmap(
      nil, WhereaboutsPage.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let memory, memory != MAP_FAILED else { return false }
    page = WhereaboutsPage(memory)
    return true
  }

  /// Says what comes next.
  public static func note(_ whereabouts: @autoclosure () -> Whereabouts) {
    if let page { page.whereabouts = whereabouts() }
  }

  /// Gives a sign of life, in the middle of something long.
  package static func touch() { page?.touch() }
}
