// SPDX-License-Identifier: Apache-2.0

package import Base

/// Something that was found in a film that was laid beside its project.
package struct FilmFinding: Sendable, Encodable {
  /// The kind of finding: a disagreement of film and project, or a note.
  package enum Kind: String, Sendable, Encodable {
    /// They disagree.
    case error
    /// It is as the project, or its footage, has it.
    case note
  }

  /// The kind of finding.
  package var kind: Kind
  /// A stable name: `frames`, `pace`, `black`, `still`, `picture`, `repeated`, `silence`, `overs`, `loudness`, `sync` and others.
  package var code: String
  /// The finding, a sentence without a period.
  package var message: String
  /// When it begins in the film; nil for all of it.
  package var start: Time?
  /// When it ends.
  package var end: Time?
  /// The suggested remedy; nil for none.
  package var hint: String?

  /// Film and project disagree.
  static func error(
    _ code: String, _ message: String, at range: TimeRange? = nil, hint: String? = nil
  ) -> FilmFinding {
    FilmFinding(
      kind: .error, code: code, message: message, start: range?.start, end: range?.end, hint: hint)
  }

  /// Something worth knowing.
  static func note(_ code: String, _ message: String, at range: TimeRange? = nil) -> FilmFinding {
    FilmFinding(
      kind: .note, code: code, message: message, start: range?.start, end: range?.end, hint: nil)
  }

  private enum CodingKeys: CodingKey { case kind, code, message, start, end, hint }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(code, forKey: .code)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(start?.description, forKey: .start)
    try container.encodeIfPresent(end?.description, forKey: .end)
    try container.encodeIfPresent(hint, forKey: .hint)
  }
}

/// The result of comparing a film with its project.
package struct FilmReport: Sendable {
  /// The output's name.
  package var output: String
  /// The name of the file, for people.
  package var file: String
  /// The findings, errors first.
  package var findings: [FilmFinding] = []
  /// Figures, each with what it is of, in words.
  package var figures: [(name: String, words: String)] = []
  /// The pictures of clips, for a proof sheet.
  package var proofs: [ClipProof] = []
  /// The number of clips without pictures on the proof sheet, as there are too many.
  package var clipsLeftOut = 0
  /// The duration of the film, for the sheet.
  package var duration: Time = .zero
  /// Frames in a second.
  package var rate = FrameRate(25)

  /// True if film and project agree.
  package var agrees: Bool { !findings.contains { $0.kind == .error } }
}

extension Time {
  /// To the millisecond, in seconds.
  var words: String { Time((self * Time(1000)).rounded, over: 1000).description + " s" }
}

extension Double {
  /// To a tenth.
  var tenths: String {
    let tenths = Int((self * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }
}

/// `count` of a noun, such as `1 frame` or `2 frames`.
func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
