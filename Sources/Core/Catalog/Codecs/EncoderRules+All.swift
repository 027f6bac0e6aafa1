// SPDX-License-Identifier: Apache-2.0

// The options of each encoder that can be set, and those that people ask for and cannot be.

extension EncoderRules {
  static let x264 = EncoderRules(
    allowed: [
      "aq-mode", "aq-strength", "psy", "rc-lookahead", "weightb", "weightp", "b-bias",
      "b-pyramid", "mixed-refs", "8x8dct", "fast-pskip", "mbtree", "cplxblur",
      "direct-pred", "motion-est", "coder", "b_strategy", "chromaoffset", "sc_threshold",
      "noise_reduction", "tune", "bf", "refs", "qmin", "qmax", "qcomp", "trellis", "maxrate",
      "bufsize",
    ],
    words: [
      "tune": ["film", "animation", "grain", "stillimage", "psnr", "ssim", "fastdecode"]
    ],
    refused: [
      .own("psy-rd", "deblock", "partitions", "wpredp", "me_method", in: "x264-params"),
      .written("crf", "crf_max", "qp", as: "crf"), .written("b", as: "bitrate"),
      .written("preset", as: "speed"), .written("profile", as: "profile"),
      .written("level", as: "level"), .written("g", "keyint_min", as: "keyframes"),
      .threads("threads", "thread_type", "slices"),
      .files("passlogfile", "stats"), .passes("pass", "fastfirstpass", "flags"),
      .joints(
        "intra-refresh", "forced-idr", "bluray-compat", "avcintra-class", "nal-hrd", "aud",
        "a53cc", "udu_sei", "slice-max-size", "x264opts"),
    ],
    own: "x264-params",
    settings: [
      .whole("aq-mode", 0...3), .number("aq-strength", 0...3), .pair("psy-rd", 0...10),
      .pair("deblock", -6...6), .whole("ref", 1...16), .whole("bframes", 0...16),
      .whole("b-adapt", 0...2), .whole("b-bias", -100...100),
      .word("b-pyramid", "none", "strict", "normal"),
      .word("me", "dia", "hex", "umh", "esa"), .whole("merange", 4...64),
      .whole("subme", 1...11), .whole("trellis", 0...2), .whole("weightp", 0...2),
      .flag("weightb"), .flag("mixed-refs"), .flag("8x8dct"), .flag("cabac"), .flag("mbtree"),
      .flag("fast-pskip"), .flag("dct-decimate"), .flag("chroma-me"), .flag("psy"),
      .number("qcomp", 0...1), .number("ipratio", 1...3), .number("pbratio", 1...3),
      .whole("qpmin", 0...51), .whole("qpmax", 1...51), .whole("qpstep", 1...51),
      .whole("chroma-qp-offset", -12...12), .whole("deadzone-inter", 0...32),
      .whole("deadzone-intra", 0...32), .whole("nr", 0...1000), .whole("scenecut", 0...100),
      .whole("min-keyint", 1...250), .whole("rc-lookahead", 0...120),
      .whole("vbv-maxrate", 1...500_000), .whole("vbv-bufsize", 1...500_000),
    ],
    refusedSettings: [
      .threads("threads", "lookahead-threads", "sliced-threads", "slices", "slice-max-size"),
      .joints("open-gop", "intra-refresh", "nal-hrd", "aud", "stitchable", "sps-id", "annexb"),
      .files("stats", "dump-yuv", "cqmfile", "qpfile", "log-file", "opencl-clbin"),
      .passes("pass"), .written("crf", "qp", as: "crf"), .written("bitrate", as: "bitrate"),
      .written("preset", as: "speed"), .written("keyint", as: "keyframes"),
      .written("profile", as: "profile"), .written("level", "level-idc", as: "level"),
      Refusal(
        names: ["cpu-independent", "asm", "opencl", "non-deterministic"],
        reason: "bytes are the same on all machines", hint: "leave it out"),
      .format(
        "colorprim", "transfer", "colormatrix", "fullrange", "range", "fps", "sar", "tff", "bff"),
    ])

  static let x265 = EncoderRules(
    allowed: ["tune", "bf", "refs", "qmin", "qmax", "maxrate", "bufsize"],
    words: ["tune": ["psnr", "ssim", "grain", "fastdecode", "animation"]],
    refused: [
      .written("crf", "qp", as: "crf"), .written("b", as: "bitrate"),
      .written("preset", as: "speed"), .written("profile", as: "profile"),
      .written("level", as: "level"), .written("g", "keyint_min", as: "keyframes"),
      .threads("threads", "thread_type", "slices"), .passes("pass", "flags"),
      .joints("forced-idr", "udu_sei"),
    ],
    own: "x265-params",
    settings: [
      .whole("aq-mode", 0...4), .number("aq-strength", 0...3), .number("psy-rd", 0...5),
      .number("psy-rdoq", 0...50), .whole("rdoq-level", 0...2), .whole("rd", 1...6),
      .whole("ref", 1...16), .whole("bframes", 0...16), .whole("b-adapt", 0...2),
      .word("me", "dia", "hex", "umh", "star"), .whole("merange", 0...256), .whole("subme", 0...7),
      .whole("max-merge", 1...5), .word("ctu", "16", "32", "64"), .flag("rect"), .flag("amp"),
      .flag("sao"), .flag("strong-intra-smoothing"), .flag("weightp"), .flag("weightb"),
      .flag("cutree"), .flag("early-skip"), .flag("b-intra"), .flag("signhide"),
      .pair("deblock", -6...6), .number("qcomp", 0.5...1), .number("ipratio", 1...3),
      .number("pbratio", 1...3), .whole("cbqpoffs", -12...12), .whole("crqpoffs", -12...12),
      .whole("scenecut", 0...100), .whole("min-keyint", 1...250),
      .whole("rc-lookahead", 4...60), .whole("vbv-maxrate", 1...500_000),
      .whole("vbv-bufsize", 1...500_000), .whole("nr-intra", 0...2000),
      .whole("nr-inter", 0...2000),
    ],
    refusedSettings: [
      .threads(
        "threads", "pools", "frame-threads", "wpp", "pmode", "pme", "lookahead-slices",
        "lookahead-threads", "slices"),
      .joints(
        "open-gop", "intra-refresh", "radl", "repeat-headers", "annexb", "aud", "hrd", "eos", "eob",
        "vps-id", "info", "temporal-layers"),
      .files(
        "stats", "csv", "analysis-save", "analysis-load", "analysis-reuse-file", "qpfile",
        "zonefile",
        "scaling-list", "lambda-file", "recon", "dhdr10-info", "dolby-vision-rpu"),
      .passes("pass", "slow-firstpass"), .written("crf", "qp", "lossless", as: "crf"),
      .written("bitrate", as: "bitrate"), .written("preset", as: "speed"),
      .written("keyint", as: "keyframes"), .written("profile", as: "profile"),
      .written("level-idc", as: "level"),
      Refusal(
        names: ["asm", "cpuid"], reason: "bytes are the same on all machines",
        hint: "leave it out"),
      .format(
        "colorprim", "transfer", "colormatrix", "range", "fps", "sar", "interlace",
        "master-display",
        "max-cll", "hdr10", "hdr10-opt"),
    ])

  static let svtAV1 = EncoderRules(
    refused: [
      .written("crf", "qp", as: "crf"), .written("b", as: "bitrate"),
      .written("preset", as: "speed"), .written("g", "keyint_min", as: "keyframes"),
      .threads("threads", "thread_type"), .passes("pass", "flags"),
      .own("hielevel", "la_depth", "tier", "tile_columns", "tile_rows", in: "svtav1-params"),
      .joints("sc_detection"),
    ],
    own: "svtav1-params",
    settings: [
      .whole("tune", 0...1), .whole("hierarchical-levels", 2...5), .whole("lookahead", 0...60),
      .flag("scm"), .whole("tile-rows", 0...6), .whole("tile-columns", 0...4),
      .flag("enable-dlf"), .flag("enable-cdef"), .flag("enable-restoration"), .flag("enable-tf"),
      .flag("enable-overlays"), .flag("enable-qm"), .whole("qm-min", 0...15),
      .whole("qm-max", 0...15),
      .whole("aq-mode", 0...2), .whole("min-qp", 1...62), .whole("max-qp", 1...63),
      .flag("film-grain-denoise"), .flag("fast-decode"),
    ],
    refusedSettings: [
      .threads("lp", "pin", "ss", "threads"),
      .joints(
        "irefresh-type", "scd", "pred-struct", "forced-max-frame-width", "superres-mode",
        "resize-mode"),
      .files("stats", "qpfile", "input", "output", "errlog", "stat-file", "fgs-table"),
      .passes("passes", "pass"), .written("crf", "qp", "rc", as: "crf"),
      .written("tbr", "mbr", as: "bitrate"), .written("preset", as: "speed"),
      .written("keyint", as: "keyframes"), .written("film-grain", as: "grain"),
      .written("profile", "input-depth", as: "pixel-format"),
      Refusal(
        names: ["asm"], reason: "bytes are the same on all machines", hint: "leave it out"),
      .format(
        "color-primaries", "transfer-characteristics", "matrix-coefficients", "color-range", "fps",
        "mastering-display", "content-light", "enable-hdr"),
    ])

  static let vpx = EncoderRules(
    allowed: [
      "lag-in-frames", "arnr-maxframes", "arnr-strength", "arnr-type", "tune", "max-intra-rate",
      "static-thresh", "noise-sensitivity", "undershoot-pct", "overshoot-pct", "auto-alt-ref",
      "tile-columns", "tile-rows", "frame-parallel", "aq-mode", "tune-content", "enable-tpl",
      "sharpness", "qmin", "qmax", "maxrate", "minrate", "bufsize",
    ],
    refused: [
      .written("crf", "lossless", as: "crf"), .written("b", as: "bitrate"),
      .written("cpu-used", "speed", "deadline", "quality", as: "speed"),
      .written("g", "keyint_min", as: "keyframes"),
      .written("profile", as: "pixel-format"), .threads("threads", "thread_type", "row-mt"),
      .passes("pass", "flags", "corpus-complexity"),
      .joints("error-resilient", "ts-parameters", "drop-threshold", "level", "vp8flags"),
    ])

  static let prores = EncoderRules(
    allowed: ["mbs_per_slice", "bits_per_mb", "quant_mat"],
    refused: [
      .written("profile", as: "profile"), .threads("threads", "thread_type"),
      .joints("alpha_bits", "vendor"),
    ])

  static let aac = EncoderRules(
    allowed: ["aac_coder", "aac_ms", "aac_is", "aac_pns", "aac_tns"],
    refused: [
      .written("b", as: "bitrate"),
      Refusal(
        names: ["aac_ltp", "aac_pred", "aac_pce", "profile"], reason: "few players know it",
        hint: "leave it out"),
    ])
  static let opus = EncoderRules(
    allowed: ["application", "vbr", "packet_loss", "fec", "apply_phase_inv"],
    refused: [
      .written("b", as: "bitrate"),
      Refusal(
        names: ["frame_duration", "mapping_family"],
        reason: "packets of another length, or other channels, are not joined",
        hint: "leave it out"),
    ])
  static let mp3 = EncoderRules(
    allowed: ["reservoir", "joint_stereo", "abr", "compression_level"],
    refused: [.written("b", as: "bitrate")])
  static let flac = EncoderRules(
    allowed: [
      "compression_level", "lpc_coeff_precision", "lpc_type", "lpc_passes", "min_partition_order",
      "max_partition_order", "prediction_order_method", "ch_mode", "exact_rice_parameters",
      "multi_dim_quant", "min_prediction_order", "max_prediction_order",
    ])
  static let alac = EncoderRules(
    allowed: ["compression_level", "min_prediction_order", "max_prediction_order"])
}
