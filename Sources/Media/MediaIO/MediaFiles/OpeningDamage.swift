// SPDX-License-Identifier: Apache-2.0

package import LibAV

/// The positions in a stream of damage that a container logged while it was opened.
///
/// Opening a file reads its first packets, and in some formats the last ones; messages logged then do not
/// identify their packet. Therefore the packets are read again, one by one.
package struct OpeningDamage {
  /// Log messages while reading a packet of the stream, by the packet's number from 1.
  private var logs: [Int: [String]] = [:]

  /// The maximum number of bytes read ahead (`Demuxer` limits it).
  private static let readAheadBytes = 16_000_000

  /// Locates the errors that `demuxer` logged while it opened the file at `path`.
  ///
  /// Errors that belong to no packet are damage of the header, which is attributed to the first packet.
  package init(of demuxer: borrowing Demuxer, path: String, stream: Int) throws(AVError) {
    let log = demuxer.headerLog + demuxer.readAheadLog
    guard !log.isEmpty else { return }
    // The header may be followed by other data, such as the last packets of an Ogg file.
    let limit = demuxer.headerLog.isEmpty ? Self.readAheadBytes : Int.max
    let isFound = try search(path, stream, limit: limit)
    if !isFound { logs = [1: log] }
  }

  /// The errors logged for packet `number` of the stream, counted from 1 at the start of the file.
  package func log(ofPacket number: Int) -> [String] { logs[number] ?? [] }

  /// Returns true if any error was logged for packets or their end.
  private mutating func search(_ path: String, _ stream: Int, limit: Int) throws(AVError) -> Bool {
    var demuxer = try Demuxer(path: path, depth: .header, restarts: [])
    demuxer.select([stream])
    let packet = try Packet()
    var (number, bytes) = (1, 0)
    var (isThere, isFound) = (true, false)
    while isThere, bytes < limit {
      CrashBreadcrumbs.touch()
      do throws(AVError) { isThere = try demuxer.read(into: packet) } catch {
        guard error.kind == .invalidData || error.kind == .other else { throw error }
        return true
      }
      let log = demuxer.lastLog
      if !log.isEmpty {
        isFound = true
        logs[number] = logs[number] ?? log
      }
      guard isThere else { break }
      bytes += packet.bytes.count
      if packet.stream == stream { number += 1 }
    }
    return isFound
  }
}
