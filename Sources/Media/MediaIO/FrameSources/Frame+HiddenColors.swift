// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
package import LibAV

extension Frame {
  /// Replaces the colours of clear pixels by those of visible pixels near them; the picture has straight alpha.
  ///
  /// Filters of libavfilter scale colours and halve chroma without regard to alpha.
  package func spreadColors() throws(AVError) {
    guard let components = pixelFormat.places else { return }
    if components[0].depth > 8 {
      try spread(components, of: UInt16.self)
    } else {
      try spread(components, of: UInt8.self)
    }
  }

  /// The picture with straight alpha, in planes: libavcodec gives drawings as cairo draws them, premultiplied, four bytes a pixel.
  ///
  /// The filter `unpremultiply` of FFmpeg 9 makes opaque white darker.
  package func dividedByAlpha() throws(AVError) -> Frame {
    guard let own = pixelFormat.places, own.count == 4, own.allSatisfy({ $0.depth == 8 }),
      let planar = PixelFormat(named: "gbrap"), let places = planar.places,
      let alpha: SampleChannel<UInt8> = channel(own[3])
    else { preconditionFailure("a drawing in \(pixelFormat)") }
    let result = try Frame(size: size, format: planar)
    result.color = color
    for index in 0..<4 {
      guard let source: SampleChannel<UInt8> = channel(own[index]),
        let target: SampleChannel<UInt8> = result.channel(places[index])
      else { preconditionFailure("a picture without planes") }
      if index < 3 { divide(source, by: alpha, into: target) } else { copy(source, into: target) }
    }
    return result
  }

  private func spread<Sample: PictureSample>(
    _ components: [PixelFormat.Component], of sample: Sample.Type
  ) throws(AVError) {
    guard let last = components.last, let seen: SampleChannel<Sample> = channel(last) else {
      return
    }
    let full = Sample(truncatingIfNeeded: 1 << last.depth - 1)
    guard hasHiddenColors(seen, full: full) else { return }
    // The samples may be those of a decoder.
    try makeWritable()
    guard let alpha: SampleChannel<Sample> = channel(last) else { return }
    let colors = components.dropLast()
    let whole = colors.filter { $0.shift == last.shift }.compactMap { channel($0, of: sample) }
    Kernels.spreadColors(whole, alpha: alpha, full: full)
    let parts = colors.filter { $0.shift != last.shift }.compactMap { channel($0, of: sample) }
    guard let shift = colors.last?.shift, let first = parts.first else { return }
    withUnsafeTemporaryAllocation(of: Sample.self, capacity: first.width * first.height) { memory in
      guard let base = memory.baseAddress else { return }
      let means = SampleChannel(
        base: base, step: 1, stride: first.width, width: first.width, height: first.height)
      means.setMeans(of: alpha, shift.x, shift.y)
      Kernels.spreadColors(parts, alpha: means, full: full)
    }
  }

  private func channel<Sample: PictureSample>(
    _ component: PixelFormat.Component, of _: Sample.Type = Sample.self
  ) -> SampleChannel<Sample>? {
    withPlane(component.plane) { base, stride in
      let bytes = MemoryLayout<Sample>.size
      let shift = component.shift
      return SampleChannel(
        base: UnsafeMutableRawPointer(base + component.offset).assumingMemoryBound(to: Sample.self),
        step: component.step / bytes, stride: stride / bytes,
        width: (size.width + (1 << shift.x) - 1) >> shift.x,
        height: (size.height + (1 << shift.y) - 1) >> shift.y)
    }
  }
}
