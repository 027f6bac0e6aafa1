// SPDX-License-Identifier: Apache-2.0

import CCurl

/// A server that keeps files under names, asked one thing at a time over one connection.
///
/// It is trusted in nothing: every exchange has an end in time, an answer has one in bytes, and
/// neither redirects nor proxies lead anywhere else. It belongs to one thread at a time.
public struct HTTPStore: ~Copyable {
  /// How long an exchange may take.
  public struct Patience: Hashable, Sendable {
    /// Milliseconds until there is a connection.
    public var connecting: Int
    /// Milliseconds for all of it.
    public var total: Int
    /// Seconds in which hardly anything comes or goes.
    public var stalled: Int

    /// Patience of `connecting` and `total` milliseconds, and `stalled` seconds.
    public init(connecting: Int, total: Int, stalled: Int) {
      self.connecting = connecting
      self.total = total
      self.stalled = stalled
    }
  }

  /// Bytes a second below which a transfer counts as stalled.
  private static let stallBytes = 1024

  private let handle: UnsafeMutableRawPointer
  private let address: String

  /// Prepares the library; once, before any thread is started.
  public static func prepare() -> Bool { reel_curl_start() == 0 }

  /// The server at `address`, an http or https URL without a slash at its end; nil when there is no
  /// memory.
  public init?(address: String) {
    guard let handle = reel_curl_open() else { return nil }
    self.handle = handle
    self.address = address
  }

  deinit { reel_curl_close(handle) }

  /// Hands the file at `path`, such as `cas/0123`, to `take` as it comes, as long as `take` says to
  /// go on and there are no more than `limit` bytes.
  ///
  /// What has been taken by the time it fails is of no use.
  public func get(
    _ path: String, limit: Int64, patience: Patience,
    take: @escaping (UnsafeRawBufferPointer) -> Bool
  ) throws(ExchangeFailure) {
    var taken: Int64 = 0
    let body = Body(
      take: { bytes in
        taken += Int64(bytes.count)
        return taken <= limit && take(bytes)
      })
    let status: Int
    do throws(ExchangeFailure) { status = try perform(path, patience, body: body) } catch {
      throw taken > limit && error == .stopped ? .tooLarge : error
    }
    guard status == 200 else { throw ExchangeFailure(status: status) }
  }

  /// Stores `count` bytes at `path`, which `give` writes into the memory that it is handed and tells
  /// the number of; nil ends it.
  public func put(
    _ path: String, count: Int64, patience: Patience,
    give: @escaping (UnsafeMutableRawBufferPointer) -> Int?
  ) throws(ExchangeFailure) {
    let status = try perform(path, patience, body: Body(give: give), uploading: count)
    guard (200...299).contains(status) else { throw ExchangeFailure(status: status) }
  }

  /// Performs an exchange and gives the status of the answer.
  private func perform(
    _ path: String, _ patience: Patience, body: Body, uploading count: Int64 = -1
  ) throws(ExchangeFailure) -> Int {
    var status = 0
    let code = (address + "/" + path).withCString { url in
      var exchange = reel_exchange(
        url: url, connect_milliseconds: patience.connecting, total_milliseconds: patience.total,
        stall_bytes: HTTPStore.stallBytes, stall_seconds: patience.stalled, upload_bytes: count,
        target: Unmanaged.passUnretained(body).toOpaque(),
        take: { target, bytes, count in
          guard let target else { return 1 }
          let body = Unmanaged<Body>.fromOpaque(target).takeUnretainedValue()
          return body.take(UnsafeRawBufferPointer(start: bytes, count: count)) ? 0 : 1
        },
        give: { target, bytes, count in
          guard let target else { return -1 }
          let body = Unmanaged<Body>.fromOpaque(target).takeUnretainedValue()
          let room = UnsafeMutableRawBufferPointer(start: bytes, count: count)
          return body.give(room).map { Int64($0) } ?? -1
        })
      return withExtendedLifetime(body) { reel_curl_perform(handle, &exchange, &status) }
    }
    guard Int(code) == REEL_EXCHANGE_DONE else { throw ExchangeFailure(code: Int(code)) }
    return status
  }
}

/// Both directions of an exchange, for as long as it lasts.
private final class Body {
  let take: (UnsafeRawBufferPointer) -> Bool
  let give: (UnsafeMutableRawBufferPointer) -> Int?

  init(
    take: @escaping (UnsafeRawBufferPointer) -> Bool = { _ in false },
    give: @escaping (UnsafeMutableRawBufferPointer) -> Int? = { _ in nil }
  ) {
    self.take = take
    self.give = give
  }
}
