// SPDX-License-Identifier: Apache-2.0

public import Base
import Catalog
import RenderProtocol

// Properties of operations that passes and the code generator query without knowing the operation. These switches have
// no `default:`, so the compiler points out every one that a new operation must be added to.

/// The source of a node's frames.
public enum FrameFlow: Hashable, Sendable {
  /// It has no frames: a source, a sound, the film.
  case none
  /// It makes this many frames of a source.
  case made(Int)
  /// Frame k comes from frame k of every input. Outside of `during`, where that is given, it is frame k of the one
  /// input as it is.
  case framewise(during: Range<Int>?)
  /// Frame k is frame `lowerBound` + k of the input.
  case window(Range<Int>)
  /// Inputs one after the other, from these frames on; nothing between them.
  case placed([Int])
  /// Inputs one after the other.
  case joined
  /// Frame k comes from frame k of every input that has one; something of its own changes at the ends of `changes`.
  case layered(frames: Int, changes: [Range<Int>])
}

/// The kind of an operation's output.
public enum OutputKind: Hashable, Sendable {
  /// A file's stream or a colour.
  case source
  /// Frames.
  case picture
  /// Samples.
  case sound
  /// The film.
  case film
}

/// The condition under which the result of an operation is invisible or silent.
public enum Visibility: Hashable, Sendable {
  /// Always.
  case always
  /// If all inputs are empty; without inputs always.
  case asInputs
  /// That is not known.
  case unknown
}

extension Operation {
  /// The source of its frames.
  public var flow: FrameFlow {
    switch self {
    case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio, .listen, .gain,
      .mix, .film:
      .none
    case .read(_, let frames), .still(let frames), .draw(_, let frames): .made(frames)
    case .orient, .fit, .place, .warp, .blend, .motionBlur, .mask,
      .transition:
      .framewise(during: nil)
    case .step(_, let during): .framewise(during: during)
    case .cut(let range): .window(range)
    case .track(let starts): .placed(starts)
    case .join: .joined
    case .compose(_, let changes, let frames):
      .layered(frames: frames, changes: changes.map(\.during))
    case .group(_, let frames): .layered(frames: frames, changes: [])
    }
  }

  /// The kind of its output.
  public var output: OutputKind {
    switch self {
    case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio: .source
    case .read, .still, .draw, .orient, .fit, .place, .warp, .step, .blend, .motionBlur,
      .mask, .transition, .cut, .track, .join, .compose, .group:
      .picture
    case .listen, .gain, .mix: .sound
    case .film: .film
    }
  }

  /// Returns true if its output equals any input, on a canvas of that size.
  public func isIdentity(on canvas: PixelSize) -> Bool {
    switch self {
    case .step(let step, _): step.isIdentity(on: canvas)
    case .gain(let curve, let kind, _): curve.constantValue == [kind.identity]
    case .orient(let turn): turn == .exact(.upright)
    case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio, .read, .still,
      .draw, .fit,
      .place,
      .warp,
      .blend, .motionBlur, .mask, .transition, .cut, .track, .join, .compose, .group, .listen, .mix,
      .film:
      false
    }
  }

  /// True if it does the same to every frame or sample of its one input, independent of where the
  /// input starts.
  public var isTimeless: Bool {
    switch self {
    case .orient, .fit, .place, .blend, .motionBlur: true
    case .warp(let warp): warp.isConstant
    case .step(let step, let during): during == nil && step.isConstant
    case .gain(let curve, _, let during): during == nil && curve.constantValue != nil
    case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio, .read, .still,
      .draw, .mask,
      .transition, .cut,
      .track,
      .join,
      .compose, .group, .listen, .mix, .film:
      false
    }
  }

  /// True if every visible pixel of its input stays in place: such operations change places with
  /// those that move pictures.
  public var isPixelwise: Bool {
    switch self {
    case .step(let step, _): step.stage.isPixelwise
    case .cut, .join, .blend: true
    case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio, .read, .still,
      .draw,
      .orient, .fit,
      .place,
      .warp, .motionBlur, .mask, .transition, .track, .compose, .group, .listen, .gain, .mix, .film:
      false
    }
  }

  /// The condition under which nothing is seen or heard of it.
  public var emptiness: Visibility {
    switch self {
    case .step(let step, let during): during == nil && step.isClear ? .always : .asInputs
    case .gain(let curve, let kind, let during):
      during == nil && kind == .volume && curve.constantValue == [0] ? .always : .asInputs
    case .compose(let background, let changes, _):
      background.alpha == 0 && changes.isEmpty ? .asInputs : .unknown
    case .track, .mix, .cut, .group, .blend, .motionBlur, .mask: .asInputs
    case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio, .read, .still,
      .draw,
      .orient, .fit,
      .place,
      .warp,
      .transition, .join, .listen, .film:
      .unknown
    }
  }

  /// True if it composes layers on a transparent background: a layer of layers.
  public var isClearGroup: Bool {
    switch self {
    case .compose: emptiness == .asInputs
    case .group: true
    case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio, .read, .still,
      .draw,
      .orient, .fit,
      .place,
      .warp, .step, .blend, .motionBlur, .mask, .transition, .cut, .track, .join, .listen, .gain,
      .mix, .film:
      false
    }
  }

  /// The same for frames `range` of its result; nil if it does nothing there and passes its input on.
  ///
  /// Inputs are cut alike. Called only for operations that make frames or work frame by frame, and for layers. Anything
  /// without effect in these frames is left out: keys, holds, a `during` that covers everything.
  public func slice(_ range: Range<Int>, rate: FrameRate) -> Operation? {
    let (offset, duration) = (rate.time(of: range.lowerBound), rate.time(of: range.count))
    switch self {
    case .read(let map, _): return .read(map.slice(range, rate: rate), frames: range.count)
    case .still: return .still(frames: range.count)
    case .draw(let curves, _):
      return .draw(
        curves.mapValues { $0.shifted(by: offset, duration: duration) }, frames: range.count)
    case .warp(let warp):
      return warp.motions.isEmpty ? self : .warp(warp.shifted(by: offset, duration: duration))
    case .step(let step, let during):
      let live = (during ?? range).clamped(to: range)
      if live.isEmpty { return nil }
      return .step(
        step.shifted(by: offset, duration: duration),
        during: live == range ? nil : live.earlier(by: range.lowerBound))
    case .transition(let use, let start, let duration):
      return .transition(use, offset: start + range.lowerBound, duration: duration)
    case .compose(let background, let changes, _):
      return .compose(background: background, changes: changes, range: range)
    case .group(let size, _): return .group(size, frames: range.count)
    case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio, .orient, .fit,
      .place,
      .blend,
      .motionBlur,
      .mask, .cut, .track, .join, .listen, .gain, .mix, .film:
      return self
    }
  }

  /// Frames `range` of a `compose`.
  private static func compose(
    background: Color, changes: [BackgroundChange], range: Range<Int>
  ) -> Operation {
    var background = background
    var kept: [BackgroundChange] = []
    for change in changes {
      let common = change.during.clamped(to: range)
      if common == range {
        background = change.color
        kept = []
      } else if !common.isEmpty {
        kept.append(
          BackgroundChange(during: common.earlier(by: range.lowerBound), color: change.color))
      }
    }
    return .compose(background: background, changes: kept, frames: range.count)
  }
}

extension Range<Int> {
  /// The range that starts `offset` earlier.
  package func earlier(by offset: Int) -> Range<Int> { lowerBound - offset..<upperBound - offset }
}
