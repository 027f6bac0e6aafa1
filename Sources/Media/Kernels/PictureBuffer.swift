// SPDX-License-Identifier: Apache-2.0

/// A picture that owns its memory, for rasters, intermediate pictures and tests.
public final class SampleBuffer<Sample: PictureSample> {
  /// The picture, valid as long as the buffer.
  public let view: SampleView<Sample>
  private let memory: UnsafeMutablePointer<Sample>

  /// A black (or, with alpha, transparent) picture; both dimensions must be at least 1.
  public init(width: Int, height: Int, hasAlpha: Bool, chroma: ChromaFormat = .half) {
    precondition(width > 0 && height > 0 && width <= 1 << 20 && height <= 1 << 20)
    let (cw, ch) = (chroma.count(width), chroma.count(height))
    let (luma, color) = (width * height, cw * ch)
    let count = luma * (hasAlpha ? 2 : 1) + 2 * color
    memory = .allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
    view = SampleView(
      y: SamplePlane(base: memory, stride: width, width: width, height: height),
      u: SamplePlane(base: memory + luma, stride: cw, width: cw, height: ch),
      v: SamplePlane(base: memory + luma + color, stride: cw, width: cw, height: ch),
      a: hasAlpha
        ? SamplePlane(base: memory + luma + 2 * color, stride: width, width: width, height: height)
        : nil,
      chroma: chroma)
    fill(view, with: hasAlpha ? .clear : .black)
  }

  deinit { memory.deallocate() }
}

/// A picture of 8-bit samples that owns its memory.
public typealias PictureBuffer = SampleBuffer<UInt8>
/// A picture of 10-bit samples that owns its memory.
public typealias DeepPictureBuffer = SampleBuffer<UInt16>
