// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc
import RenderProtocol

/// Downloads pieces from a shared store and uploads them, one at a time.
///
/// A piece is stored as two files: its record, named by its key, and its bytes, named by their digest. The
/// bytes are uploaded first, so that a record never refers to missing bytes.
struct CacheClient: ~Copyable {
  private let store: HTTPStore

  /// A messenger to the store at `url`; nil if memory is exhausted.
  init?(_ url: String) {
    guard let store = HTTPStore(address: url) else { return nil }
    self.store = store
  }

  func perform(_ request: StoreRequest) -> StoreReply {
    do throws(StoreFailure) {
      switch request {
      case .open: throw StoreFailure("was opened twice")
      case .fetch(let request): return try fetch(request)
      case .send(let request):
        try send(request)
        return .sent
      }
    } catch {
      return .failed(error)
    }
  }

  // MARK: - Downloading

  private func fetch(_ request: FetchRequest) throws(StoreFailure) -> StoreReply {
    guard let bytes = try record(of: request.key) else { return .missing }
    guard let record = PieceRecord(bytes) else {
      throw StoreFailure("has a piece whose record cannot be read")
    }
    guard record.key == request.key, record.length == request.length else {
      throw StoreFailure("has the record of another piece under this key")
    }
    guard record.size <= request.sizeLimit else {
      throw StoreFailure("has a piece larger than the size limit")
    }
    do throws(StoreFailure) {
      return try content(of: record, to: request.output) ? .fetched(record) : .missing
    } catch {
      unlink(request.output)
      throw error
    }
  }

  /// The bytes of the record of a piece; nil if there is none.
  private func record(of key: Fingerprint) throws(StoreFailure) -> [UInt8]? {
    var bytes: [UInt8] = []
    do throws(ExchangeFailure) {
      try store.get(
        PieceRecord.name(of: key), limit: Int64(PieceRecord.sizeLimit), patience: .records
      ) { part in
        bytes += part
        return true
      }
      return bytes
    } catch .missing {
      return nil
    } catch {
      throw StoreFailure(error.description)
    }
  }

  /// Downloads the bytes that `record` names into a new file at `path`; returns false if they no longer exist.
  private func content(of record: PieceRecord, to path: String) throws(StoreFailure) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw StoreFailure("cannot be used: no file can be written") }
    defer { close(file) }
    var digester = Digester()
    var size: Int64 = 0
    var isDiskFull = false
    do throws(ExchangeFailure) {
      try store.get(
        record.contentName, limit: record.size, patience: .content(record.size)
      ) { part in
        digester.update(part)
        size += Int64(part.count)
        isDiskFull = !CacheClient.write(part, to: file)
        return !isDiskFull
      }
    } catch .missing {
      unlink(path)
      return false
    } catch {
      throw StoreFailure(isDiskFull ? "cannot be used: no file can be written" : error.description)
    }
    guard size == record.size, digester.fingerprint() == record.digest else {
      throw StoreFailure("sends other bytes than it promised")
    }
    return true
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(file, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }

  // MARK: - Uploading

  private func send(_ request: SendRequest) throws(StoreFailure) {
    let record = request.record
    let file = open(request.input, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw StoreFailure("was not sent a piece that has been removed meanwhile")
    }
    defer { close(file) }
    do throws(ExchangeFailure) {
      try store.put(
        record.contentName, count: record.size, patience: .content(record.size)
      ) { room in
        let count = read(file, room.baseAddress, room.count)
        return count < 0 ? nil : count
      }
      var rest = record.bytes[...]
      try store.put(
        PieceRecord.name(of: record.key), count: Int64(rest.count), patience: .records
      ) { room in
        let part = rest.prefix(room.count)
        room.copyBytes(from: part)
        rest = rest.dropFirst(part.count)
        return part.count
      }
    } catch {
      throw StoreFailure(error.description)
    }
  }
}

extension HTTPStore.Patience {
  /// Milliseconds until the connection is established.
  private static let connecting = 2000

  /// For records, which are small.
  static let records = HTTPStore.Patience(connecting: connecting, total: 5000, stalled: 5)

  /// For the bytes of a piece: the time that a connection of 100 kB/s needs, but at most a minute, in which
  /// most pieces can be rendered.
  static func content(_ size: Int64) -> HTTPStore.Patience {
    let transfer = Int(clamping: min(size / 100, 55_000))
    return HTTPStore.Patience(connecting: connecting, total: 5000 + transfer, stalled: 5)
  }
}
