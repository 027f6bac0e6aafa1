// SPDX-License-Identifier: Apache-2.0

public import Base
import Diagnostics
public import Planning
import RenderProtocol
import Timeline

/// The contents of an output when it was last made, with which the next build is compared to
/// explain its work.
///
/// It is optional: without one, changes are not explained.
public struct FilmRecord: Hashable, Sendable {
  /// Something that was rendered by itself.
  public struct Piece: Hashable, Sendable {
    /// The kind of content.
    public var kind: OutputPiece.Kind
    /// Its key.
    public var key: Fingerprint
    /// Its place in the film, in frames or samples.
    public var place: Range<Int64>
    /// Milliseconds a worker took for it, if that was measured.
    public var cost: Int?
    /// The inputs of its cache key; nil in records of very long films.
    var ingredients: Ingredients?
    /// The subjects of the groups of its ingredients: indices of `subjects`, -1 for none.
    var subjects: [Int]
  }

  /// The project as it was read; empty when it was too long to be kept.
  var text: [UInt8]
  /// The clips and overlays of the project, with spans in `text`.
  var subjects: [OriginFacts]
  /// The values of the project's parameters.
  var parameters: [PlannedParameter]
  /// The pieces of the output, in film order, the audio last.
  public internal(set) var pieces: [Piece]

  /// The record of `output` as `plan` makes it.
  ///
  /// - Parameters:
  ///   - text: the project file.
  ///   - last: the record of the build before; what is in it need not be worked out again.
  ///   - costs: milliseconds that pieces took which were rendered by this build.
  public init(
    of output: OutputPlan, in plan: BuildPlan, text: [UInt8], after last: FilmRecord? = nil,
    costs: [Fingerprint: Int] = [:]
  ) {
    self.text = text.count <= FilmRecord.textLimit ? text : []
    // What was made for several rows has one place in the text.
    subjects = plan.origins.map { facts in
      var facts = facts
      facts.span = facts.span?.written
      facts.use = facts.use?.written
      return facts
    }
    parameters = plan.parameters
    let planned = plan.pieces(of: output)
    let isShort = planned.count <= FilmRecord.pieceLimit
    var known: [Fingerprint: Piece] = [:]
    for piece in last?.pieces ?? [] { known[piece.key] = piece }
    pieces = planned.map { piece in
      let old = known[piece.key]
      let ingredients = isShort ? old?.ingredients ?? piece.ingredients : nil
      // The same may be shown once more.
      if old == nil {
        known[piece.key] = Piece(
          kind: piece.kind, key: piece.key, place: piece.place, cost: nil,
          ingredients: ingredients, subjects: [])
      }
      return Piece(
        kind: piece.kind, key: piece.key, place: piece.place,
        cost: costs[piece.key] ?? old?.cost, ingredients: ingredients,
        subjects: isShort ? piece.origins().map(\.index) : [])
    }
  }

  /// A record of the given contents, read from a file.
  init(
    text: [UInt8], subjects: [OriginFacts], pieces: [Piece], parameters: [PlannedParameter] = []
  ) {
    self.text = text
    self.parameters = parameters
    self.subjects = subjects
    self.pieces = pieces
  }

  /// The clip or overlay at `index` of `subjects`; nil for the index of none.
  func subject(at index: Int) -> OriginFacts? {
    subjects.indices.contains(index) ? subjects[index] : nil
  }

  /// Of films of more pieces only the keys and costs are kept.
  static let pieceLimit = 20_000
  /// Longer projects are not kept.
  static let textLimit = 1 << 20
}
