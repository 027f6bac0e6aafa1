// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

extension PixelFormat {
  /// Where the samples of a component lie in a picture.
  public struct Component: Sendable {
    /// The plane that they are in.
    public let plane: Int
    /// The distance of two samples in a row, in bytes.
    public let step: Int
    /// Where the first one is in a row, in bytes.
    public let offset: Int
    /// The bits of each.
    public let depth: Int
    /// The base-2 logarithms of the pixels that each covers, across and down.
    public let shift: (x: Int, y: Int)
  }

  /// Where the samples of all components lie, alpha last, if each is a byte or two bytes of which the lower one comes first; nil
  /// for any other format.
  public var places: [Component]? {
    guard let description = av_pix_fmt_desc_get(raw) else { return nil }
    let unfit =
      AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_FLOAT
      | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_PAL
    guard description.pointee.flags & UInt64(unfit) == 0 else { return nil }
    let (first, second, third, fourth) = description.pointee.comp
    let all = [first, second, third, fourth].prefix(Int(description.pointee.nb_components))
    let bytes: Int32 = first.depth > 8 ? 2 : 1
    var places: [Component] = []
    for (index, component) in all.enumerated() {
      let isWhole = component.shift == 0 && component.depth >= 8 && component.depth <= 16
      let isAligned = component.step % bytes == 0 && component.offset % bytes == 0
      guard isWhole, isAligned, (component.depth > 8) == (first.depth > 8) else { return nil }
      let isChroma = all.count > 2 && (index == 1 || index == 2)
      places.append(
        Component(
          plane: Int(component.plane), step: Int(component.step), offset: Int(component.offset),
          depth: Int(component.depth), shift: isChroma ? chromaShift : (0, 0)))
    }
    return places.isEmpty ? nil : places
  }
}
