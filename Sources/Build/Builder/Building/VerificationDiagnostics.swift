// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Explain
import Planning
import RenderProtocol
import Timeline

// What verifying finds, as messages.

extension Diagnostic {
  /// A stored piece that has other bytes when it is rendered anew: whatever decides them is not all in
  /// its key, or they are other ones each time.
  static func different(_ difference: PieceDifference, in plan: BuildPlan) -> Diagnostic {
    let piece = difference.piece
    let (stored, made) = (difference.stored, difference.made)
    var notes = [Note(message: "under the key \(piece.key.hex)")]
    switch piece.kind {
    case .passage, .sound:
      notes.append(Note(message: "encoded of the chunks as they are stored"))
    case .segment, .chunk:
      let (start, end) = (piece.filmTime.start, piece.filmTime.end)
      notes.append(
        Note(
          message: "from \(start.shown) s to \(end.shown) s of output "
            + "'\(piece.output)'"))
    }
    if let words = difference.place { notes.append(Note(message: words)) }
    notes.append(
      Note(
        message: "stored are \(stored.size) bytes (\(stored.digest.short)), rendered anew "
          + "\(made.size) bytes (\(made.digest.short))"))
    if difference.isDamaged {
      notes.append(Note(message: "what is stored was damaged besides"))
    }
    notes += piece.keyContents(in: plan).prefix(contentLimit).map { content in
      Note(
        message: "in the key: \(content.text)",
        span: plan.origins.facts(of: content.origin)?.span)
    }
    let hint =
      "it was removed from the store; the next build renders it, and the films it was in, anew"
    guard difference.isStable else {
      return Diagnostic(
        code: .error("unstable-bytes"),
        message: "\(piece.title) has other bytes each time it is rendered", notes: notes, hint: hint
      )
    }
    return Diagnostic(
      code: .error("incomplete-key"),
      message: "\(piece.title) is not what rendering it anew gives: something that decides its "
        + "bytes is missing in its key", notes: notes,
      hint: hint + "; after `reel clean` all is made anew")
  }

  /// Packets that are copied as they were found, and do not show what their source is to show.
  static func faulty(_ difference: PieceDifference, in plan: BuildPlan) -> Diagnostic {
    let piece = difference.piece
    let isDamaged = difference.fault?.kind == .damaged
    let place = difference.fault.flatMap { plan.origins.facts(of: $0.origin) }
    var notes: [Note] = []
    if let place, let time = difference.fault?.sourceTime {
      notes.append(Note(message: "in '\(place.asset)' at \(time.shown) s"))
    }
    if let time = difference.filmTime {
      notes.append(Note(message: "at \(time.shown) s of output '\(piece.output)'"))
    }
    notes += (difference.fault?.log ?? []).map { Note(message: $0) }
    notes.append(Note(message: "under the key \(piece.key.hex)"))
    var what = "it"
    if case .segment(let segment) = piece.kind, let frame = difference.fault?.frame {
      what = "frame \(segment.firstFrame + Int(frame)) of the film"
    }
    let hint = "without `copy: when-possible` or `preset: passthrough` it is encoded"
    guard isDamaged else {
      return Diagnostic(
        code: .error("different-copy"),
        message: "\(piece.title) does not show its source: \(what) is the first that is another",
        span: place?.span, notes: notes, hint: hint)
    }
    return Diagnostic(
      code: .error("damaged-copy"),
      message: "\(piece.title) is copied from a damaged place: \(what) cannot be decoded",
      span: place?.span, notes: notes,
      hint: "the film is damaged there as its source is: leave that part of the clip out")
  }

  /// A stored piece that was damaged, which another of the same bytes has replaced.
  static func repaired(_ piece: Piece) -> Diagnostic {
    Diagnostic(
      code: .warning("damaged-entry"),
      message: "\(piece.title) was damaged where it was stored; it has been rendered anew",
      notes: [Note(message: "under the key \(piece.key.hex)")])
  }

  /// The maximum number of parts of a key to report.
  private static let contentLimit = 40
}

extension PieceDifference {
  /// The first difference, as a sentence.
  fileprivate var place: String? {
    guard let first else { return nil }
    guard let packet = first.packet else { return "the codec's parameters differ" }
    guard let frame = first.frame else {
      return "packet \(packet) is the first that differs"
    }
    let what =
      switch piece.kind {
      case .segment(let segment): "frame \(segment.firstFrame + Int(frame)) of the film"
      case .chunk, .passage, .sound: "packet \(packet)"
      }
    return "\(what) is the first that differs, at \(piece.filmTime(at: frame).shown) s"
  }
}

extension Piece {
  /// The title in messages.
  fileprivate var title: String {
    switch kind {
    case .segment(let segment):
      "the \(segment.isCopied ? "copied " : "")segment '\(name)'"
    case .chunk: "the mixed sound '\(name)'"
    case .passage: "the encoded sound '\(name)'"
    case .sound(let sound):
      "the \(sound.isCopied ? "copied" : "encoded") sound of output '\(output)'"
    }
  }

  /// Everything that its key is made of.
  func keyContents(in plan: BuildPlan) -> [KeyContent] {
    switch kind {
    case .segment(let segment): plan.keyContents(of: segment)
    case .chunk(let chunk): plan.keyContents(of: chunk)
    case .passage(let passage): plan.keyContents(of: passage)
    case .sound(let sound): plan.keyContents(of: sound)
    }
  }
}
