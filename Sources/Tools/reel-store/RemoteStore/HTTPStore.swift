// SPDX-License-Identifier: Apache-2.0

import CCurl

/// A server that stores files by name, accessed through one connection, one request at a time.
///
/// The server is not trusted: every exchange has a time limit, responses have a size limit, and neither
/// redirects nor proxies are followed. One thread uses it at a time.
public struct HTTPStore: ~Copyable {
  /// The time limits of an exchange.
  public struct Patience: Hashable, Sendable {
    /// Milliseconds until the connection is established.
    public var connecting: Int
    /// Milliseconds for the whole exchange.
    public var total: Int
    /// Seconds with almost no transfer.
    public var stalled: Int

    /// Limits of `connecting` and `total` milliseconds, and `stalled` seconds.
    public init(connecting: Int, total: Int, stalled: Int) {
      self.connecting = connecting
      self.total = total
      self.stalled = stalled
    }
  }

  /// Bytes per second below which a transfer counts as stalled.
  private static let stallBytes = 1024

  private let handle: UnsafeMutableRawPointer
  private let address: String

  /// Initialises the library; call it once, before any thread is started.
  public static func prepare() -> Bool { reel_curl_start() == 0 }

  /// A client of the server at `address`, an http or https URL without a trailing slash; nil if memory is exhausted.
  public init?(address: String) {
    guard let handle = reel_curl_open() else { return nil }
    self.handle = handle
    self.address = address
  }

  deinit { reel_curl_close(handle) }

  /// Downloads the file at `path`, such as `cas/0123`, and passes its bytes to `take` as they arrive.
  ///
  /// The exchange ends when `take` returns false or the file exceeds `limit` bytes. After a failure, the bytes
  /// already passed are unusable.
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

  /// Uploads `count` bytes to `path`.
  ///
  /// `give` writes bytes into the given memory and returns their number; nil cancels the upload.
  public func put(
    _ path: String, count: Int64, patience: Patience,
    give: @escaping (UnsafeMutableRawBufferPointer) -> Int?
  ) throws(ExchangeFailure) {
    let status = try perform(path, patience, body: Body(give: give), uploading: count)
    guard (200...299).contains(status) else { throw ExchangeFailure(status: status) }
  }

  /// Performs an exchange and returns the status of the response.
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

/// Both directions of an exchange, for its duration.
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
