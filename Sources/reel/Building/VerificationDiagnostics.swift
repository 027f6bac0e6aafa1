// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Compiler
import Diagnostics

// What verifying finds, as messages.

extension Diagnostic {
  /// A stored piece that has other bytes when it is rendered anew: whatever decides them is not all in
  /// its key, or they are other ones each time.
  static func different(_ difference: PieceDifference, in plan: BuildPlan) -> Diagnostic {
    let piece = difference.piece
    let (stored, made) = (difference.stored, difference.made)
    var notes = [Note(message: "under the key \(piece.key.hex)")]
    if case .sound = piece.kind {
      notes.append(Note(message: "encoded of the chunks as they are stored"))
    } else {
      let (start, end) = (piece.filmTime.start, piece.filmTime.end)
      notes.append(
        Note(
          message: "from \(Shown.seconds(start)) to \(Shown.seconds(end)) of output "
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
    let hint = "it stays in the store and goes into no film"
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

  /// A stored piece that was damaged, which another of the same bytes has replaced.
  static func repaired(_ piece: Piece) -> Diagnostic {
    Diagnostic(
      code: .warning("damaged-entry"),
      message: "\(piece.title) was damaged where it was stored; it has been rendered anew",
      notes: [Note(message: "under the key \(piece.key.hex)")])
  }

  /// Parts of a key that are told.
  private static let contentLimit = 40
}

extension PieceDifference {
  /// Where it begins to differ, as a sentence.
  fileprivate var place: String? {
    guard let first else { return nil }
    guard let packet = first.packet else { return "the codec's parameters differ" }
    guard let frame = first.frame else {
      return "packet \(packet) is the first that differs"
    }
    let what =
      switch piece.kind {
      case .segment(let segment): "frame \(segment.firstFrame + Int(frame)) of the film"
      case .chunk, .sound: "packet \(packet)"
      }
    return "\(what) is the first that differs, at \(Shown.seconds(piece.filmTime(at: frame)))"
  }
}

extension Piece {
  /// What it is called in messages.
  fileprivate var title: String {
    switch kind {
    case .segment: "the segment '\(name)'"
    case .chunk: "the mixed sound '\(name)'"
    case .sound: "the encoded sound of output '\(output)'"
    }
  }

  /// Everything that its key is made of.
  func keyContents(in plan: BuildPlan) -> [KeyContent] {
    switch kind {
    case .segment(let segment): plan.keyContents(of: segment)
    case .chunk(let chunk): plan.keyContents(of: chunk)
    case .sound(let sound): plan.keyContents(of: sound)
    }
  }
}
