// SPDX-License-Identifier: Apache-2.0

public import Base
public import Planning
import RenderProtocol

/// A part of an output that is rendered by itself: a segment, an audio stream, or a still.
public struct OutputPiece: Sendable {
  /// The content of a piece.
  public enum Kind: String, Hashable, Sendable {
    /// A segment; it is counted in frames.
    case picture
    /// Sound; it is counted in samples.
    case sound
    /// One frame, encoded as a picture file.
    case still
  }

  /// The kind of content.
  public var kind: Kind
  /// The fingerprint of everything that decides its bytes.
  public var key: Fingerprint
  /// Its place in the film, in frames or samples.
  public var place: Range<Int64>
  /// The frames that it has itself; of a sound, 0.
  public var frames: Int64
  /// Frames or samples per second.
  public var ticks: Time
  /// The coding of its packets, with reasons if not copied; nil if the output does not copy.
  var coding: Explanation.Coding?
  /// The value whose fingerprint is the key.
  let identity: any Encodable & Sendable
  /// The origins of the groups of its ingredients, in their order.
  let origins: @Sendable () -> [Origin]

  /// Its time in the film.
  public var time: TimeRange { TimeRange(place, ticks: ticks) }

  /// The inputs that determine its bytes.
  var ingredients: Ingredients { Ingredients.of(identity).0 }
}

extension BuildPlan {
  /// The pieces of `output`, in film order, the audio last.
  public func pieces(of output: OutputPlan) -> [OutputPiece] {
    let rate = output.canvas.rate
    switch output.product {
    case .text: return []
    case .still(let request, let key):
      let program = request.program
      return [
        OutputPiece(
          kind: .still, key: key,
          place: Int64(output.frames.lowerBound)..<Int64(output.frames.upperBound),
          frames: 1, ticks: rate.perSecond,
          identity: StillIdentity(program, encoder: request.encoder, setup),
          origins: { program.groupOrigins })
      ]
    case .film(let film):
      var pieces = film.segments.map { segment in
        let first = Int64(segment.firstFrame)
        return OutputPiece(
          kind: .picture, key: segment.key, place: first..<(first + Int64(segment.filmFrames)),
          frames: Int64(segment.frameCount), ticks: rate.perSecond, coding: segment.coding,
          identity: segment.identity(setup),
          origins: { segment.program.groupOrigins })
      }
      if let sound = film.sound {
        let ticks = Time(Int64(sound.program.sampleRate))
        let first = sound.firstSample
        pieces.append(
          OutputPiece(
            kind: .sound, key: sound.key, place: first..<(first + sound.program.sampleCount),
            frames: 0, ticks: ticks, coding: sound.coding,
            identity: WholeAudioIdentity(
              sound.program, sound.isCopied ? .copy : sound.encoding, setup),
            origins: { [.none] + sound.program.groupOrigins }))
      }
      return pieces
    }
  }
}

extension PlannedSegment {
  /// The coding of the piece, for explanations.
  fileprivate var coding: Explanation.Coding? {
    if isCopied { return .copied(except: .zero, because: []) }
    return copyObstacles.isEmpty ? nil : .encoded(because: copyObstacles)
  }
}

extension PlannedAudio {
  fileprivate var coding: Explanation.Coding? {
    let obstacles = copyObstacle.map { [CopyObstacle($0)] }
    if let copy {
      let rest = Time(copy.encodedSamples, over: Int64(copy.sampleRate))
      return .copied(except: rest, because: obstacles ?? [])
    }
    return obstacles.map { .encoded(because: $0) }
  }
}

extension AudioProgram {
  /// The origins of the groups of its clips, each before those of the mix that it plays.
  fileprivate var groupOrigins: [Origin] {
    clips.flatMap { [$0.origin] + ($0.mix?.program.groupOrigins ?? []) }
  }
}

extension RenderProgram {
  /// The origins of the groups of its ingredients, found without visiting all other values.
  fileprivate var groupOrigins: [Origin] {
    var origins = [Origin.none]
    func visit(_ layers: [Layer]) {
      for layer in layers {
        switch layer.content {
        case .picture(let picture): origins.append(picture.source.origin)
        case .stack(let layers):
          origins.append(layer.origin ?? .none)
          visit(layers)
        case .transition(let transition):
          origins.append(.none)
          visit(transition.from)
          visit(transition.to)
        }
      }
    }
    for part in parts {
      origins.append(.none)
      visit(part.layers)
    }
    return origins
  }
}
