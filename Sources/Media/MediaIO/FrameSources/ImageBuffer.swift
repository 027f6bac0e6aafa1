// SPDX-License-Identifier: Apache-2.0

package import Base
package import Kernels
package import LibAV

/// An immutable picture that several owners share; object identity implies equal contents.
///
/// The samples of a frame of a decoder may be drawn on for a moment, while nothing looks at them (`InPlaceDrawing`).
package final class ImageBuffer {
  package let frame: Frame
  /// Presentation time in ticks of its stream; 0 if it has none.
  package let ticks: Int64
  /// True if it has gradients, blurs or shadows, which were dithered when it was drawn in 8 bits.
  ///
  /// Frames made from it are dithered, too. Whatever draws it sets this before it is shared.
  package var isSlow = false
  /// Where its corner lies in the picture that it stands for, of which nothing is seen around it: at even pixels.
  package var corner = (x: 0, y: 0)

  package init(_ frame: consuming Frame, ticks: Int64 = 0) {
    self.frame = frame
    self.ticks = ticks
  }

  package var size: PixelSize { frame.size }
  package var hasAlpha: Bool { frame.pixelFormat.isDrawn && frame.pixelFormat.hasAlpha }
  /// True if its samples have 10 bits, like all frames on the same canvas.
  package var isDeep: Bool { frame.pixelFormat.isDrawn && frame.pixelFormat.depth > 8 }
  /// Approximate memory in bytes.
  package var byteCount: Int {
    let shift = frame.pixelFormat.chromaShift
    let rows = (frame.size.height + (1 << shift.y) - 1) >> shift.y
    return (frame.stride(0) + frame.stride(3)) * frame.size.height
      + (frame.stride(1) + frame.stride(2)) * rows
  }
  /// The sample type for kernels, the same for all pictures on one canvas.
  package var sample: any PictureSample.Type { isDeep ? UInt16.self : UInt8.self }

  /// Calls `body` with a view of its planes, which is valid only during the call.
  package func withView<Sample: PictureSample, Result>(
    of sample: Sample.Type, _ body: (SampleView<Sample>) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime(self) { try frame.withView(of: sample, body) }
  }

  /// Calls `body` with views of this picture's planes and those of `other`.
  package func withViews<Sample: PictureSample, Result>(
    of sample: Sample.Type, and other: ImageBuffer,
    _ body: (SampleView<Sample>, SampleView<Sample>) throws -> Result
  ) rethrows -> Result {
    try withView(of: sample) { mine in
      try other.withView(of: sample) { theirs in try body(mine, theirs) }
    }
  }
}

extension Frame {
  /// Calls `body` with a view of the planes of a picture in a canvas format, valid only during the call.
  package func withView<Sample: PictureSample, Result>(
    of sample: Sample.Type, _ body: (SampleView<Sample>) throws -> Result
  ) rethrows -> Result {
    try body(view())
  }

  /// A view of the planes; its pointers are valid only while this frame is borrowed.
  private func view<Sample: PictureSample>() -> SampleView<Sample> {
    let isDeep = Sample.self == UInt16.self
    precondition(
      pixelFormat.isDrawn && isDeep == (pixelFormat.depth > 8),
      "kernels take 4:2:0 and 4:4:4 of 8 or 10 bits")
    let chroma: ChromaFormat = pixelFormat.chromaShift.x == 0 ? .full : .half
    let small = PixelSize(chroma.count(size.width), chroma.count(size.height))
    func view(of plane: Int, _ size: PixelSize) -> SamplePlane<Sample>? {
      withPlane(plane) { base, stride in
        SamplePlane(
          base: UnsafeMutableRawPointer(base).assumingMemoryBound(to: Sample.self),
          stride: stride / MemoryLayout<Sample>.size, width: size.width, height: size.height)
      }
    }
    guard let y = view(of: 0, size), let u = view(of: 1, small), let v = view(of: 2, small) else {
      preconditionFailure("a picture without planes")
    }
    return SampleView(
      y: y, u: u, v: v, a: pixelFormat.hasAlpha ? view(of: 3, size) : nil, chroma: chroma)
  }
}
