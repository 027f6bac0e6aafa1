// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

extension LayerInterval {
  /// Frames `range` of the part.
  ///
  /// Values for each frame are held beyond its end, so that a range there is how the part would go on.
  func slice(_ range: Range<Int>, at rate: FrameRate) -> LayerInterval {
    if range == 0..<frameCount { return self }
    return LayerInterval(
      frameCount: range.count, background: background,
      layers: layers.compactMap { $0.slice(range, rate) })
  }

  /// Returns true if `next` begins as this part would go on, so that nothing changes between the
  /// two.
  func isContinued(by next: LayerInterval, at rate: FrameRate) -> Bool {
    background == next.background && layers.count == next.layers.count
      && slice(frameCount..<frameCount + 1, at: rate) == next.slice(0..<1, at: rate)
  }
}

extension [LayerInterval] {
  /// Frames `range` of the parts one after the other.
  func slice(_ range: Range<Int>, at rate: FrameRate) -> [LayerInterval] {
    var slices: [LayerInterval] = []
    var start = 0
    for part in self {
      let kept = range.clamped(to: start..<start + part.frameCount)
      if !kept.isEmpty {
        slices.append(part.slice(kept.lowerBound - start..<kept.upperBound - start, at: rate))
      }
      start += part.frameCount
    }
    return slices
  }
}

extension VideoRead {
  /// The read of frames `range`.
  func slice(_ range: Range<Int>, at rate: FrameRate) -> VideoRead {
    var read = self
    read.map = map.slice(range, rate: rate)
    return read
  }
}

extension Layer {
  /// The layer in frames `range`; nil if it is invisible there.
  fileprivate func slice(_ range: Range<Int>, _ rate: FrameRate) -> Layer? {
    var layer = self
    layer.opacity = opacity.slice(range)
    if layer.opacity == .constant(0) { return nil }
    layer.outline = outline?.slice(range)
    if let treatment {
      layer.treatment?.kind = treatment.kind.later(by: range.lowerBound)
      layer.treatment?.numbers = treatment.numbers.slice(range)
    }
    layer.backdrop = backdrop?.slice(range)
    switch placement {
    case .at: break
    case .warped(let map): layer.placement = .warped(map.slice(range))
    case .projected(let map): layer.placement = Placement(map.slice(range))
    }
    let (inner, innerRate): (Range<Int>, FrameRate)
    if let pace {
      let slice = pace.slice(range, rate: rate)
      layer.pace = slice.pace
      (inner, innerRate) = (slice.frames, pace.rate)
    } else {
      (inner, innerRate) = (range, rate)
    }
    layer.changeStacks { $0.compactMap { $0.slice(inner, innerRate) } }
    switch layer.content {
    case .picture(var picture):
      switch picture.source {
      case .video(let read): picture.source = .video(read.slice(range, at: rate))
      case .drawing(let graphic, let values, let size, let origin):
        picture.source = .drawing(graphic, values.slice(range), size: size, origin)
      case .letters(let file, let letters, let size, let origin):
        picture.source = .letters(file, letters.slice(range), size: size, origin)
      case .script(let read): picture.source = .script(read.slice(range, rate: rate))
      case .image, .svg, .raster, .caption, .graphic: break
      }
      layer.content = .picture(picture)
    case .stack: break
    case .transition(var transition):
      transition.offset += range.lowerBound
      layer.content = .transition(transition)
    }
    return layer
  }
}

extension PerFrame {
  fileprivate func slice(_ range: Range<Int>) -> Self {
    guard case .perFrame(let values) = self, let last = values.last else { return self }
    let held = max(0, range.upperBound - values.count)
    let kept = Array(values[range.clamped(to: 0..<values.count)])
    let slice = kept + Array(repeating: last, count: min(held, range.count))
    if slice.allSatisfy({ $0 == slice.first }) { return slice.first.map(Self.constant) ?? self }
    return .perFrame(slice)
  }
}
