// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc
import LibAV
import MediaIO
import RenderProtocol

/// An animation while it is written: pictures go through an encoder into a file.
final class AnimationFile {
  /// The kind of the file.
  struct Kind {
    /// libavformat's name of the container, and its options.
    var container: String
    var settings: [(String, String)] = []
    /// libavcodec's name of the encoder, and its options.
    var encoder: String
    var options: [(String, String)]
    /// The format of pictures.
    var format: PixelFormat
    /// The number of ticks in a second.
    var rate: FrameRate
    /// True if its pictures are opaque RGB or a palette's, not those of a video stream.
    var isPacked = true
  }

  private var encoder: Encoder
  private var muxer: Muxer
  private let packet: Packet
  private let stream: Int
  private let ticks: TickScale

  /// A file at the absolute `path` of pictures of `size`.
  init(_ path: String, _ kind: Kind, size: PixelSize) throws(RenderFailure) {
    encoder = try AnimationFile.encoder(kind, size)
    muxer = try AnimationFile.muxer(path, kind)
    packet = try Packet.empty()
    do throws(AVError) {
      let parameters = try encoder.parameters()
      stream = try muxer.addStream(
        parameters, timeBase: kind.rate.frameDuration, rate: kind.rate)
      try muxer.start()
    } catch { throw RenderFailure(writing: error) }
    ticks = TickScale(from: kind.rate.frameDuration, to: muxer.timeBase(of: stream))
  }

  /// The size of the file at `path`.
  static func size(of path: String) throws(RenderFailure) -> Int64 {
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      throw RenderFailure(kind: .disk, message: "cannot look at the animation", log: [path])
    }
    return Int64(facts.st_size)
  }

  private static func encoder(_ kind: Kind, _ size: PixelSize) throws(RenderFailure) -> Encoder {
    do throws(AVError) {
      return try Encoder(
        pictures: kind.encoder, size: size, format: kind.format, rate: kind.rate,
        isStill: kind.isPacked, options: kind.options)
    } catch { throw RenderFailure(writing: error) }
  }

  private static func muxer(_ path: String, _ kind: Kind) throws(RenderFailure) -> Muxer {
    do throws(AVError) {
      var muxer = try Muxer(path: path, container: kind.container)
      for (name, value) in kind.settings { try muxer.set(name, to: value) }
      return muxer
    } catch { throw RenderFailure(writing: error) }
  }

  /// Encodes a picture, which is shown from its timestamp on.
  func encode(_ picture: borrowing Frame) throws(RenderFailure) {
    picture.isKey = false
    do throws(AVError) {
      try encoder.send(picture)
      try drain { _ in }
    } catch { throw RenderFailure(writing: error) }
  }

  /// Writes what the encoder holds back, and completes the file.
  ///
  /// - Parameter change: Is given the bytes of each packet that came last, before they are written.
  func finish(
    _ change: (UnsafeMutableRawBufferPointer) -> Void = { _ in }
  ) throws(RenderFailure) {
    do throws(AVError) {
      try encoder.sendEnd()
      try drain(change)
      try muxer.finish()
    } catch { throw RenderFailure(writing: error) }
  }

  private func drain(_ change: (UnsafeMutableRawBufferPointer) -> Void) throws(AVError) {
    while try encoder.receive(into: packet) == .filled {
      CrashBreadcrumbs.touch()
      let shown = packet.presentation ?? 0
      let length = packet.duration
      var bytes = Array(packet.bytes)
      bytes.withUnsafeMutableBytes(change)
      let copy = try Packet(size: bytes.count)
      bytes.withUnsafeBytes { copy.fill(from: $0) }
      copy.isKey = packet.isKey
      copy.stream = stream
      copy.presentation = ticks(shown)
      // Neither reorders pictures.
      copy.decoding = ticks(shown)
      copy.duration = ticks(shown + length) - ticks(shown)
      try muxer.write(copy)
    }
  }
}
