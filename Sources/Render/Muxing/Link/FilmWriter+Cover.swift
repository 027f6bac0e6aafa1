// SPDX-License-Identifier: Apache-2.0

import LibAV
import MediaIO
import RenderProtocol

// The cover of a film or a sound file.

extension FilmWriter {
  private static let mostCoverBytes = 16 << 20

  /// The file of `cover`.
  private func bytesOf(_ cover: CoverPicture) throws(RenderFailure) -> [UInt8] {
    do throws(RenderingFileError) {
      return try WholeFile.read(cover.file.path, limit: Self.mostCoverBytes)
    } catch {
      let limit = "covers have at most \(Self.mostCoverBytes >> 20) MiB"
      throw RenderFailure(
        kind: .media,
        message: "the cover '\(cover.file.name)' cannot be read: \(error.reason) (\(limit))",
        log: [error.call])
    }
  }

  /// Adds `cover`, before the header; returns its packet, which comes first, where it is not in the header.
  mutating func add(_ cover: CoverPicture) throws(RenderFailure) -> CoverPacket? {
    let bytes = try bytesOf(cover)
    do throws(AVError) {
      if request.container == "matroska" {
        let (name, type) = cover.codec == "png" ? ("png", "png") : ("jpg", "jpeg")
        try muxer.attach(bytes, name: "cover." + name, codec: cover.codec, type: "image/" + type)
        return nil
      }
      return CoverPacket(
        stream: try muxer.addCover(codec: cover.codec, size: cover.size), bytes: bytes)
    } catch { throw RenderFailure(writing: error) }
  }

  mutating func write(_ cover: CoverPacket) throws(RenderFailure) {
    do throws(AVError) {
      let packet = try Packet(size: cover.bytes.count)
      cover.bytes.withUnsafeBytes { packet.fill(from: $0) }
      packet.stream = cover.stream
      packet.presentation = 0
      packet.decoding = 0
      packet.isKey = true
      try muxer.write(packet)
    } catch { throw RenderFailure(writing: error) }
  }
}

/// A cover that is a packet of its own.
struct CoverPacket {
  var stream: Int
  var bytes: [UInt8]
}
