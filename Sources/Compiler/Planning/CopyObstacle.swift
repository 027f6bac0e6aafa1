// SPDX-License-Identifier: Apache-2.0

package import Base
public import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

/// Why an interval of a film is encoded where its output copies what it can.
public struct CopyObstacle: Hashable, Sendable {
  /// In words that follow "encoded: ", such as `overlay 'title' lies over it`.
  public var text: String
  /// The place in the project that is in the way, where there is one.
  public var span: Span?
  /// The change that would remove the obstacle.
  var remedy: CopyRemedy?

  /// For `codec`, encoded frames cannot be combined with copied packets.
  static func onlyWhole(_ codec: String) -> CopyObstacle {
    CopyObstacle("of codec \(codec) only whole films are copied")
  }

  package init(_ text: String, at span: Span? = nil, remedy: CopyRemedy? = nil) {
    (self.text, self.span, self.remedy) = (text, span, remedy)
  }
}

/// A change of the project that would allow copying.
package enum CopyRemedy: Hashable, Sendable {
  /// Another canvas.
  case canvasSize(PixelSize)
  case canvasRate(FrameRate)
  /// No size of the output's own.
  case noOutputSize
  /// An output that holds this codec.
  case codec(String)
  /// A range that begins a little earlier or later, in words.
  case shift(String)
  /// A range of whole groups of pictures, such as this one.
  case range(String, String)

  /// The kind of remedy; of each kind only one can be applied.
  var kind: String {
    switch self {
    case .canvasSize: "size"
    case .canvasRate: "rate"
    case .noOutputSize: "output"
    case .codec: "codec"
    case .shift, .range: "range"
    }
  }
}

/// All that is in the way of copying an interval; at least one thing.
struct CopyObstacles: Error, Hashable {
  var all: [CopyObstacle]

  init(_ all: [CopyObstacle]) { self.all = all }

  /// One thing in words.
  init(_ text: String) { all = [CopyObstacle(text)] }
}

extension [CopyObstacle] {
  /// Appends those of `others` that nothing here says.
  mutating func add(_ others: [CopyObstacle]) {
    for other in others where !contains(other) { append(other) }
  }
}

extension CodingFacts {
  /// A time in seconds at which a range can begin or end so that it does with the group of pictures that
  /// begins at `start`, of frames at `rate`: with as many digits as that takes.
  ///
  /// Where times of frames are rounded, it lies a tick behind, and no other frame is in doubt then.
  func cut(at start: Time, _ rate: FrameRate) -> String {
    let isRounded = (rate.frameDuration / timeBase).denominator != 1
    let time = isRounded ? start + TimeRemap.tolerance(timeBase: timeBase) : start
    return CodingFacts.digits(of: time)
  }

  /// `time` in seconds, with three digits behind the point if that is exact, else up to a millionth later.
  ///
  /// A little behind its start a frame is still the one that is shown; before it, another one is.
  static func digits(of time: Time) -> String {
    let digits = (time * Time(1000)).denominator == 1 ? 3 : 6
    let count = (time * Time(digits == 3 ? 1000 : 1_000_000)).ceiling
    let text = "\(count.magnitude)"
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    return "\(count < 0 ? "-" : "")\(padded.dropLast(digits)).\(padded.suffix(digits))"
  }
}

extension VideoFacts {
  /// True if most frames could be copied into a film of their rate.
  var isSteady: Bool { 2 * (coding?.copyableFrames ?? 0) > frameCount }
}

extension Diagnostic {
  /// An output that is to copy what it can copies no pictures, mainly because of `obstacles`.
  static func nothingCopied(_ output: Output, _ obstacles: [CopyObstacle]) -> Diagnostic {
    let reasons = obstacles.map(\.text).joined(separator: "; ")
    let remedies = obstacles.compactMap(\.remedy)
    return Diagnostic(
      code: .warning("nothing-copied"),
      message: "output '\(output.name.value)' copies no pictures, all are encoded: \(reasons)",
      span: output.span,
      hint: remedies.count == obstacles.count ? hint(output, remedies) : vainHint(output))
  }

  /// The hint if nothing helps.
  private static func vainHint(_ output: Output) -> String {
    output.preset == .passthrough
      ? "where nothing is copied, `preset: highest` gives a smaller film that looks the same"
      : "leave out `copy`"
  }

  private static func hint(_ output: Output, _ remedies: [CopyRemedy]) -> String {
    var canvas: [String] = []
    var hints: [String] = []
    // Of several sizes, rates or ranges one can be written.
    var kinds: Set<String> = []
    for remedy in remedies where kinds.insert(remedy.kind).inserted {
      switch remedy {
      case .canvasSize(let size): canvas.append("size: \(size)")
      case .canvasRate(let rate): canvas.append("rate: \(rate)")
      case .noOutputSize: hints.append("leave out the output's `size`")
      case .shift(let words): hints.append(words)
      case .codec(let codec): hints.append(hint(output, codec))
      case .range(let start, let end):
        hints.append("show whole groups of pictures, such as `range: \(start)s..\(end)s`")
      }
    }
    if !canvas.isEmpty {
      hints.insert("write `canvas: {\(canvas.joined(separator: ", "))}`", at: 0)
    }
    return hints.joined(separator: ", and ")
  }

  private static func hint(_ output: Output, _ codec: String) -> String {
    let formats = OutputFormat.all.filter { $0.holdsCopies && $0.copiedCodecs.contains(codec) }
    guard !formats.isEmpty else {
      return
        "only packets of H.264, HEVC, VP9 and AV1 are copied: `preset: highest` encodes the film"
    }
    guard formats.contains(output.format) else {
      let names = formats.map(\.name).joined(separator: ", ")
      return "packets of \(codec) are copied into \(names)"
    }
    return output.preset == .passthrough
      ? "all clips have to be of one codec" : "`preset: passthrough` takes the codec of the clips"
  }
}
