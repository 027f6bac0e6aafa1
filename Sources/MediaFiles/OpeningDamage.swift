// SPDX-License-Identifier: Apache-2.0

package import AV

/// Where in a stream the damage lies that a container logged while it was opened.
///
/// To open a file, its first packets are read ahead, and of some formats the last ones; what is logged
/// then does not say which packet it is about. So the packets are read once more, one by one.
package struct OpeningDamage {
  /// What is logged when a packet of the stream is read, by the packet's number from 1.
  private var logs: [Int: [String]] = [:]

  /// No more bytes than this are read ahead (`Demuxer` bounds it).
  private static let readAheadBytes = 16_000_000

  /// Finds the places of what `demuxer` logged while it opened the file at `path`.
  ///
  /// What is logged about no packet is damage of the header, and belongs to the first packet.
  package init(of demuxer: borrowing Demuxer, path: String, stream: Int) throws(AVError) {
    let log = demuxer.headerLog + demuxer.readAheadLog
    guard !log.isEmpty else { return }
    // The header is followed by anything, such as the last packets of an Ogg file.
    let limit = demuxer.headerLog.isEmpty ? Self.readAheadBytes : Int.max
    let isFound = try search(path, stream, limit: limit)
    if !isFound { logs = [1: log] }
  }

  /// What was logged about packet `number` of the stream, counted from 1 at the start of the file.
  package func log(ofPacket number: Int) -> [String] { logs[number] ?? [] }

  /// Whether anything was logged about packets, or about their end.
  private mutating func search(_ path: String, _ stream: Int, limit: Int) throws(AVError) -> Bool {
    var demuxer = try Demuxer(path: path, depth: .header)
    demuxer.select([stream])
    let packet = try Packet()
    var (number, bytes) = (1, 0)
    var (isThere, isFound) = (true, false)
    while isThere, bytes < limit {
      Logbook.touch()
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
