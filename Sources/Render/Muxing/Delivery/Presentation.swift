// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// The description of a stream that players of MPEG-DASH open (ISO/IEC 23009-1): a presentation of one period, in which the
/// pictures and the sound have a representation each, whose media segments are listed by name.
struct Presentation {
  private let streams: MainPlaylist

  /// The presentation of the tracks of `streams`.
  init(_ streams: MainPlaylist) { self.streams = streams }

  /// The document.
  var text: String {
    let tracks = [streams.pictures, streams.sound].compactMap(\.self)
    let longest = tracks.flatMap(\.items).map(\.duration).max() ?? .zero
    let length = tracks.map { $0.items.reduce(Time.zero) { $0 + $1.duration } }.max() ?? .zero
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-main:2011" type="static""#
        + #" mediaPresentationDuration="\#(Self.duration(length))""#
        + #" maxSegmentDuration="\#(Self.duration(longest))""#
        + #" minBufferTime="\#(Self.duration(min(longest, Time(4))))">"#,
      #"  <Period id="0" start="PT0S">"#,
    ]
    lines += adaptation(streams.pictures, id: 0, pictureFacts, channels: nil)
    if let sound = streams.sound {
      let rate = (Time(1) / sound.stream.timeBase).rounded
      lines += adaptation(
        sound, id: 1, #" audioSamplingRate="\#(rate)""#, channels: sound.stream.parameters.channels)
    }
    return (lines + ["  </Period>", "</MPD>"]).joined(separator: "\n") + "\n"
  }

  private var pictureFacts: String {
    let size = streams.pictures.stream.parameters.size
    let rate = streams.canvas.rate.perSecond
    let shown =
      rate.denominator == 1 ? "\(rate.numerator)" : "\(rate.numerator)/\(rate.denominator)"
    return #" width="\#(size.width)" height="\#(size.height)" frameRate="\#(shown)""#
  }

  private func adaptation(
    _ track: StreamTrack, id: Int, _ facts: String, channels: Int?
  ) -> [String] {
    let kind = channels == nil ? "video" : "audio"
    let codecs = track.codec.map { #" codecs="\#($0)""# } ?? ""
    let header = PlaylistURI(track.header.file.name).text
    var lines = [
      #"    <AdaptationSet id="\#(id)" contentType="\#(kind)" mimeType="\#(kind)/mp4" segmentAlignment="true" startWithSAP="1">"#,
      #"      <Representation id="\#(kind)"\#(codecs) bandwidth="\#(track.peakRate)"\#(facts)>"#,
    ]
    if let channels {
      lines.append(
        #"        <AudioChannelConfiguration schemeIdUri="urn:mpeg:dash:23003:3:audio_channel_configuration:2011" value="\#(channels)"/>"#
      )
    }
    let scale = (Time(1) / track.header.timeBase).rounded
    lines += [
      #"        <SegmentList timescale="\#(scale)">"#,
      #"          <Initialization sourceURL="\#(header)"/>"#, "          <SegmentTimeline>",
    ]
    var start = Time.zero
    for item in track.items {
      let (first, end) = (
        start / track.header.timeBase, (start + item.duration) / track.header.timeBase
      )
      lines.append(
        #"            <S t="\#(first.rounded)" d="\#(end.rounded - first.rounded)"/>"#)
      start = start + item.duration
    }
    lines.append("          </SegmentTimeline>")
    for item in track.items {
      lines.append(#"          <SegmentURL media="\#(PlaylistURI(item.file.name).text)"/>"#)
    }
    return lines + ["        </SegmentList>", "      </Representation>", "    </AdaptationSet>"]
  }

  /// A duration as XML Schema writes it.
  private static func duration(_ time: Time) -> String { "PT\(time.decimal(3))S" }
}
