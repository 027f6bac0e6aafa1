// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
package import ProjectModel
import RenderProtocol

extension Timeline {
  /// The encoding of `output`, in a few words: `hevc crf 22 fast yuv420p10`, then `opus 128k`.
  package func encodingWords(of output: Output) -> [String] {
    guard var encoding = OutputEncoding(output, isClear: isClear, layout: canvas.layout) else {
      return []
    }
    var words: [String] = []
    if let codec = output.codec, hasPicture {
      var color = canvas.color
      if hasFullChroma(output) { color = color.withFullChroma }
      if let settings = output.video {
        let own = try? settings.encoding(
          of: output, size: codedSize(of: output), color: color, rate: canvas.rate,
          isClear: isClear)
        encoding.video = own ?? encoding.video
      } else {
        encoding.video = encoding.video?.holding(color)
      }
      let shown = isClear ? output.format.pictures?.clear ?? codec : codec
      words.append(([shown.rawValue] + (encoding.video?.words ?? [])).joined(separator: " "))
    }
    if let form = output.soundForm, !output.isSilent, clips.contains(where: \.isHeard) {
      let isOfQuality = encoding.audio.isOfConstantQuality && output.audio?.bitrate == nil
      let about = isOfQuality ? "about " : ""
      let rate = soundBits(of: output).map { " " + about + shownBits("\($0)") }
      let layout = canvas.layout == .stereo ? "" : " " + canvas.layout.rawValue
      words.append(form.codec.rawValue + layout + (rate ?? ""))
    }
    if let limit = output.maxSize {
      words.append("at most " + shownBytes(limit.value))
    }
    if let own = profileWords(of: output, encoding.video) { words.append(own) }
    return words
  }

  /// The bits of a second of the sound of `output`; nil for none, and for codecs without loss.
  package func soundBits(of output: Output) -> Int? {
    guard !output.isSilent, clips.contains(where: \.isHeard),
      let encoding = OutputEncoding(output, isClear: isClear, layout: canvas.layout)
    else { return nil }
    return output.audio?.bitrate?.value ?? encoding.audio.usualBits
  }

  /// Returns true if the audio of `output` has constant quality, so that quiet parts take fewer
  /// bits.
  package func keepsSoundQuality(_ output: Output) -> Bool {
    OutputEncoding(output, isClear: isClear, layout: canvas.layout)?.audio.isOfConstantQuality
      ?? false
  }
}

extension VideoEncoding {
  /// Quality or bit rate, speed, profile, key frames and pixel format.
  fileprivate var words: [String] {
    func value(_ name: String) -> String? { options.first { $0.name == name }?.value }
    let isLossless =
      value("qp") == "0" || value("lossless") == "1"
      || value("x265-params")?.contains("lossless=1") == true
    var words: [String] = isLossless ? ["lossless"] : []
    if hasTwoPasses || encoder == "libsvtav1", let bits = value("b") {
      words.append(shownBits(bits))
    }
    if let crf = value("crf") { words.append("crf " + crf) }
    if let speed = value("cpu-used") ?? value("preset") {
      words.append(Int(speed) == nil ? speed : "speed " + speed)
    }
    if let profile = value("profile") {
      words.append(profile.hasPrefix("dnxhr_") ? String(profile.dropFirst(6)) : profile)
    }
    return words + [shownPixelFormat]
  }

  /// The pixel format as projects write it.
  private var shownPixelFormat: String {
    let name = hasJPEGColors ? "yuv" + pixelFormat.dropFirst(4) : pixelFormat
    return name.hasSuffix("le") ? String(name.dropLast(2)) : name
  }
}

/// Bits per second, such as `192k`.
private func shownBits(_ value: String) -> String {
  guard let bits = Int(value) else { return value }
  return bits % 1_000_000 == 0 ? "\(bits / 1_000_000)M" : "\(bits / 1000)k"
}

/// Bytes, such as `25 MB`, `1.2 MB` or `900 kB`.
package func shownBytes(_ bytes: Int64) -> String {
  if bytes < 1_000_000 { return "\(bytes / 1000) kB" }
  let tenths = bytes / 100_000
  return tenths % 10 == 0 ? "\(tenths / 10) MB" : "\(tenths / 10).\(tenths % 10) MB"
}
