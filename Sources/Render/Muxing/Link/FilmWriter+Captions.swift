// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

// The caption tracks of a film.

extension FilmWriter {
  static let millisecond = Time(1, over: 1000)

  mutating func addCaptions(_ tracks: [CaptionTrack]) throws(RenderFailure) {
    guard let format = CaptionFormat(container: request.container) else { return }
    for track in tracks {
      do throws(AVError) {
        let index = try muxer.addCaptions(
          codec: format.codec, header: format.header, timeBase: FilmWriter.millisecond,
          tag: format.tag, isDefault: track.isDefault)
        if captionTicks.isEmpty { captionIndex = index }
        captionTicks.append(TickScale(from: Time(1), to: Time(1)))
        if let language = track.language {
          try muxer.setTag("language", ofStream: index, to: name(of: language))
        }
        if let name = track.name {
          try muxer.setTag(isMovie ? "handler_name" : "title", ofStream: index, to: name)
        }
      } catch { throw RenderFailure(writing: error) }
    }
  }

  /// Notes before which frame the next caption is written.
  mutating func awaitCaption() {
    nextCaption =
      captions.nextStart.map { (Time($0) * FilmWriter.millisecond * rate.perSecond).floor }
      ?? Int64.max
  }

  /// Writes the captions that begin up to frame `frame`, or all.
  mutating func copyCaptions(until frame: Int64?) throws(RenderFailure) {
    let limit = frame.map { (rate.time(of: Int($0) + 1) / FilmWriter.millisecond).floor }
    while let next = captions.next(until: limit ?? Int64.max) {
      do throws(AVError) {
        let packet = try Packet(size: next.bytes.count)
        next.bytes.withUnsafeBytes { packet.fill(from: $0) }
        if let settings = next.settings { try packet.setCueSettings(settings) }
        packet.stream = captionIndex + next.track
        let start = captionTicks[next.track](next.start)
        packet.presentation = start
        packet.decoding = start
        packet.duration = captionTicks[next.track](next.start + next.duration) - start
        packet.isKey = true
        try muxer.write(packet)
      } catch { throw RenderFailure(writing: error) }
    }
    awaitCaption()
  }
}
