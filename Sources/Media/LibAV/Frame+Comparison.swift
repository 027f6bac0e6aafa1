// SPDX-License-Identifier: Apache-2.0

import Base
import CFFmpeg
import Glibc

extension Frame {
  /// Returns true if this picture has exactly the samples of `other`, in a format with the same
  /// layout; colour tags are ignored.
  public func hasSamples(of other: borrowing Frame) -> Bool {
    let format = AVPixelFormat(pointer.pointee.format)
    guard size == other.size, layout == other.layout, !pixelFormat.isHardware else { return false }
    let shift = pixelFormat.chromaShift
    for index in 0..<max(0, Int(av_pix_fmt_count_planes(format))) {
      let bytes = Int(av_image_get_linesize(format, pointer.pointee.width, Int32(index)))
      let isChroma = index == 1 || index == 2
      let rows = isChroma ? (size.height + (1 << shift.y) - 1) >> shift.y : size.height
      guard bytes >= 0 else { return false }
      let isEqual = withPlane(index) { mine, stride in
        other.withPlane(index) { theirs, otherStride in
          (0..<rows).allSatisfy {
            memcmp(mine + $0 * stride, theirs + $0 * otherStride, bytes) == 0
          }
        }
      }
      guard isEqual == true else { return false }
    }
    return true
  }

  /// Returns true if all properties that are constant in a stream are those of `other`: the format,
  /// the tags of colours and fields, and side data.
  public func hasProperties(of other: borrowing Frame) -> Bool {
    let (a, b) = (pointer.pointee, other.pointer.pointee)
    // Newer versions of libavutil say there what is a key frame.
    let isKey: Int32 = 1 << 1
    return hasForm(of: other) && color == other.color && fields == other.fields
      && sampleAspect == other.sampleAspect && a.chroma_location == b.chroma_location
      && a.flags & ~isKey == b.flags & ~isKey && a.repeat_pict == b.repeat_pict
      && (a.crop_top, a.crop_bottom) == (b.crop_top, b.crop_bottom)
      && (a.crop_left, a.crop_right) == (b.crop_left, b.crop_right)
      && a.decode_error_flags == 0 && b.decode_error_flags == 0
      && a.hw_frames_ctx == nil && b.hw_frames_ctx == nil
      && av_dict_count(a.metadata) == 0 && av_dict_count(b.metadata) == 0
      && hasSideData(of: other)
  }

  private func hasSideData(of other: borrowing Frame) -> Bool {
    guard pointer.pointee.nb_side_data == other.pointer.pointee.nb_side_data else { return false }
    for index in 0..<Int(pointer.pointee.nb_side_data) {
      guard let mine = pointer.pointee.side_data?[index]?.pointee,
        let theirs = other.pointer.pointee.side_data?[index]?.pointee, mine.type == theirs.type,
        mine.size == theirs.size, memcmp(mine.data, theirs.data, mine.size) == 0
      else { return false }
    }
    return true
  }

  /// Removes what the encoder wrote into the stream for its own readers, such as its name and its settings.
  public func forgetRemarks() {
    av_frame_remove_side_data(pointer, AV_FRAME_DATA_SEI_UNREGISTERED)
  }

  /// The number that libavutil has for the type of the picture: coded by itself, or predicted.
  public var pictureType: UInt32 {
    get { pointer.pointee.pict_type.rawValue }
    nonmutating set { pointer.pointee.pict_type = AVPictureType(newValue) }
  }

  /// Fills the samples of all planes with zeros.
  public func clearSamples() {
    let rows = pixelFormat.chromaShift.y
    for index in 0..<4 {
      let height = index == 1 || index == 2 ? (size.height + (1 << rows) - 1) >> rows : size.height
      withPlane(index) { base, stride in _ = memset(base, 0, stride * height) }
    }
  }

  /// The format, with one name for two formats that differ only in range.
  private var layout: PixelFormat { pixelFormat == .yuvj420p ? .yuv420p : pixelFormat }
}
