// SPDX-License-Identifier: Apache-2.0

public import RenderProtocol

extension EncoderCatalogue {
  /// Encoders with options of every kind, as libavcodec describes them; there is none for AV1 and for MP3.
  public static let ofTests = EncoderCatalogue(
    encoders: [
      encoder("aac", [option("aac_coder", .integer, 0...2, ["anmr", "twoloop", "fast"])]),
      encoder("alac"), encoder("dnxhd", formats: ["yuv422p", "yuv422p10le", "yuv444p10le"]),
      encoder("gif"), encoder("libwebp_anim"),
      encoder("flac", [option("lpc_type", .integer, -1...3, ["none", "fixed"])]),
      encoder("libopus", [option("vbr", .integer, 0...2, ["off", "on", "constrained"])]),
      encoder(
        "libvpx-vp9",
        [option("auto-alt-ref", .integer, -1...6), option("aq-mode", .integer, -1...4)],
        formats: ["yuv420p", "yuva420p"]),
      encoder(
        "libx264",
        [
          option("tune", .text),
          option("aq-mode", .integer, -1...2_147_483_647, ["none", "variance"]),
          option("aq-strength", .number, -1...3.4e38), option("weightb", .flag, -1...1),
          option("rc-lookahead", .integer, -1...2_147_483_647), option("refs", .integer, 0...64),
          option("ssim", .flag, -1...1),
        ], formats: ["yuv420p", "yuv420p10le"]),
      encoder("libx265", [option("tune", .text)], formats: ["yuv420p"]),
      encoder("mjpeg", formats: ["yuvj420p"]), encoder("pcm_f32le"), encoder("pcm_s16le"),
      encoder("pcm_s24le"),
      encoder(
        "prores_ks", [option("mbs_per_slice", .integer, 1...8)], formats: ["yuv422p10le"]),
    ])

  private static func encoder(
    _ name: String, _ options: [FilterOption] = [], formats: [String] = []
  ) -> EncoderFacts {
    EncoderFacts(name: name, pixelFormats: formats, options: options)
  }

  private static func option(
    _ name: String, _ kind: FilterOption.Kind, _ range: ClosedRange<Double> = 0...0,
    _ constants: [String] = []
  ) -> FilterOption {
    FilterOption(
      names: [name], summary: "", kind: kind, minimum: range.lowerBound,
      maximum: range.upperBound, fallback: nil,
      constants: constants.map { FilterOption.Constant(name: $0, summary: "") }, isRuntime: false)
  }
}
