// SPDX-License-Identifier: Apache-2.0

import Kernels
import LibAV
import MediaIO
import RenderProtocol

/// Makes what is shown between two frames of a source.
///
/// It depends on the two and on the time alone, so that every segment makes the same. Two frames are kept as they are
/// filtered, since each is both the later and the earlier one.
final class FramesBetween {
  private struct Known {
    var input: ImageBuffer
    var output: ImageBuffer
    var luma: LumaPyramid?
  }

  private let mode: Interpolation
  private let color: CanvasColor
  private var known: [Known] = []
  private var last: (earlier: ImageBuffer, later: ImageBuffer, share: UInt16, result: ImageBuffer)?

  init(_ mode: Interpolation, in color: CanvasColor) {
    self.mode = mode
    self.color = color
  }

  /// Releases the frames it keeps.
  func forget() { (known, last) = ([], nil) }

  /// `frame` through `filter`.
  func filtered(_ frame: ImageBuffer, _ filter: PictureFilter) throws(AVError) -> ImageBuffer {
    if let known = known.first(where: { $0.input === frame }) { return known.output }
    let output = try filter.apply(frame)
    if known.count > 1 { known.removeFirst() }
    known.append(Known(input: frame, output: output, luma: nil))
    return output
  }

  /// The picture at the time of `pair`.
  func frame(_ pair: FramePair, _ filter: PictureFilter) throws(AVError) -> ImageBuffer {
    known.removeAll { $0.input !== pair.earlier && $0.input !== pair.later }
    let earlier = try filtered(pair.earlier, filter)
    let later = try filtered(pair.later, filter)
    // A stream may change its size midway.
    guard earlier.size == later.size, earlier.frame.pixelFormat == later.frame.pixelFormat,
      pair.share > 0
    else { return earlier }
    if let last, last.earlier === earlier, last.later === later, last.share == pair.share {
      return last.result
    }
    let result: ImageBuffer
    switch mode {
    case .motion where !earlier.hasAlpha: result = try moved(earlier, later, pair)
    case .motion, .blend: result = try mixed(earlier, later, pair.share)
    }
    last = (earlier, later, pair.share, result)
    return result
  }

  private func mixed(
    _ earlier: ImageBuffer, _ later: ImageBuffer, _ share: UInt16
  ) throws(AVError) -> ImageBuffer {
    let result = try ImageBuffer(size: earlier.size, hasAlpha: earlier.hasAlpha, in: color)
    func draw<Sample: PictureSample>(_ sample: Sample.Type) {
      earlier.withViews(of: sample, and: later) { earlier, later in
        result.withView(of: sample) { mix(earlier, later, weight: share, into: $0) }
      }
    }
    draw(result.sample)
    result.isSlow = earlier.isSlow || later.isSlow
    return result
  }

  private func moved(
    _ earlier: ImageBuffer, _ later: ImageBuffer, _ pair: FramePair
  ) throws(AVError) -> ImageBuffer {
    let share = max(1, min(255, (Int(pair.share) + 128) >> 8))
    let field = MotionField(from: luma(pair.earlier), to: luma(pair.later), share: share)
    // After a cut there is nothing between: the earlier picture lasts.
    if field.isCut { return earlier }
    let result = try ImageBuffer(size: earlier.size, hasAlpha: false, in: color)
    func draw<Sample: PictureSample>(_ sample: Sample.Type) {
      earlier.withViews(of: sample, and: later) { earlier, later in
        result.withView(of: sample) { interpolate(earlier, later, field, share: share, into: $0) }
      }
    }
    draw(result.sample)
    result.isSlow = earlier.isSlow || later.isSlow
    return result
  }

  /// The brightness of a frame that is known as filtered.
  private func luma(_ frame: ImageBuffer) -> LumaPyramid {
    guard let place = known.firstIndex(where: { $0.input === frame }) else {
      preconditionFailure("a frame that was not filtered")
    }
    if let luma = known[place].luma { return luma }
    let output = known[place].output
    func make<Sample: PictureSample>(_ sample: Sample.Type) -> LumaPyramid {
      output.withView(of: sample) { LumaPyramid($0) }
    }
    let luma = make(output.sample)
    known[place].luma = luma
    return luma
  }
}
