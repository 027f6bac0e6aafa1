// SPDX-License-Identifier: Apache-2.0

public import Base
import CFFmpeg

extension Muxer {
  /// Adds a stream of one picture, which players show for the file; returns its index.
  ///
  /// The picture is a packet, to be written first: `AV_DISPOSITION_ATTACHED_PIC`.
  ///
  /// - Parameters:
  ///   - codec: libavcodec's name of the codec, `mjpeg` or `png`.
  ///   - size: Its size in pixels.
  public mutating func addCover(codec: String, size: PixelSize) throws(AVError) -> Int {
    let descriptor = try descriptor(codec)
    let stream = try newStream(Time(1, over: 1000), tag: nil) { raw in
      raw.pointee.codec_type = AVMEDIA_TYPE_VIDEO
      raw.pointee.codec_id = descriptor.id
      raw.pointee.width = Int32(clamping: size.width)
      raw.pointee.height = Int32(clamping: size.height)
    }
    stream.pointee.disposition = AV_DISPOSITION_ATTACHED_PIC
    return Int(stream.pointee.index)
  }

  /// Attaches a file, which the header holds.
  ///
  /// - Parameters:
  ///   - name: The file's name; players take `cover.jpg` and `cover.png` as covers (Matroska, "Attachments").
  ///   - codec: libavcodec's name of the codec.
  ///   - type: Its media type, such as `image/jpeg`.
  public mutating func attach(
    _ bytes: [UInt8], name: String, codec: String, type: String
  ) throws(AVError) {
    let descriptor = try descriptor(codec)
    let stream = try newStream(Time(1, over: 1000), tag: nil) { raw throws(AVError) in
      raw.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
      raw.pointee.codec_id = descriptor.id
      try raw.setExtradata(bytes)
    }
    let index = Int(stream.pointee.index)
    try setTag("filename", ofStream: index, to: name)
    try setTag("mimetype", ofStream: index, to: type)
  }

  private func descriptor(_ codec: String) throws(AVError) -> AVCodecDescriptor {
    guard let descriptor = avcodec_descriptor_get_by_name(codec) else {
      throw AVError(.unsupported, "attach a picture", because: "no codec '\(codec)'")
    }
    return descriptor.pointee
  }
}
