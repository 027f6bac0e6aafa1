// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// Decodes sound that is copied, to see that it can be: that takes next to no time, and a film is not
/// to have a hole in it that nobody was told of.
final class SoundCheck {
  private let clip: SoundClip
  private let source: SourceStream
  private var decoder: Decoder
  private let frame: Frame

  /// A check of the packets that `source` reads for `clip`.
  init(_ source: SourceStream, of clip: SoundClip) throws(RenderFailure) {
    let frame = try SoundCheck.emptyFrame()
    decoder = try source.decoder()
    (self.source, self.clip) = (source, clip)
    self.frame = frame
  }

  /// Decodes the packet that was read last, whose time is `ticks`; throws where that fails.
  func take(at ticks: Int64) throws(RenderFailure) {
    do throws(AVError) {
      try decoder.send(source.packet)
      while try decoder.receive(into: frame) == .filled {}
    } catch {
      let time = Time(ticks: ticks, base: source.timeBase) - clip.zero
      throw RenderFailure(
        kind: .media,
        message: "cannot decode the sound of '\(clip.file.name)' at \(time.milliseconds) s",
        origin: clip.origin, sourceTime: time, log: error.log)
    }
  }

  private static func emptyFrame() throws(RenderFailure) -> Frame {
    do throws(AVError) { return try Frame() } catch { throw RenderFailure(reading: error) }
  }
}
