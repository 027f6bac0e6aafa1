// SPDX-License-Identifier: Apache-2.0

import Base
import CFFmpeg

extension ColorTags {
  init(
    _ space: AVColorSpace, _ primaries: AVColorPrimaries, _ transfer: AVColorTransferCharacteristic,
    _ range: AVColorRange
  ) {
    func name(_ text: UnsafePointer<CChar>?) -> String {
      text.map { String(cString: $0) } ?? "unknown"
    }
    self.init(
      matrix: name(av_color_space_name(space)),
      primaries: name(av_color_primaries_name(primaries)),
      transfer: name(av_color_transfer_name(transfer)), range: name(av_color_range_name(range)))
  }

  var raw: (AVColorSpace, AVColorPrimaries, AVColorTransferCharacteristic, AVColorRange) {
    func value(_ code: Int32, _ unspecified: UInt32) -> UInt32 {
      code < 0 ? unspecified : UInt32(code)
    }
    return (
      AVColorSpace(value(av_color_space_from_name(matrix), AVCOL_SPC_UNSPECIFIED.rawValue)),
      AVColorPrimaries(
        value(av_color_primaries_from_name(primaries), AVCOL_PRI_UNSPECIFIED.rawValue)),
      AVColorTransferCharacteristic(
        value(av_color_transfer_from_name(transfer), AVCOL_TRC_UNSPECIFIED.rawValue)),
      AVColorRange(value(av_color_range_from_name(range), AVCOL_RANGE_UNSPECIFIED.rawValue))
    )
  }
}
