// SPDX-License-Identifier: Apache-2.0

package import Base
package import Diagnostics
package import ProjectModel
package import RenderProtocol

// The messages of resolving and planning; the wording may change, the codes may not.

extension Diagnostic {
  /// The warning that HDR media is tone-mapped to standard range for a canvas or a picture.
  package static func toneMapped(
    _ path: String, _ color: ColorTags, on canvas: CanvasColor, at span: Span
  ) -> Diagnostic {
    let name = canvas.matrix == .bt601 ? "BT.601" : canvas.isWide ? "BT.2020" : "BT.709"
    let own = color.transfer == "smpte2084" ? "pq" : "hlg"
    return Diagnostic(
      code: .warning("media-note"),
      message: "'\(path)': its HDR colours are tone-mapped to"
        + " \(canvas.tags.isHDR ? "BT.709" : name)",
      span: span, hint: canvas.tags.isHDR ? nil : "`canvas: {color: \(own)}` keeps them")
  }

  package static func missingStream(_ what: String, _ path: String, track: String, at span: Span)
    -> Diagnostic
  {
    Diagnostic(
      code: .error("missing-stream"), message: "'\(path)' has no \(what) for track '\(track)'",
      span: span)
  }

  package static func emptyRange(at span: Span, _ start: Time, _ end: Time) -> Diagnostic {
    Diagnostic(
      code: .error("empty-range"),
      message: "the range from \(start.shown) s to \(end.shown) s holds nothing", span: span)
  }

  /// - Parameters:
  ///   - pictures: Where the pictures end, if any are shown.
  ///   - sound: Where the sound ends, if there is any.
  ///   - timecode: That of the source which `wanted` would be as a timecode, if it has one.
  package static func beyondMedia(
    _ path: String, pictures: Time?, sound: Time?, wanted: Time, timecode: Timecode?,
    in range: RangeExpression
  ) -> Diagnostic {
    var end = "'\(path)' at \((pictures ?? sound ?? .zero).shown) s"
    if let pictures, let sound, pictures.shown != sound.shown {
      end = "the pictures of '\(path)' at \(pictures.shown) s, its sound at \(sound.shown) s"
    }
    return Diagnostic(
      code: .error("range-beyond-media"), message: "the range ends at \(wanted.shown) s, \(end)",
      span: range.span,
      hint: timecode.map { "write tc(\($0)) for the timecode of the source" }
        ?? "leave the \(range.isDuration ? "duration" : "end") out to play to the end")
  }

  /// A range of a source that begins where that has ended; `timecode` is the one of the source that
  /// `start` would be as a timecode, if it has one.
  package static func beginsAfterMedia(
    _ path: String, end: Time, start: Time, timecode: Timecode?, at span: Span
  ) -> Diagnostic {
    Diagnostic(
      code: .error("range-beyond-media"),
      message: "the range begins at \(start.shown) s, '\(path)' ends at \(end.shown) s", span: span,
      hint: timecode.map { "write tc(\($0)) for the timecode of the source" }
        ?? "begin before \(end.shown)s, or leave the range out")
  }

  /// Something that begins, ends or changes after the layer that it belongs to has ended.
  package static func outlasts(
    _ code: DiagnosticCode, _ what: String, _ length: Time, at span: Span, hint: String
  ) -> Diagnostic {
    Diagnostic(
      code: code, message: "\(what), and what it belongs to lasts \(length.shown) s", span: span,
      hint: hint)
  }

  package static func endsEarly(
    _ clip: String, _ end: Time, _ until: Time, key: String = "until", at span: Span,
    hint: String?
  ) -> Diagnostic {
    Diagnostic(
      code: .warning("ends-early"),
      message: "clip '\(clip)' ends at \(end.shown) s, before its `\(key)` at \(until.shown) s",
      span: span, hint: hint)
  }

  /// A clip so short that no frame of the film shows it.
  package static func unseen(_ clip: String, _ length: Time, frame: Time, at span: Span)
    -> Diagnostic
  {
    Diagnostic(
      code: .warning("clip-too-short"),
      message: "clip '\(clip)' lasts \(length.shown) s and is not seen", span: span,
      hint: "a frame of the film lasts \(frame.shown) s")
  }

  /// A default for what has no length of its own, in a project without any.
  package static func unusedStillDuration(at span: Span) -> Diagnostic {
    Diagnostic(
      code: .warning("unused-default"),
      message: "no clip lasts this long: footage and sound last as long as their range", span: span,
      hint: "write a range on the clips, such as range: 0s..2s")
  }

  package static func negativeTime(_ what: String, _ time: Time, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .error("negative-time"), message: "\(what) starts at \(time.shown) s, before 0",
      span: span)
  }

  package static func overlap(_ clip: PlacedClip, _ other: PlacedClip, at span: Span) -> Diagnostic
  {
    Diagnostic(
      code: .error("overlapping-clips"),
      message:
        "clip '\(clip.clip.name)' starts at \(clip.start.shown) s, before '\(other.clip.name)'"
        + " ends at \(other.end.shown) s",
      span: span,
      notes: [.init(message: "the other clip", span: other.clip.span)],
      hint: "put one of them on another track, or a transition between them")
  }

  package static func transitionTooLong(
    _ length: String, clip: String, _ own: String, at span: Span
  )
    -> Diagnostic
  {
    Diagnostic(
      code: .error("transition-too-long"),
      message: "the transition takes \(length), clip '\(clip)' has \(own)", span: span,
      hint: "make the transition \(own) at most, or the clip longer")
  }

  package static func missingHandles(
    _ count: Int, clip: String, isTail: Bool, wanted: Int, at span: Span, clipSpan: Span
  ) -> Diagnostic {
    Diagnostic(
      code: .error("missing-handles"),
      message: "the transition needs \(wanted) frame\(wanted == 1 ? "" : "s")"
        + " \(isTail ? "after the end" : "before the start") of clip '\(clip)',"
        + " the media lacks \(count) of them",
      span: span, notes: [.init(message: "the clip", span: clipSpan)],
      hint: "shorten the transition or the clip's range, or use `length: freeze`")
  }

  package static func unknownName(_ name: Located<String>, in names: [String]) -> Diagnostic {
    Diagnostic(
      code: .error("unknown-anchor"), message: "nothing is named '\(name.value)'", span: name.span,
      hint: nearest(name.value, in: names).map { "did you mean '\($0)'?" }
        ?? "tracks, clips and overlays have anchors" + list(names))
  }

  package static func leftOut(_ name: Located<String>) -> Diagnostic {
    Diagnostic(
      code: .error("unknown-anchor"), message: "'\(name.value)' is left out by a 'when'",
      span: name.span,
      hint: "give what hangs on it a 'when', too, or name something that is always there")
  }

  /// The names there are, as far as they are few.
  private static func list(_ names: [String]) -> String {
    let names = names.filter { !$0.isEmpty }
    if names.isEmpty { return "" }
    let rest = names.count > 8 ? " and \(names.count - 8) more" : ""
    return ": " + names.prefix(8).joined(separator: ", ") + rest
  }

  package static func ambiguousName(_ name: Located<String>, _ first: Span, _ second: Span)
    -> Diagnostic
  {
    Diagnostic(
      code: .error("ambiguous-anchor"), message: "'\(name.value)' names more than one thing",
      span: name.span,
      notes: [.init(message: "one", span: first), .init(message: "another", span: second)],
      hint: "give one of them an `id` of its own")
  }

  package static func cycle(_ path: [String], at span: Span) -> Diagnostic {
    Diagnostic(
      code: .error("anchor-cycle"),
      message: "this time depends on itself: \(path.joined(separator: " → "))", span: span)
  }
}

extension Time {
  /// For messages: at most three decimals.
  package var shown: String {
    let thousandths = (self * Time(1000)).rounded
    return Time(thousandths, over: 1000).description
  }
  /// With three decimals, such as `12.500 s`.
  package var inThousandths: String {
    let milliseconds = (self * Time(1000)).rounded
    let rest = "\(milliseconds.magnitude % 1000)"
    let zeros = String(repeating: "0", count: 3 - rest.count)
    return "\(milliseconds < 0 ? "-" : "")\(milliseconds.magnitude / 1000).\(zeros)\(rest) s"
  }
}
