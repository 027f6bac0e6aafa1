// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// The pictures of a film whose pieces hold a file for each of them, one after the other.
final class KeptPictures {
  private let segments: [LinkedSegment]
  private let format: PixelFormat
  private var index = 0
  private var reader: SegmentReader
  private var decoder: Decoder
  private let packet: Packet
  private let decoded: Frame
  private var converter: FilterGraph?
  /// The form of frames that the converter takes.
  private var source: (size: PixelSize, format: PixelFormat)?

  /// The pictures of `film` as `format`, such as `rgba`.
  init(_ film: LinkRequest, as format: PixelFormat) throws(RenderFailure) {
    segments = film.segments
    self.format = format
    reader = try SegmentReader(path: segments[0].path)
    packet = try Packet.empty()
    decoder = try KeptPictures.decoder(of: reader.stream.parameters.codec)
    decoded = try Frame.empty()
  }

  private static func decoder(of codec: String) throws(RenderFailure) -> Decoder {
    do throws(AVError) { return try Decoder(named: codec) } catch {
      throw RenderFailure(reading: error)
    }
  }

  /// Puts the next picture into `frame`; false after the last one.
  ///
  /// - Parameter progress: Called with the number of pictures of a piece at its end.
  func next(
    into frame: borrowing Frame, progress: (Int) -> Void
  ) throws(RenderFailure) -> Bool {
    while index < segments.count {
      CrashBreadcrumbs.touch()
      if try reader.next(into: packet) {
        do throws(AVError) {
          try decoder.send(packet)
          guard try decoder.receive(into: decoded) == .filled else {
            throw AVError(unreadable: "decode a picture", because: "no picture came out")
          }
          try convert(into: frame)
        } catch { throw RenderFailure(reading: error) }
        return true
      }
      progress(Int(reader.frames ?? 0))
      index += 1
      if index < segments.count { try reader.open(segments[index].path) }
    }
    return false
  }

  private static let packed: KeyValuePairs = ["flags": FilterGraph.scaling]
  /// Frames converted from RGB have the matrix and the range of video.
  private static let planar: KeyValuePairs = [
    "flags": FilterGraph.scaling, "in_range": "full", "out_color_matrix": "bt709",
    "out_range": "tv",
  ]

  private func convert(into frame: borrowing Frame) throws(AVError) {
    if decoded.pixelFormat == format {
      frame.take(from: decoded)
      return
    }
    if source.map({ $0 != (decoded.size, decoded.pixelFormat) }) ?? true {
      source = (decoded.size, decoded.pixelFormat)
      converter = try FilterGraph(
        .picture(like: decoded, timeBase: Time(1)),
        [
          Filter("scale", format.isRGB ? Self.packed : Self.planar),
          Filter("format", ["pix_fmts": "\(format)"]),
        ])
    }
    decoded.forgetSideData()
    decoded.timestamp = 0
    try converter?.push(decoded)
    guard try converter?.pull(into: frame) == .filled else {
      throw AVError(unreadable: "convert a picture", because: "no frame came out")
    }
  }
}

extension Frame {
  /// A frame to be filled.
  static func empty() throws(RenderFailure) -> Frame {
    do throws(AVError) { return try Frame() } catch { throw RenderFailure(writing: error) }
  }

  /// A picture of `size` with any pixels.
  static func blank(_ size: PixelSize, _ format: PixelFormat) throws(RenderFailure) -> Frame {
    do throws(AVError) { return try Frame(size: size, format: format) } catch {
      throw RenderFailure(writing: error)
    }
  }
}

extension LinkRequest {
  /// The number of pictures in all pieces.
  func pictureCount() throws(RenderFailure) -> Int {
    var reader = try SegmentReader(path: segments[0].path)
    var count = 0
    for segment in segments {
      try reader.open(segment.path)
      count += try Int(reader.trailer().frames)
    }
    return count
  }
}
