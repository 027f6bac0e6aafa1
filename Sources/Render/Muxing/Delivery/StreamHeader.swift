// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc
import LibAV
import MediaIO
import RenderProtocol

/// The initialization segment of a track of a stream: what a player has to know before the first sample.
///
/// libavformat writes it, as it does for films; of what it writes, the boxes that describe the track are kept.
struct StreamHeader {
  /// Its file.
  var file: DeliveredFile
  /// Seconds per tick of the track.
  var timeBase: Time
  /// The codec's record of its pictures, as the box `avcC` or `hvcC` holds it; empty for audio.
  var record: [UInt8]

  /// The header of pictures of `stream`, which begin with `packet`, written into `folder`.
  ///
  /// Frames are decoded before they are shown, by as many as the encoder reorders; libavformat writes an edit list that
  /// makes up for that. Offsets below 0 would do without, but some readers take them for a later start.
  init(
    pictures stream: SegmentStream, first packet: borrowing Packet, rate: FrameRate,
    sampleAspect: Time?, in folder: String, prefix: String
  ) throws(RenderFailure) {
    do throws(AVError) {
      var muxer = try Muxer(path: folder + Self.unfinished, container: "mp4")
      let index = try muxer.addStream(
        stream.stored, timeBase: rate.frameDuration, rate: rate,
        tag: stream.parameters.codec == "hevc" ? "hvc1" : nil, sampleAspect: sampleAspect ?? Time(1)
      )
      timeBase = try Self.write(
        packet, of: index, from: rate.frameDuration,
        -Int64(stream.parameters.delay), into: &muxer)
    } catch { throw RenderFailure(writing: error) }
    (file, record) = try StreamHeader.kept(in: folder, prefix: prefix)
  }

  /// The header of sound of `stream`, which begins with `packet`, written into `folder`.
  ///
  /// The encoder's delay, the inaudible part of the first packets, is in an edit list, too.
  init(
    sound stream: SegmentStream, first packet: borrowing Packet, in folder: String, prefix: String
  ) throws(RenderFailure) {
    do throws(AVError) {
      var muxer = try Muxer(path: folder + Self.unfinished, container: "mp4")
      let index = try muxer.addStream(stream.stored, timeBase: stream.timeBase)
      timeBase = try Self.write(
        packet, of: index, from: stream.timeBase, packet.presentation ?? 0, into: &muxer)
    } catch { throw RenderFailure(writing: error) }
    (file, record) = try StreamHeader.kept(in: folder, prefix: prefix)
  }

  private static let unfinished = "/unfinished"

  /// Writes a film of `packet` alone, which is decoded at the tick `decoding` of `ticks` seconds; returns the time base of
  /// its track.
  private static func write(
    _ packet: borrowing Packet, of index: Int, from ticks: Time, _ decoding: Int64,
    into muxer: inout Muxer
  ) throws(AVError) -> Time {
    try muxer.set("movflags", to: "empty_moov+default_base_moof+frag_custom+delay_moov")
    try muxer.start()
    let timeBase = muxer.timeBase(of: index)
    let scale = TickScale(from: ticks, to: timeBase)
    packet.stream = index
    packet.presentation = scale(packet.presentation ?? 0)
    packet.decoding = scale(decoding)
    packet.duration = scale(decoding + packet.duration) - scale(decoding)
    try muxer.write(packet)
    try muxer.finish()
    return timeBase
  }

  /// Makes of the unfinished file in `folder` one of the boxes that describe its track, named by the digest of its bytes.
  private static func kept(
    in folder: String, prefix: String
  ) throws(RenderFailure) -> (DeliveredFile, record: [UInt8]) {
    let path = folder + unfinished
    let file: [UInt8]
    do throws(RenderingFileError) { file = try WholeFile.read(path, limit: 64 << 20) } catch {
      throw RenderFailure(
        kind: .disk, message: "cannot read the film: \(error.reason)", log: [path])
    }
    unlink(path)
    let (bytes, count) = MediaBoxes.only(["ftyp", "moov"], of: file)
    guard count == 2 else {
      throw RenderFailure(kind: .program, message: "a header without a description of its track")
    }
    let name = prefix + "init-" + Fingerprint(of: bytes).short + ".mp4"
    try write(bytes, to: folder + "/" + name)
    return (
      DeliveredFile(name: name, bytes: Int64(bytes.count)),
      MediaBoxes.content(of: ["avcC", "hvcC"], in: bytes)
    )
  }

  /// Makes a file of `bytes` at `path`.
  static func write(_ bytes: [UInt8], to path: String) throws(RenderFailure) {
    let file = fopen(path, "wbe")
    let isWritten = file.map { fwrite(bytes, 1, bytes.count, $0) == bytes.count } ?? false
    let code = errno
    guard let file, fclose(file) == 0, isWritten else {
      throw RenderFailure(
        kind: .disk, message: "cannot write the film: \(String(cString: strerror(code)))",
        log: [path])
    }
  }
}
