// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// Decodes sound that is copied, to see that it can be: that takes next to no time, and a film is not
/// to have a hole in it that nobody was told of.
final class SoundCheck {
  private let clip: SoundClip
  private var decoder: Decoder
  private let frame: Frame
  private let timeBase: Time

  /// A check of the packets of `clip`, which `demuxer` has open.
  init(clip: SoundClip, _ demuxer: borrowing Demuxer) throws(RenderFailure) {
    let frame = try SoundCheck.emptyFrame()
    decoder = try SoundCheck.decoder(clip, demuxer)
    timeBase = demuxer.streams[clip.stream].timeBase
    self.clip = clip
    self.frame = frame
  }

  /// Decodes the next packet, whose time is `ticks`; throws where that fails.
  func take(_ packet: borrowing Packet, at ticks: Int64) throws(RenderFailure) {
    do throws(AVError) {
      try decoder.send(packet)
      while try decoder.receive(into: frame) == .filled {}
    } catch {
      let time = Time(ticks: ticks, base: timeBase) - clip.zero
      let name = clip.file.path.split(separator: "/").last ?? ""
      throw RenderFailure(
        kind: .media, message: "cannot decode the sound of '\(name)' at \(time.milliseconds) s",
        origin: clip.origin, sourceTime: time, log: error.log)
    }
  }

  private static func emptyFrame() throws(RenderFailure) -> Frame {
    do throws(AVError) { return try Frame() } catch { throw RenderFailure(reading: error) }
  }

  private static func decoder(
    _ clip: SoundClip, _ demuxer: borrowing Demuxer
  ) throws(RenderFailure) -> Decoder {
    do throws(AVError) { return try Decoder(stream: clip.stream, of: demuxer) } catch {
      throw RenderFailure(reading: error, origin: clip.origin)
    }
  }
}
