// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

extension LayerInterval {
  /// Splits a part at its fades so that the middle can be copied.
  func dividedByFades(at rate: FrameRate) -> [LayerInterval] {
    guard layers.count == 1, case .perFrame(let values) = layers[0].opacity,
      values.count == frameCount, case .picture(let picture) = layers[0].content,
      case .video = picture.source, case .at = layers[0].placement,
      let first = values.firstIndex(of: Layer.opaque),
      let last = values.lastIndex(of: Layer.opaque),
      values[first...last].allSatisfy({ $0 == Layer.opaque }), last - first > 0
    else { return [self] }
    return [0..<first, first..<last + 1, last + 1..<frameCount].filter { !$0.isEmpty }.map {
      slice($0, at: rate)
    }
  }
}
