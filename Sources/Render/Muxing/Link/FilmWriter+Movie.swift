// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

// Settings that MP4 and QuickTime files need before their first packet.

extension FilmWriter {
  /// True if the container belongs to the QuickTime family.
  var isMovie: Bool { ["mp4", "mov", "ipod"].contains(request.container) }

  /// The movie timescale: a number of which both tracks' durations are whole multiples.
  var movieTimescale: Int64 {
    let pictures = pictures == nil ? 1 : rate.perSecond.numerator
    let samples = Int64(sound?.stream.parameters.sampleRate ?? 1)
    let product = pictures.multipliedReportingOverflow(by: samples)
    guard !product.overflow else { return max(pictures, samples) }
    let common = Time(pictures, over: samples)  // in lowest terms
    let multiple = product.partialValue / max(1, pictures / max(1, common.numerator))
    guard multiple <= 100_000_000 else { return min(max(pictures, samples), 100_000_000) }
    return max(multiple, 1000)
  }

  /// A sufficient size of the index, so that it can be in front without writing the film twice.
  func indexSize() throws(RenderFailure) -> Int64 {
    var bytes: Int64 = 16384
    var (size, duration) = (Int64(0), Time.zero)
    if let stream = pictures?.stream {
      var window = SegmentWindow()
      var count: Int64 = 0
      for segment in request.segments {
        if segment.source != nil {
          var reader = try SegmentReader(path: segment.path)
          if let reference = try reader.reference(), let frames = reader.frames {
            count += frames
            size += reference.bytes
            continue
          }
        }
        try window.open(segment.path)
        let trailer = try SegmentTrailer(endOf: window)
        count += trailer.packets
        size += trailer.fileSize
      }
      // Size, key frame entry and reordering offset.
      bytes +=
        count * (stream.parameters.delay > 0 ? 16 : 8)
        + Int64(4 * stream.parameters.extradata.count)
      duration = rate.time(of: Int(count))
    }
    if let sound {
      let (stream, trailer) = (sound.stream, sound.trailer)
      // Size, and duration if that varies.
      bytes += trailer.packets * (stream.parameters.frameSize > 0 ? 4 : 12)
      bytes += Int64(4 * stream.parameters.extradata.count)
      duration = max(
        duration, Time(trailer.frames, over: Int64(max(1, stream.parameters.sampleRate))))
      size += trailer.fileSize
    }
    // A chapter track, a chapter list and a timecode track.
    if let facts = request.facts {
      bytes += facts.chapters.reduce(8192) { $0 + 64 + Int64($1.title.utf8.count) }
    }
    // A caption and the pause after it, each a sample, a chunk, and the end of a chunk of pictures.
    for track in request.facts?.captions ?? [] {
      bytes += 1024 + Int64(track.name?.utf8.count ?? 0) + 128 * Int64(track.cues.count)
    }
    bytes += 1024 + coverSize
    // Two chunks per run and one more per megabyte, with an offset and a length each.
    bytes += 20 * ((duration / Time(1, over: 2)).ceiling * 2 + 8)
    return bytes + 40 * (size >> 20)
  }
}
