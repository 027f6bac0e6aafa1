// SPDX-License-Identifier: Apache-2.0

/// Filters that say of generated frames what the options of an encoder in `options` say of their colours.
///
/// Since FFmpeg 7.1, the tags of frames count more than options of an encoder.
public func colorMarks(of options: [String]) -> String {
  let names = [
    "-colorspace": "colorspace", "-color_primaries": "color_primaries", "-color_trc": "color_trc",
    "-color_range": "range",
  ]
  let said = zip(options, options.dropFirst()).compactMap { option, value in
    // Filters call these transfers otherwise than encoders do.
    names[option].map { "\($0)=\(["gamma22": "bt470m", "gamma28": "bt470bg"][value] ?? value)" }
  }
  return said.isEmpty ? "" : ",setparams=" + said.joined(separator: ":")
}
