// SPDX-License-Identifier: Apache-2.0

import Catalog
package import ProjectModel
package import RenderProtocol

extension OutputEncoding {
  /// The choice of encodings of `output`, composed in `color`, usually `video`.
  package func choice(
    _ video: VideoEncoding, _ output: Output, color: CanvasColor
  ) -> CodecChoice {
    var choice = choice(video, output)
    // What is said of an encoding is said for this colour.
    if output.video == nil { choice.usual = choice.usual.holding(color) }
    choice.others = choice.others.map { $0.holding(color) }
    return choice
  }

  /// The same for 8 bits and 4:2:0: where the output is there to copy, its codec follows the sources.
  func choice(_ video: VideoEncoding, _ output: Output) -> CodecChoice {
    var choice = CodecChoice(usual: video)
    // From lossless H.264 into another decoders stumble: frames go missing behind the place.
    if output.preset.isLossless, output.video == nil { choice.whole = [video.codec] }
    guard output.preset == .passthrough, !video.hasAlpha, let pictures = output.format.pictures
    else { return choice }
    choice.others = pictures.others.map { $0.encoding(.passthrough) }
    choice.whole = pictures.whole
    return choice
  }
}

extension OutputEncoding {
  /// Codecs of sound that may be copied into `output`: its own, and with `preset: passthrough` what else its
  /// container holds and can say of from which sample on it is heard.
  package func copiedSounds(_ output: Output) -> [String] {
    guard let sound = output.format.sound else { return [] }
    if output.preset == .passthrough { return sound.copied }
    return sound.copiesOwn ? [audio.codec] : []
  }
}

extension OutputFormat {
  /// Codecs, by libavcodec's names, whose packets are copied into it.
  package var copiedCodecs: [String] {
    guard let pictures else { return [] }
    return ([pictures.codec] + pictures.others).map { $0.encoding(.passthrough).codec }
      + pictures.whole
  }
}

/// The choice of video encodings of an output, which depends on the copied packets.
package struct CodecChoice {
  /// The encoding if no codec allows more copies than this one.
  package var usual: VideoEncoding
  /// The encodings to use instead if they allow more copies.
  package var others: [VideoEncoding] = []
  /// Codecs of which whole films can be copied, but nothing is encoded beside copied packets.
  package var whole: [String] = []

  /// All codecs that the film may have.
  package var codecs: [String] { [usual.codec] + others.map(\.codec) + whole }
}

extension VideoEncoding {
  /// libavcodec's name of the codec; empty for one of which nothing is copied, as for all with alpha.
  package var codec: String {
    if hasAlpha { return "" }
    return switch encoder {
    case "libx264": "h264"
    case "libx265": "hevc"
    case "libvpx-vp9": "vp9"
    default: ""
    }
  }
}

extension AudioEncoding {
  /// libavcodec's name of the codec.
  package var codec: String {
    switch encoder {
    case "libopus": "opus"
    case "libmp3lame": "mp3"
    default: encoder
    }
  }
}
