// SPDX-License-Identifier: Apache-2.0

import Base

// The filters that are used. Bounds of options are there so that no frame takes more than a few seconds, or much memory.

extension EffectRule {
  static let allowed: [EffectRule] = [
    effect("avgblur", spreads: true),
    effect("bilateral", [.range("sigmaS", 0...64)]),
    effect(
      "boxblur", spreads: true,
      [
        .range("luma_power", 0...20), .range("chroma_power", -1...20),
        .range("alpha_power", -1...20),
      ]),
    effect("cas"),
    effect("chromahold"),
    effect("chromakey", alpha: .multiplied),
    effect("chromanr", [.range("sizew", 1...15), .range("sizeh", 1...15)]),
    effect("chromashift", alpha: .kept(unless: [])),
    effect("colorbalance", alpha: .kept(unless: [])),
    effect("colorchannelmixer"),
    effect("colorcontrast", alpha: .kept(unless: [])),
    effect("colorcorrect"),
    effect("colorhold", alpha: .kept(unless: [])),
    effect("colorize"),
    effect("colorkey", alpha: .multiplied),
    effect("colorlevels"),
    effect("colormatrix"),
    effect("colortemperature", alpha: .kept(unless: [])),
    effect("convolution"),
    effect("curves", alpha: .kept(unless: []), [.file("psfile", .photoshopCurves)]),
    effect("dblur", spreads: true),
    effect("dctdnoiz", [.range("overlap", -1...15), .range("n", 3...3)]),
    effect("deband", alpha: .kept(unless: ["4thr"]), [.range("range", -256...256)]),
    effect("deblock"),
    effect("deflate"),
    effect("delogo", clock: .expressions, counts: .names(["n"])),
    effect("despill"),
    effect("dilation"),
    effect("drawbox"),
    effect("drawgrid"),
    effect("edgedetect"),
    effect("eq", clock: .expressions, counts: .names(["n"], isAsked: true)),
    effect("erosion"),
    effect("exposure"),
    effect("fade", clock: .always, counts: .fade, isRenewed: true),
    effect("fftdnoiz", [.neighbours("prev"), .neighbours("next"), .range("block", 8...64)]),
    effect("fftfilt", clock: .expressions, counts: .names(["N"], isAsked: true)),
    effect(
      "fillborders",
      [
        .range("left", 0...16384), .range("right", 0...16384), .range("top", 0...16384),
        .range("bottom", 0...16384),
      ]),
    effect("floodfill"),
    effect("fspp"),
    effect("gblur", spreads: true),
    // By default it makes all opaque.
    effect(
      "geq", clock: .expressions, counts: .names(["N"]),
      [.fallback("alpha_expr", "alpha(X,Y)")]),
    effect("gradfun"),
    effect("grayworld"),
    effect("greyedge", [.range("sigma", 0...64)]),
    effect("hflip"),
    effect("histeq", isRenewed: true, alpha: .kept(unless: [])),
    effect("hsvhold"),
    effect("hsvkey", alpha: .multiplied),
    effect(
      "hue", clock: .expressions, counts: .names(["n"]),
      [.number("h"), .number("H")]),
    effect("huesaturation", alpha: .kept(unless: [])),
    effect("il"),
    effect("inflate"),
    effect("kirsch", alpha: .kept(unless: ["planes"])),
    effect("lenscorrection"),
    effect("limiter", alpha: .kept(unless: ["planes"])),
    effect("lumakey", alpha: .multiplied),
    effect("lut"),
    effect("lut1d", alpha: .kept(unless: []), [.file("file", .curves)]),
    effect("lut3d", alpha: .kept(unless: []), [.file("file", .lattice)]),
    effect("lutrgb"),
    effect("lutyuv"),
    effect("maskfun", alpha: .kept(unless: ["planes"])),
    effect("median", [.range("radius", 1...63), .range("radiusV", 0...63)]),
    effect("monochrome"),
    effect("negate"),
    effect(
      "nlmeans",
      [
        .range("p", 0...15), .range("pc", 0...15), .range("r", 0...21), .range("rc", 0...21),
      ]),
    effect(
      "noise", isRenewed: true, alpha: .kept(unless: ["c3_strength", "c3_flags", "c3_seed"]),
      grain: EffectTraits.Grain(seed: "all_seed", constant: "t"), noiseRules),
    effect("normalize", alpha: .kept(unless: []), [.neighbours("smoothing")]),
    // Its dashes change with how many frames went through it.
    effect("oscilloscope", isRenewed: true),
    // With a strength of 0 it ends its process.
    effect(
      "owdenoise", [.range("luma_strength", 0.01...1000), .range("chroma_strength", 0.01...1000)]),
    effect(
      "perspective", clock: .expressions, counts: .names(["in", "on"], first: 1, isAsked: true)),
    effect("pixelize"),
    effect("pp7"),
    effect("prewitt", alpha: .kept(unless: ["planes"])),
    effect("pseudocolor", alpha: .kept(unless: ["c3"])),
    effect("removegrain"),
    effect("rgbashift"),
    effect("roberts", alpha: .kept(unless: ["planes"])),
    effect(
      "rotate", clock: .expressions, counts: .names(["n"]),
      [.size("out_w"), .size("out_h")]),
    effect("sab"),
    effect("scharr", alpha: .kept(unless: ["planes"])),
    effect("selectivecolor", alpha: .kept(unless: [])),
    effect("shear"),
    effect("shufflepixels", [.fallback("seed", "0"), .range("seed", 0...4_294_967_295)]),
    effect("shuffleplanes"),
    effect("smartblur"),
    effect("sobel", alpha: .kept(unless: ["planes"])),
    effect("spp"),
    effect("swaprect", clock: .expressions, counts: .names(["n"])),
    effect("swapuv"),
    // With an amount of alpha it ends its process where there is alpha.
    effect(
      "unsharp", spreads: true,
      [
        .refused(
          "alpha_amount", "libavfilter reads memory that is not its own",
          hint: "leave 'alpha_amount' out")
      ]),
    effect("vaguedenoiser", [.range("nsteps", 1...16)]),
    effect("vflip"),
    effect("vibrance", alpha: .kept(unless: [])),
    effect("vignette", clock: .expressions, counts: .names(["n"]), isRenewed: true),
    effect("yaepblur", spreads: true, [.range("radius", 0...256), .range("sigma", 1...65536)]),
  ]

  private static let noiseRules = ["all", "c0", "c1", "c2", "c3"].map { component in
    EffectTraits.OptionRule(
      name: component + "_flags",
      limit: .without(
        ["a"], because: "it averages noise with that of earlier frames"))
  }
}

extension EffectTraits {
  /// Names of options by which filters read or write files, load code or reach out; no filter gets one but where its rule
  /// says which files it reads.
  public static let fileOptions: Set<String> = [
    "file", "filename", "psfile", "plot", "stats_file", "textfile", "fontfile", "model", "weights",
    "cover",
    "object", "result", "input", "log", "url", "plugin", "device", "box_source", "params",
  ]
}
