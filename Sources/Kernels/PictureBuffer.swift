// SPDX-License-Identifier: Apache-2.0

/// A picture that owns its memory, for rasters, intermediate pictures and tests.
public final class PictureBuffer {
  /// The picture; valid for as long as the buffer lives.
  public let view: PictureView
  private let memory: UnsafeMutablePointer<UInt8>

  /// A black (or, with alpha, transparent) picture; both sides must be 1 or more.
  public init(width: Int, height: Int, hasAlpha: Bool) {
    precondition(width > 0 && height > 0 && width <= 1 << 20 && height <= 1 << 20)
    let (cw, ch) = ((width + 1) / 2, (height + 1) / 2)
    let luma = width * height
    let chroma = cw * ch
    let count = luma * (hasAlpha ? 2 : 1) + 2 * chroma
    memory = .allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
    view = PictureView(
      y: Plane(base: memory, stride: width, width: width, height: height),
      u: Plane(base: memory + luma, stride: cw, width: cw, height: ch),
      v: Plane(base: memory + luma + chroma, stride: cw, width: cw, height: ch),
      a: hasAlpha
        ? Plane(base: memory + luma + 2 * chroma, stride: width, width: width, height: height)
        : nil)
    fill(view, with: hasAlpha ? .clear : .black)
  }

  deinit { memory.deallocate() }
}
