// SPDX-License-Identifier: Apache-2.0

public import Base
import CFFmpeg
import CFFmpegShims
import Glibc

/// Properties and samples of a frame, each by itself.
extension Frame {
  /// A frame with the size, the format and all properties of this one, but without samples.
  public func withoutSamples() throws(AVError) -> Frame {
    let copy = try Frame()
    try check(av_frame_copy_props(copy.pointer, pointer), "describe a frame")
    copy.pointer.pointee.width = pointer.pointee.width
    copy.pointer.pointee.height = pointer.pointee.height
    copy.pointer.pointee.format = pointer.pointee.format
    return copy
  }

  /// The same with samples of its own, which are not initialised.
  public func withNewSamples() throws(AVError) -> Frame {
    let copy = try withoutSamples()
    try check(reel_picture_allocate(copy.pointer, 1), "make a picture of \(size)")
    return copy
  }

  /// A copy of the part of it in `area`, whose corner lies on a sample of chroma, with the same properties.
  ///
  /// It has memory of its own, which is returned to the system with it.
  public func part(_ area: PixelRect) throws(AVError) -> Frame {
    let shift = pixelFormat.chromaShift
    precondition(
      area.x >= 0 && area.y >= 0 && area.x + area.width <= size.width
        && area.y + area.height <= size.height && area.x % (1 << shift.x) == 0
        && area.y % (1 << shift.y) == 0, "a part beside the picture")
    let copy = try withoutSamples()
    copy.pointer.pointee.width = Int32(clamping: area.width)
    copy.pointer.pointee.height = Int32(clamping: area.height)
    try check(reel_picture_allocate(copy.pointer, 0), "make a picture of \(area.size)")
    let format = AVPixelFormat(pointer.pointee.format)
    for index in 0..<max(0, Int(av_pix_fmt_count_planes(format))) {
      let isChroma = index == 1 || index == 2
      let left = Int(av_image_get_linesize(format, Int32(clamping: area.x), Int32(index)))
      let bytes = Int(av_image_get_linesize(format, copy.pointer.pointee.width, Int32(index)))
      let top = isChroma ? area.y >> shift.y : area.y
      let rows = isChroma ? (area.height + (1 << shift.y) - 1) >> shift.y : area.height
      withPlane(index) { source, stride in
        copy.withPlane(index) { target, ownStride in
          for row in 0..<rows {
            memcpy(target + row * ownStride, source + (top + row) * stride + left, bytes)
          }
        }
      }
    }
    return copy
  }

  /// The same with the memory of `other`, which has the same size and format; both share it.
  public func withSamples(of other: borrowing Frame) throws(AVError) -> Frame {
    precondition(hasForm(of: other), "samples of another form")
    // All but the properties of a reference is what is wanted.
    let copy = try withoutSamples()
    let shared = try other.reference()
    copy.pointer.pointee.buf = shared.pointer.pointee.buf
    copy.pointer.pointee.data = shared.pointer.pointee.data
    copy.pointer.pointee.linesize = shared.pointer.pointee.linesize
    shared.pointer.pointee.buf = AVFrame().buf
    return copy
  }

  /// Returns true if both have the same size and format.
  public func hasForm(of other: borrowing Frame) -> Bool {
    size == other.size && pixelFormat == other.pixelFormat
  }

  /// True if nothing else uses the samples.
  public var isUnshared: Bool { av_frame_is_writable(pointer) > 0 }

  /// The number of frames and codecs that hold the samples, this frame among them; 0 without
  /// samples.
  public var holders: Int { pointer.pointee.buf.0.map { Int(av_buffer_get_ref_count($0)) } ?? 0 }

  /// Returns true if some of its samples are in the same memory as those of `other`.
  public func sharesSamples(with other: borrowing Frame) -> Bool {
    func buffers(_ frame: UnsafeMutablePointer<AVFrame>) -> [OpaquePointer?] {
      let held = frame.pointee.buf
      return [held.0, held.1, held.2, held.3].compactMap { $0?.pointee.buffer }
    }
    let mine = buffers(pointer)
    return buffers(other.pointer).contains { mine.contains($0) }
  }
}
