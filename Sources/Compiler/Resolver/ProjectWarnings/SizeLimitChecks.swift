// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

extension Timeline {
  /// Reports limits of the sizes of files that their outputs cannot keep.
  func checkSizeLimits(_ diagnostics: inout [Diagnostic]) {
    for placed in outputs {
      guard let limit = placed.output.maxSize else { continue }
      guard let obstacle = obstacle(to: limit, in: placed) else {
        if let warning = soundWarning(limit, in: placed) { diagnostics.append(warning) }
        continue
      }
      diagnostics.append(
        Diagnostic(
          code: .error("max-size"), message: obstacle.message, span: limit.span,
          hint: obstacle.hint))
    }
  }

  /// Says so where a sound that keeps to a quality will take all of `limit` if it is dense: what it takes is known when it is
  /// encoded.
  private func soundWarning(_ limit: Located<Int64>, in placed: PlacedOutput) -> Diagnostic? {
    guard keepsSoundQuality(placed.output), let sound = soundBytes(of: placed),
      sound * 20 >= limit.value * 19
    else { return nil }
    return Diagnostic(
      code: .warning("much-sound"),
      message:
        "the sound alone can have \(shownBytes(sound)) of the \(shownBytes(limit.value)), if it is dense",
      span: limit.span, hint: Timeline.remedy)
  }

  private static let remedy =
    "write a lower bit rate, such as audio: {bitrate: 64k}, or a larger size"

  /// The bytes of an output's audio at its bit rate, or of dense audio at its quality; nil for
  /// none, and for lossless codecs.
  private func soundBytes(of placed: PlacedOutput) -> Int64? {
    soundBits(of: placed.output).map { bits in
      let samples = placed.samples.upperBound - placed.samples.lowerBound
      let seconds = Time(samples, over: Int64(canvas.sampleRate))
      return (Time(Int64(bits)) * seconds / Time(8)).rounded
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
    guard !keepsSoundQuality(output), let sound = soundBytes(of: placed),
      sound * 20 >= limit.value * 19
    else { return nil }
    return (
      "the sound alone has \(shownBytes(sound)) of the \(shownBytes(limit.value))",
      Timeline.remedy
    )
  }
}
