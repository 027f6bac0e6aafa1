// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import CFFmpegShims

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
    try check(av_frame_get_buffer(copy.pointer, 0), "make a picture of \(size)")
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

  /// Whether both have the same size and format.
  public func hasForm(of other: borrowing Frame) -> Bool {
    size == other.size && pixelFormat == other.pixelFormat
  }

  /// Whether nothing else uses the samples.
  public var isUnshared: Bool { av_frame_is_writable(pointer) > 0 }
}
