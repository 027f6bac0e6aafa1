// SPDX-License-Identifier: Apache-2.0

package import Base
package import LibAV
package import RenderProtocol

/// One stream of a source whose packets are copied, read packet by packet.
package final class SourceStream {
  /// The last packet read.
  package let packet: Packet
  /// The stream parameters of the packets.
  package let parameters: CodecParameters
  /// The time base of packet times, in seconds.
  package let timeBase: Time

  /// True if the container has exact times of all packets, regardless of where reading starts.
  package let isIndexed: Bool

  /// Formats with an exact index.
  package static let indexed: Set = [
    "mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", "wav", "w64", "aiff", "caf",
  ]

  private let file: MediaFile
  private let index: Int
  private let origin: Origin
  private let subject: String
  private var demuxer: Demuxer

  /// Opens the stream `index` of `file`, which the clip at `origin` uses.
  ///
  /// - Parameter subject: A prefix of the file's name in messages about copying.
  package init(
    _ index: Int, of file: MediaFile, origin: Origin, subject: String = ""
  ) throws(RenderFailure) {
    let packet = try Packet.empty()
    let demuxer = try SourceStream.open(file, index, origin)
    guard let parameters = demuxer.parameters(of: index) else {
      throw RenderFailure(
        kind: .media, message: "cannot copy from '\(file.name)': there is no stream \(index)",
        origin: origin)
    }
    self.packet = packet
    self.parameters = parameters
    timeBase = demuxer.streams[index].timeBase
    isIndexed = SourceStream.indexed.contains(demuxer.format)
    (self.file, self.index, self.origin, self.subject) = (file, index, origin, subject)
    self.demuxer = demuxer
  }

  private static func open(
    _ file: MediaFile, _ index: Int, _ origin: Origin
  ) throws(RenderFailure) -> Demuxer {
    do throws(AVError) {
      let demuxer = try Demuxer(
        path: file.path, depth: .packetsOfOne(index), restarts: file.restarts ?? [])
      demuxer.select([index])
      return demuxer
    } catch { throw RenderFailure(reading: error, origin: origin) }
  }

  /// A decoder of the packets.
  package func decoder() throws(RenderFailure) -> Decoder {
    do throws(AVError) { return try Decoder(stream: index, of: demuxer) } catch {
      throw RenderFailure(reading: error, origin: origin)
    }
  }

  /// Reads the next packet; returns false at the end.
  package func read() throws(RenderFailure) -> Bool {
    do throws(AVError) {
      while try demuxer.read(into: packet) {
        CrashBreadcrumbs.touch()
        if packet.stream == index { return true }
      }
      return false
    } catch { throw RenderFailure(reading: error, origin: origin) }
  }

  /// Seeks to the last random access packet before `ticks`, as far as the container knows; returns whether
  /// seeking is possible.
  package func seek(to ticks: Int64) -> Bool {
    do throws(AVError) {
      try demuxer.seek(stream: index, to: ticks)
      return true
    } catch { return false }
  }

  /// Returns to the first packet.
  package func rewind() throws(RenderFailure) {
    demuxer = try SourceStream.open(file, index, origin)
  }

  /// The failure that the source has changed since probing, or was misinterpreted.
  package func strange(_ reason: String) -> RenderFailure {
    RenderFailure(
      kind: .media, message: "cannot copy \(subject)'\(file.name)': \(reason)", origin: origin)
  }
}
