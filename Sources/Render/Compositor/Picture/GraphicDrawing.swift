// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import LibAV
import MediaIO
import RenderProtocol
import Text

extension Graphic {
  /// The picture, `size` large, on a canvas of `canvas`.
  ///
  /// Its paint is exact in the samples of the canvas; its edges are in its alpha.
  func drawn(_ size: PixelSize, on canvas: CanvasColor) throws(RenderFailure) -> ImageBuffer {
    let clear = Fill.color(Color(0, 0, 0, alpha: 0))
    if area == .everything, stroke == nil {
      return try painted(fill ?? clear, size, hasAlpha: hasAlpha, on: canvas)
    }
    if case .particles(let emitter) = area { return try drawn(emitter, size, on: canvas) }
    var result: ImageBuffer?
    if let fill { result = try painted(fill, inside: .inside, size, on: canvas) }
    if let stroke {
      let line = try painted(stroke.fill, inside: .line(stroke), size, on: canvas)
      result?.lay(line, x: 0, y: 0, opacity: .whole, within: nil)
      if line.isSlow { result?.isSlow = true }
      result = result ?? line
    }
    if let result { return result }
    return try painted(clear, size, hasAlpha: true, on: canvas)
  }

  /// Particles of one colour after those of another.
  private func drawn(
    _ emitter: Emitter, _ size: PixelSize, on canvas: CanvasColor
  ) throws(RenderFailure) -> ImageBuffer {
    let particles = emitter.particles
    let scale = scale(of: size)
    var result: ImageBuffer?
    for (index, color) in emitter.colors.enumerated() {
      let stamps = particles.filter { $0.color == index }
      if stamps.isEmpty, result != nil || index + 1 < emitter.colors.count { continue }
      let frame = try painted(.color(color), size, hasAlpha: true, on: canvas)
      let mask = StampMask(
        emitter.shape, stamps, through: .scale(1 / scale.x, 1 / scale.y), on: size)
      do throws(TypesettingError) { try mask.rows { frame.cover(from: $0, with: $1) } } catch {
        throw RenderFailure(kind: .limit, message: error.message, log: error.log)
      }
      result?.lay(frame, x: 0, y: 0, opacity: .whole, within: nil)
      result = result ?? frame
    }
    if let result { return result }
    return try painted(
      .color(Color(0, 0, 0, alpha: 0)), size, hasAlpha: true, on: canvas)
  }

  /// The area that `mark` makes of its path, painted with `fill`.
  private func painted(
    _ fill: Fill, inside mark: PathMask.Mark, _ size: PixelSize, on canvas: CanvasColor
  ) throws(RenderFailure) -> ImageBuffer {
    let frame = try painted(fill, size, hasAlpha: true, on: canvas)
    let scale = scale(of: size)
    do throws(TypesettingError) {
      let mask = try PathMask(path, mark, through: .scale(1 / scale.x, 1 / scale.y), on: size)
      try mask.rows { frame.cover(from: $0, with: $1) }
    } catch { throw RenderFailure(kind: .limit, message: error.message, log: error.log) }
    return frame
  }

  /// A picture that is all painted with `fill`.
  private func painted(
    _ fill: Fill, _ size: PixelSize, hasAlpha: Bool, on canvas: CanvasColor
  ) throws(RenderFailure) -> ImageBuffer {
    do throws(AVError) {
      let frame = try ImageBuffer(size: size, hasAlpha: hasAlpha, in: canvas)
      switch fill {
      case .color(let color): frame.fill(with: try Paint(color, in: canvas))
      case .gradient(let gradient):
        try frame.fill(with: gradient, scale: scale(of: size), in: canvas)
        frame.isSlow = true
      }
      return frame
    } catch { throw RenderFailure(reading: error) }
  }

  /// The edge of its area.
  private var path: VectorPath {
    switch area {
    case .everything: VectorPath(RoundedBox(PixelRect(size ?? PixelSize(1, 1))))
    case .box(let box): VectorPath(box)
    case .path(let path): path
    case .particles: preconditionFailure("particles have no edge")
    }
  }

  /// Its lengths for a pixel of a picture of `drawn`, across and down.
  private func scale(of drawn: PixelSize) -> PixelPoint {
    let size = self.size ?? drawn
    return PixelPoint(
      Double(size.width) / Double(drawn.width), Double(size.height) / Double(drawn.height))
  }
}

extension ImageBuffer {
  /// Paints it with a gradient, of which `scale` lengths, across and down, are a pixel.
  fileprivate func fill(
    with gradient: Gradient, scale: PixelPoint, in canvas: CanvasColor
  ) throws(AVError) {
    var paints: [Paint] = []
    for stop in gradient.stops { paints.append(try Paint(stop.color, in: canvas)) }
    if isDeep {
      let colors = paints.compactMap { if case .deep(let color) = $0 { color } else { nil } }
      withView(of: UInt16.self) { Kernels.fill($0, with: gradient, colors, scale: scale) }
    } else {
      let colors = paints.compactMap { if case .usual(let color) = $0 { color } else { nil } }
      withView(of: UInt8.self) { Kernels.fill($0, with: gradient, colors, scale: scale) }
    }
  }

  /// Leaves what `coverage` says of its rows from `first` on; the picture must have alpha.
  fileprivate func cover(from first: Int, with coverage: UnsafeBufferPointer<Weight>) {
    func cover<Sample: PictureSample>(_ sample: Sample.Type) {
      withView(of: sample) { Kernels.cover($0, from: first, with: coverage) }
    }
    cover(sample)
  }
}
