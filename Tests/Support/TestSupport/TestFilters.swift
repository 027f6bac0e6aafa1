// SPDX-License-Identifier: Apache-2.0

public import RenderProtocol

extension FilterCatalogue {
  /// Some filters with options of every kind, as libavfilter describes them.
  public static let ofTests = FilterCatalogue(
    filters: [
      filter(
        "colorhold",
        [
          option("color", .color, fallback: "black"),
          option("similarity", .number, 0.00001...1, fallback: "0.01", isRuntime: true),
        ]),
      filter("crop", []),
      filter(
        "curves",
        [
          option("preset", .integer, 0...10, fallback: "none", ["none", "vintage", "negative"]),
          option("psfile", .text), option("plot", .text),
        ]),
      filter(
        "drawgrid", [option("replace", .flag, 0...1, fallback: "false")]),
      filter(
        "eq",
        [
          option("contrast", .text, fallback: "1.0", isRuntime: true),
          option("eval", .integer, 0...1, fallback: "init", ["init", "frame"]),
        ]),
      filter(
        "fade", [option("start_time", .duration, 0...1e12, fallback: "0s", names: ["st"])]),
      filter(
        "gblur",
        [
          option("sigma", .number, 0...1024, fallback: "0.5", isRuntime: true),
          option("steps", .integer, 1...6, fallback: "1", isRuntime: true),
        ]),
      filter("geq", [option("lum_expr", .text, names: ["lum"])]),
      FilterFacts(
        name: "hstack", summary: "", inputs: [], outputs: [.picture], hasDynamicPads: true,
        options: []),
      filter(
        "hue",
        [
          option("h", .text, isRuntime: true), option("s", .text, fallback: "1", isRuntime: true),
        ]),
      filter("lut1d", [option("file", .text)]), filter("lut3d", [option("file", .text)]),
      filter("minterpolate", []),
      FilterFacts(
        name: "movie", summary: "", inputs: [], outputs: [], hasDynamicPads: true, options: []),
      filter(
        "noise",
        [
          option("all_strength", .integer, 0...100, fallback: "0", names: ["alls"]),
          option(
            "all_flags", .flags, 0...31, fallback: "0", ["a", "p", "t", "u"], names: ["allf"]),
        ]),
      filter("shufflepixels", [option("seed", .integer, -1...4_294_967_295, fallback: "-1")]),
      filter("vignette", [option("angle", .text, fallback: "PI/5", names: ["a"])]),
    ],
    soundFilters: [
      sound(
        "aecho",
        [
          option("in_gain", .number, 0...1, fallback: "0.6"),
          option("delays", .text, fallback: "1000"), option("decays", .text, fallback: "0.5"),
        ]),
      sound("areverse", []),
      sound(
        "chorus",
        [
          option("delays", .text), option("decays", .text), option("speeds", .text),
          option("depths", .text),
        ]),
      sound("extrastereo", []),
      sound(
        "highpass",
        [
          option(
            "frequency", .number, 0...999_999, fallback: "3000", names: ["f"], isRuntime: true),
          option("channels", .text, fallback: "all", names: ["c"]),
        ]),
    ])

  private static func sound(_ name: String, _ options: [FilterOption]) -> FilterFacts {
    FilterFacts(
      name: name, summary: "", inputs: [.sound], outputs: [.sound], hasDynamicPads: false,
      options: options)
  }

  private static func filter(_ name: String, _ options: [FilterOption]) -> FilterFacts {
    FilterFacts(
      name: name, summary: "", inputs: [.picture], outputs: [.picture], hasDynamicPads: false,
      options: options)
  }

  private static func option(
    _ name: String, _ kind: FilterOption.Kind, _ range: ClosedRange<Double> = 0...0,
    fallback: String? = nil, _ constants: [String] = [], names: [String] = [],
    isRuntime: Bool = false
  ) -> FilterOption {
    FilterOption(
      names: [name] + names, summary: "", kind: kind, minimum: range.lowerBound,
      maximum: range.upperBound, fallback: fallback,
      constants: constants.map { FilterOption.Constant(name: $0, summary: "") },
      isRuntime: isRuntime)
  }
}
