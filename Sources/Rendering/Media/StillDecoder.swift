// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// Decodes a file that holds one picture.
enum StillDecoder {
  /// Larger files are refused; a photo of 100 megapixels is well below.
  private static let maximumBytes = 1 << 28
  /// Larger drawings are refused; they are text.
  private static let maximumDrawingBytes = 1 << 24

  /// The picture in the file at `path`.
  ///
  /// - Parameter size: The size at which a drawing is rasterised; nil for its natural size.
  static func decode(
    _ kind: ImageKind, path: String, size: PixelSize? = nil, maximumPixels: Int
  ) throws(RenderFailure) -> Frame {
    guard let name = kind.decoder else {
      return try decodeContained(path: path, maximumPixels: maximumPixels)
    }
    var options: [(String, String)] = []
    if kind == .svg, let size {
      options = [
        ("width", String(size.width)), ("height", String(size.height)), ("keep_ar", "0"),
      ]
    }
    var coded = PixelSize(0, 0)
    return try decode(kind, name, path, options, maximumPixels, &coded)
  }

  /// A picture like the one in the file at `path`, and in `size` the size of that, which it may not have.
  ///
  /// Of a photo all data are read, but an eighth of its width and height is made of them: that saves a
  /// third of the time, and most of the memory.
  static func sample(
    _ kind: ImageKind, path: String, maximumPixels: Int, size: inout PixelSize
  ) throws(RenderFailure) -> Frame {
    if kind == .jpeg, let name = kind.decoder,
      let small = try? decode(kind, name, path, [("lowres", "3")], maximumPixels, &size)
    {
      return small
    }
    let frame = try decode(kind, path: path, maximumPixels: maximumPixels)
    size = frame.size
    return frame
  }

  private static func decode(
    _ kind: ImageKind, _ name: String, _ path: String, _ options: [(String, String)],
    _ maximumPixels: Int, _ coded: inout PixelSize
  ) throws(RenderFailure) -> Frame {
    let limit = kind == .svg ? maximumDrawingBytes : maximumBytes
    let bytes: [UInt8]
    do { bytes = try WholeFile.read(path, limit: limit) } catch {
      throw RenderFailure(kind: .disk, message: "cannot read the picture: \(error.reason)")
    }
    do throws(AVError) {
      var decoder = try Decoder(named: name, options: options, maximumPixels: maximumPixels)
      let packet = try Packet(size: bytes.count)
      bytes.withUnsafeBytes { packet.fill(from: $0) }
      packet.presentation = 0
      packet.isKey = true
      let frame = try onlyFrame(of: &decoder, packet)
      coded = decoder.codedSize
      return frame
    } catch { throw RenderFailure(reading: error) }
  }

  /// The first picture of a still image in a container (AVIF).
  private static func decodeContained(
    path: String, maximumPixels: Int
  ) throws(RenderFailure) -> Frame {
    do throws(AVError) {
      var demuxer = try Demuxer(path: path, maximumPixels: maximumPixels)
      guard let stream = demuxer.streams.first(where: { $0.kind == .video }) else {
        throw AVError(unreadable: "find the picture", because: "there is none in the file")
      }
      var decoder = try Decoder(stream: stream.index, of: demuxer, maximumPixels: maximumPixels)
      let packet = try Packet()
      while try demuxer.read(into: packet) {
        if packet.stream == stream.index { return try onlyFrame(of: &decoder, packet) }
      }
      throw AVError(unreadable: "find the picture", because: "there is none in the file")
    } catch { throw RenderFailure(reading: error) }
  }

  private static func onlyFrame(
    of decoder: inout Decoder, _ packet: borrowing Packet
  ) throws(AVError) -> Frame {
    let frame = try Frame()
    try decoder.send(packet)
    if try decoder.receive(into: frame) == .filled { return frame }
    try decoder.sendEnd()
    if try decoder.receive(into: frame) == .filled { return frame }
    throw AVError(unreadable: "decode the picture", because: "no picture came out")
  }
}
