// SPDX-License-Identifier: Apache-2.0

package import Base
package import LibAV
package import RenderProtocol

/// Decodes a file that contains one picture.
package enum StillDecoder {
  /// Larger files are refused; a photo of 100 megapixels is well below.
  private static let maximumBytes = 1 << 28
  /// Larger drawings are refused; they are text.
  private static let maximumDrawingBytes = 1 << 24
  /// Limits for rasterising a drawing, since a small one can take hours.
  private static let drawingBounds = Decoder.Bounds(seconds: 8, bytes: 400 << 20)

  /// The picture in the file at `path`.
  ///
  /// - Parameters:
  ///   - size: The size at which a drawing is rasterised; nil for its natural size.
  ///   - damage: libav's messages about damage that was concealed.
  package static func decode(
    _ kind: ImageKind, path: String, size: PixelSize? = nil, maximumPixels: Int,
    damage: inout [String]
  ) throws(RenderFailure) -> Frame {
    guard let name = kind.decoder else {
      return try decodeContained(path: path, maximumPixels: maximumPixels, damage: &damage)
    }
    var options: [(String, String)] = []
    if kind == .svg, let size {
      options = [
        ("width", String(size.width)), ("height", String(size.height)), ("keep_ar", "0"),
      ]
    }
    var coded = PixelSize(0, 0)
    return try decode(kind, name, path, options, maximumPixels, &coded, &damage)
  }

  /// A picture with the properties of the one in the file at `path`, possibly smaller; `size` receives the real size.
  ///
  /// Of a JPEG or PNG in which nothing is unusual only the headers are decoded. What is damaged in its picture is found
  /// when that is decoded to be shown.
  package static func sample(
    _ kind: ImageKind, path: String, maximumPixels: Int, size: inout PixelSize,
    damage: inout [String]
  ) throws(RenderFailure) -> Frame {
    guard let name = kind.decoder, kind == .jpeg || kind == .png else {
      let frame = try decode(kind, path: path, maximumPixels: maximumPixels, damage: &damage)
      size = frame.size
      return frame
    }
    let bytes = try read(kind, path)
    if let small = Miniature(kind, of: bytes), small.size.width * small.size.height <= maximumPixels
    {
      var (ignored, log) = (PixelSize(0, 0), [String]())
      if let frame = try? decode(name, small.bytes, [], maximumPixels, &ignored, &log) {
        if small.isSound { damage = log }
        size = small.size
        return frame
      }
    }
    // All data of a photo is read, but decoded at an eighth of its width and height.
    let options = kind == .jpeg ? [("lowres", "3")] : []
    do throws(RenderFailure) {
      return try decode(name, bytes, options, maximumPixels, &size, &damage)
    } catch {
      if options.isEmpty { throw error }
    }
    let frame = try decode(name, bytes, [], maximumPixels, &size, &damage)
    size = frame.size
    return frame
  }

  private static func read(
    _ kind: ImageKind, _ path: String
  ) throws(RenderFailure) -> [UInt8] {
    let limit = kind == .svg ? maximumDrawingBytes : maximumBytes
    do { return try WholeFile.read(path, limit: limit) } catch {
      throw RenderFailure(kind: .disk, message: "cannot read the picture: \(error.reason)")
    }
  }

  private static func decode(
    _ kind: ImageKind, _ name: String, _ path: String, _ options: [(String, String)],
    _ maximumPixels: Int, _ coded: inout PixelSize, _ damage: inout [String]
  ) throws(RenderFailure) -> Frame {
    let bytes = try read(kind, path)
    guard kind == .svg else {
      return try decode(name, bytes, options, maximumPixels, &coded, &damage)
    }
    let drawing = SVGContents(bytes)
    try drawing.checkReferences()
    return try draw(bytes, drawing, name, options, maximumPixels, &coded)
  }

  private static func decode(
    _ name: String, _ bytes: [UInt8], _ options: [(String, String)], _ maximumPixels: Int,
    _ coded: inout PixelSize, _ damage: inout [String]
  ) throws(RenderFailure) -> Frame {
    do throws(AVError) {
      var decoder = try Decoder(named: name, options: options, maximumPixels: maximumPixels)
      let frame = try onlyFrame(of: &decoder, try packet(of: bytes))
      coded = decoder.codedSize
      damage = decoder.takeLog()
      if frame.isDamaged, damage.isEmpty { damage = ["the decoder marks it as damaged"] }
      return frame
    } catch { throw RenderFailure(reading: error) }
  }

  /// Rasterises `drawing` within limits.
  private static func draw(
    _ bytes: [UInt8], _ drawing: SVGContents, _ name: String, _ options: [(String, String)],
    _ maximumPixels: Int, _ coded: inout PixelSize
  ) throws(RenderFailure) -> Frame {
    let excess: Decoder.Excess?
    do throws(AVError) {
      var decoder = try Decoder(named: name, options: options, maximumPixels: maximumPixels)
      let frame = try Frame()
      excess = try decoder.decode(try packet(of: bytes), into: frame, within: drawingBounds) {
        CrashBreadcrumbs.touch()
      }
      if excess == nil {
        coded = decoder.codedSize
        return frame
      }
    } catch { throw RenderFailure(reading: error) }
    let bound =
      switch excess {
      case .time, nil: "\(drawingBounds.seconds) s of processor time"
      case .memory: "\(drawingBounds.bytes >> 20) MiB of memory"
      }
    throw RenderFailure(
      kind: .limit,
      message: "drawing it takes more than \(bound): \(drawing.contents); make it simpler, or "
        + "convert it to PNG")
  }

  private static func packet(of bytes: [UInt8]) throws(AVError) -> Packet {
    let packet = try Packet(size: bytes.count)
    bytes.withUnsafeBytes { packet.fill(from: $0) }
    packet.presentation = 0
    packet.isKey = true
    return packet
  }

  /// The first picture of a still image in a container (AVIF).
  private static func decodeContained(
    path: String, maximumPixels: Int, damage: inout [String]
  ) throws(RenderFailure) -> Frame {
    do throws(AVError) {
      var demuxer = try Demuxer(path: path, maximumPixels: maximumPixels)
      guard let stream = demuxer.streams.first(where: { $0.kind == .video }) else {
        throw AVError(unreadable: "find the picture", because: "there is none in the file")
      }
      var decoder = try Decoder(stream: stream.index, of: demuxer, maximumPixels: maximumPixels)
      let packet = try Packet()
      var log = demuxer.headerLog + demuxer.readAheadLog
      while try demuxer.read(into: packet) {
        log += demuxer.lastLog
        guard packet.stream == stream.index else { continue }
        if packet.isDamaged, log.isEmpty { log = ["the container's packet is damaged"] }
        let frame = try onlyFrame(of: &decoder, packet)
        damage = log + decoder.takeLog()
        if frame.isDamaged, damage.isEmpty { damage = ["the decoder marks it as damaged"] }
        return frame
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
