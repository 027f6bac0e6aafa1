// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A Unix socket at which a worker waits for the next run of `reel`, once the one that started it has ended.
///
/// Who takes it over sends the ends of pipes that become its standard streams, and its shared page, and gets one byte for
/// them: from then on it is as one that was started with them.
public struct WaitingPlace: Sendable {
  /// The descriptors that are handed over: those of the standard streams, and the shared page.
  public static let descriptorCount = 4

  /// The absolute path of the socket, in a folder that is this user's alone.
  public var path: String

  /// The place at `path`.
  public init(_ path: String) { self.path = path }

  /// Has the worker that waits there take `descriptors` over, and gives its process; nil where none waits.
  public func take(_ descriptors: [Int32]) -> Int32? {
    // One that waits accepts at once, and answers at once.
    guard let socket = unixSocket(waits: false) else { return nil }
    defer { close(socket) }
    guard withAddress({ connect(socket, $0, $1) }) == 0 else { return nil }
    let process = reel_own_peer(socket)
    guard process > 0,
      reel_send_descriptors(socket, descriptors, Int32(descriptors.count)) == 0
    else { return nil }
    var byte: UInt8 = 0
    guard WireReader.isReady(socket, within: 500), read(socket, &byte, 1) == 1 else { return nil }
    return process
  }

  /// Waits there for `seconds`, and gives the descriptors that are handed over; nil if none are, where another one waits,
  /// and where `isFit` says no when it is called for.
  public func wait(seconds: Int32, isFit: () -> Bool) -> [Int32]? {
    let lock = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard lock >= 0 else { return nil }
    defer { close(lock) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0, let socket = unixSocket() else { return nil }
    // What one left that was killed.
    unlink(path)
    defer {
      close(socket)
      unlink(path)
    }
    guard withAddress({ bind(socket, $0, $1) }) == 0, listen(socket, 1) == 0 else { return nil }
    guard WireReader.isReady(socket, within: seconds * 1000) else { return nil }
    let caller = accept(socket, nil, nil)
    guard caller >= 0 else { return nil }
    defer { close(caller) }
    var found = [Int32](repeating: -1, count: WaitingPlace.descriptorCount)
    guard reel_own_peer(caller) > 0, isFit(), WireReader.isReady(caller, within: 1000),
      reel_receive_descriptors(caller, &found) == WaitingPlace.descriptorCount,
      WireReader.write([1], to: caller)
    else {
      for descriptor in found where descriptor >= 0 { close(descriptor) }
      return nil
    }
    return found
  }

  private func unixSocket(waits: Bool = true) -> Int32? {
    let kind =
      SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (waits ? 0 : SOCK_NONBLOCK.rawValue)
    let found = socket(AF_UNIX, Int32(kind), 0)
    return found < 0 ? nil : found
  }

  /// The result of `body` for the socket's address; -1 where the path is too long for one.
  private func withAddress(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let isShort = withUnsafeMutableBytes(of: &address.sun_path) { space in
      space.copyBytes(from: path.utf8.prefix(space.count - 1))
      return path.utf8.count < space.count
    }
    guard isShort else { return -1 }
    return withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
