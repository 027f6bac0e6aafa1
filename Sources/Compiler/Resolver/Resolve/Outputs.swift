// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

extension TimelineLayout {
  /// The outputs with their frames of the film.
  mutating func outputs(of timeline: Timeline, stem: String) -> [PlacedOutput] {
    var wanted = project.outputs
    if wanted.isEmpty {
      // MP4 has no alpha.
      let format: OutputFormat =
        !timeline.hasPicture ? .m4a : timeline.isClear ? .mov : .mp4
      wanted = [Output.standard(stem: stem, as: format, at: project.span)]
    }
    return wanted.compactMap { output in
      var placed = placed(output, timeline)?.arranged(on: timeline.canvas)
      check(placed?.output ?? output, timeline)
      if let made = placed, let chapters = output.chapters {
        placed?.chapters = self.chapters(chapters, of: made, timeline)
      }
      diagnostics += placed?.problems(on: timeline.canvas) ?? []
      if let made = placed { placed?.captions = captions(of: made, timeline) }
      placed?.cover = output.tags?.cover.flatMap { cover($0) }
      return placed
    }
  }

  /// The cover that `reference` names; containers hold files of JPEG and PNG as they are.
  private mutating func cover(_ reference: MediaReference) -> CoverPicture? {
    // A file that was not found has been reported.
    guard let media = media[reference].first else { return nil }
    guard let picture = media.facts.video, media.facts.isStill,
      ["mjpeg", "png"].contains(picture.codec)
    else {
      diagnostics.append(
        .simple(
          "wrong-cover", "'\(media.shownPath)' is not a JPEG or PNG picture, as covers are",
          at: reference.span))
      return nil
    }
    return CoverPicture(file: media.file, codec: picture.codec, size: picture.size)
  }

  private mutating func placed(_ output: Output, _ timeline: Timeline) -> PlacedOutput? {
    if output.format.isStill {
      return frame(of: output, timeline).map {
        PlacedOutput(output: output, frames: $0..<($0 + 1), samples: 0..<0)
      }
    }
    guard let range = output.range else {
      return placed(output, timeline, TimeRange(.zero, timeline.end))
    }
    let end = timeline.end
    guard let time = evaluate(range, start: .zero, end: { _ in end }) else { return nil }
    guard !time.isEmpty else {
      diagnostics.append(.emptyRange(at: range.span, time.start, time.end))
      return nil
    }
    guard time.start >= .zero, time.end <= end + timeline.canvas.rate.frameDuration else {
      diagnostics.append(
        .simple(
          "beyond-film",
          "output '\(output.name.value)' takes \(time.start.shown) s to"
            + " \(time.end.shown) s, the film lasts from 0 to \(end.shown) s", at: range.span))
      return nil
    }
    return placed(output, timeline, time)
  }

  /// An output of an interval of the film: what ends with the film has the film's last frame, and all its
  /// sound.
  private func placed(_ output: Output, _ timeline: Timeline, _ time: TimeRange) -> PlacedOutput {
    let rate = timeline.canvas.rate
    let isWhole = time.end >= timeline.end
    let first = min(rate.frame(nearest: time.start), timeline.frameCount - 1)
    let last = isWhole ? timeline.frameCount : rate.frame(nearest: time.end)
    let frames = first..<min(max(first + 1, last), timeline.frameCount)
    guard output.format.isSound || !timeline.hasPicture else {
      let samples =
        timeline.sample(ofFrame: frames.lowerBound)..<timeline.sample(ofFrame: frames.upperBound)
      return PlacedOutput(output: output, frames: frames, samples: samples)
    }
    // Sound without pictures is exact to the sample.
    let end = max(1, timeline.sample(at: min(time.end, timeline.end)))
    let start = min(timeline.sample(at: time.start), end - 1)
    return PlacedOutput(output: output, frames: frames, samples: start..<end)
  }

  private mutating func frame(of output: Output, _ timeline: Timeline) -> Int? {
    guard let expression = output.at else { return 0 }
    guard let time = evaluate(expression) else { return nil }
    guard let frame = timeline.frame(at: time) else {
      diagnostics.append(
        .simple(
          "beyond-film",
          "output '\(output.name.value)' shows \(time.shown) s,"
            + " the film lasts from 0 to \(timeline.end.shown) s", at: expression.span))
      return nil
    }
    return frame
  }

  private mutating func check(_ output: Output, _ timeline: Timeline) {
    let isHeard = timeline.clips.contains(where: \.isHeard)
    if !isHeard, !timeline.hasPicture {
      diagnostics.append(
        .simple("empty-film", "nothing is seen or heard in this film", at: project.span))
    } else if output.format.isSound {
      if !isHeard {
        diagnostics.append(
          .simple(
            "no-sound", "the film has no sound for '\(output.file.value)'", at: output.file.span))
      }
    } else if output.format.isSilentPictures || output.isSilent, !timeline.hasPicture {
      diagnostics.append(
        .simple(
          "no-picture", "the film has no picture for '\(output.file.value)'",
          at: output.file.span))
    }
    if timeline.isClear, let reason = obstacle(toAlphaOf: output, timeline) {
      diagnostics.append(
        .simple(
          "no-alpha", "the film's background is not opaque, but \(reason)", at: output.file.span,
          hint:
            "write a .mov, which holds ProRes 4444, a .webm of 8 bits, or a .png, or give the film an"
            + " opaque background"))
    } else if output.format.isFilm || output.format.isSound,
      OutputEncoding(output) == nil
    {
      diagnostics.append(
        .simple(
          "preset-format",
          "\(output.format.name) cannot hold the preset"
            + " '\(output.preset.rawValue)'", at: output.span, hint: "use mkv, mp4 or mov"))
    }
    if let settings = output.video, output.format.isFilm, timeline.hasPicture {
      do throws(EncodingConflict) {
        _ = try settings.encoding(
          of: output, size: timeline.codedSize(of: output), color: timeline.canvas.color,
          rate: timeline.canvas.rate, isClear: timeline.isClear)
      } catch {
        diagnostics.append(
          .simple(error.code, error.message, at: error.span, hint: error.hint))
      }
    }
  }

  /// Why `output` cannot hold alpha; nil where it can, or holds sound alone.
  private func obstacle(toAlphaOf output: Output, _ timeline: Timeline) -> String? {
    switch output.format.alpha {
    case .meaningless: nil
    case .none: "\(output.format.name) holds no alpha here"
    case .inSDR:
      timeline.canvas.color.tags.isHDR ? "a picture of a canvas in HDR has no alpha" : nil
    case .withLoss: output.preset.isLossless ? "preset 'lossless' has no alpha" : nil
    case .in8Bits: timeline.canvas.color.isDeep ? "VP9 has alpha with 8 bits alone" : nil
    }
  }
}
