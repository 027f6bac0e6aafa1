// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Codecs
import Diagnostics
import ProjectModel
import TimelineModel

extension Timeline {
  /// Reports limits of the sizes of files that their outputs cannot keep.
  func checkSizeLimits(_ diagnostics: inout [Diagnostic]) {
    for placed in outputs {
      guard let limit = placed.output.maxSize, let obstacle = obstacle(to: limit, in: placed)
      else { continue }
      diagnostics.append(
        Diagnostic(
          code: .error("max-size"), message: obstacle.message, span: limit.span,
          hint: obstacle.hint))
    }
  }

  private func obstacle(
    to limit: Located<Int64>, in placed: PlacedOutput
  ) -> (message: String, hint: String)? {
    let output = placed.output
    if case .bits = output.video?.rate?.value {
      return (
        "a film has either a bit rate or a size that it fits into",
        "leave 'bitrate' out: it follows from the size"
      )
    }
    if output.preset == .lossless {
      return ("a film without loss is as large as it comes out", "write another preset")
    }
    let fitting = FilmCodec.allCases.filter(\.traits.hasBitrate).map(\.rawValue)
    if let codec = output.codec, hasPicture, isClear || !codec.traits.hasBitrate {
      return (
        isClear
          ? "a film with alpha has no bit rate by which it could be made to fit"
          : "\(codec.traits.title) has no bit rate by which a film could be made to fit",
        isClear
          ? "leave 'max-size' out"
          : "write video: \(fitting[0]), or another of \(fitting.joined(separator: ", "))"
      )
    }
    guard let bits = soundBits(of: output) else { return nil }
    let samples = placed.samples.upperBound - placed.samples.lowerBound
    let seconds = Time(samples, over: Int64(canvas.sampleRate))
    let sound = (Time(Int64(bits)) * seconds / Time(8)).rounded
    guard Int64(sound) * 20 >= limit.value * 19 else { return nil }
    return (
      "the sound alone has \(shownBytes(Int64(sound))) of the \(shownBytes(limit.value))",
      "write a lower bit rate, such as audio: {bitrate: 64k}, or a larger size"
    )
  }
}
