// SPDX-License-Identifier: Apache-2.0

import AV
public import Actions
import Basics

extension SoundRenderer {
  /// Decodes the packets that `request` copies; what is damaged first, or nil.
  ///
  /// - Parameter progress: Told how many hundredths of a second more have been decoded.
  public func check(
    _ request: CopySoundRequest, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> CopyFault? {
    let clip = request.clip
    let source = try SourceStream(
      clip.stream, of: clip.file, origin: clip.origin, subject: "the sound of ")
    let rate = Time(Int64(request.sampleRate))
    let start = clip.zero + Time(clip.firstSample(request.sampleRate)) / rate
    let first = (start / source.timeBase).floor
    let end = ((start + Time(clip.count) / rate) / source.timeBase).ceiling
    // Where it cannot be sought it is decoded from the start.
    if !source.seek(to: first) { try source.rewind() }
    let check = try SoundCheck(source, of: clip)
    var told = first
    while try source.read() {
      guard let time = source.packet.presentation else { continue }
      guard time < end else { break }
      guard time + source.packet.duration > first else { continue }
      do throws(RenderFailure) { try check.take(at: time) } catch {
        return CopyFault(.damaged, sourceTime: error.sourceTime, log: error.log)
      }
      let hundredths = Int((Time(ticks: time - told, base: source.timeBase) * Time(100)).floor)
      if hundredths >= 100 {
        progress(hundredths)
        told = time
      }
    }
    return nil
  }
}
