// SPDX-License-Identifier: Apache-2.0

import LibAV
package import RenderProtocol

extension EncoderCatalogue {
  /// The encoders of the libavcodec that this process has loaded.
  package static func loaded() -> EncoderCatalogue {
    EncoderCatalogue(
      encoders: known.compactMap { name in
        EncoderDescription(name, common: common).map { encoder in
          EncoderFacts(
            name: name, pixelFormats: encoder.pixelFormats,
            options: encoder.options.map(FilterOption.init))
        }
      })
  }
}
