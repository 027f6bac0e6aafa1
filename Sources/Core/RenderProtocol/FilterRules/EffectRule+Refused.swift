// SPDX-License-Identifier: Apache-2.0

// The filters that make one picture of one picture, and are not used.

extension EffectRule {
  static let refused: [EffectRule] = [
    refuse(
      .size, "crop", "epx", "hqx", "pad", "scale", "stereo3d", "super2xsai", "tile", "transpose",
      "untile",
      "v360", "xbr", "zoompan", "zscale", "scale_npp", "scale2ref_npp", "transpose_npp",
      "sharpen_npp"),
    refuse(
      .rate, "cue", "dejudder", "fifo", "fps", "framestep", "fsync", "latency", "loop",
      "mpdecimate", "random", "realtime", "reverse", "setpts", "settb",
      "shuffleframes",
      "thumbnail", "tpad", "trim"),
    refuse(.between, "framerate", "minterpolate"),
    refuse(.footage, "amovie", "movie"),
    refuse(
      .fields, "bwdif", "detelecine", "doubleweave", "estdif", "field", "fieldhint", "fieldorder",
      "interlace", "kerndeint", "mcdeint", "nnedi", "phase", "pullup", "repeatfields",
      "separatefields",
      "telecine",
      "tinterlace", "w3fdif", "weave", "yadif"),
    refuse(
      .memory, "backgroundkey", "deshake", "hqdn3d", "lagfun", "photosensitivity", "pp", "scroll",
      "tiltandshift",
      "vidstabtransform"),
    refuse(
      .neighbours, "amplify", "atadenoise", "dedot", "deflicker", "mestimate", "tblend", "tlut2",
      "tmedian", "tmidequalizer", "tmix"),
    refuse(
      .report, "addroi", "bbox", "bench", "bitplanenoise", "blackdetect", "blackframe",
      "blockdetect",
      "blurdetect", "ccrepack", "codecview", "colordetect", "copy", "cropdetect", "entropy",
      "freezedetect",
      "idet", "null", "perms", "qp", "quirc", "readeia608", "readvitc", "scdet", "showinfo",
      "sidedata",
      "signalstats", "siti", "vfrdet", "vidstabdetect", "vmafmotion"),
    refuse(
      .tags, "format", "noformat", "pixdesctest", "setdar", "setfield", "setparams", "setrange",
      "setsar"),
    refuse(
      .file, "cover_rect", "find_rect", "metadata", "removelogo", "drawgraph"),
    refuse(.text, "ass", "drawtext", "drawvg", "qrencode", "subtitles"),
    refuse(
      .code, "coreimage", "derain", "dnn_classify", "dnn_detect", "dnn_processing", "frei0r", "sr",
      "ocr", "ocv"),
    refuse(.remote, "sendcmd", "zmq"),
    refuse(.device, "hwdownload", "hwmap", "hwupload", "hwupload_cuda", "libplacebo"),
    refuse(.space, "colorspace", "iccdetect", "iccgen", "tonemap"),
    refuse(.slow, "elbg", "uspp"),
    refuse(
      .scope, "ciescope", "datascope", "graphmonitor", "histogram", "palettegen", "pixscope",
      "showpalette",
      "thistogram", "vectorscope", "waveform"),
    refuse(.alpha, "alphaextract"),
    refuse(.weighting, "premultiply_dynamic"),
  ].flatMap(\.self)

  /// Ends of the names of filters that run on a device.
  static let deviceSuffixes = [
    "_amf", "_cuda", "_d3d11", "_npp", "_opencl", "_qsv", "_vaapi", "_videotoolbox", "_vt",
    "_vulkan",
  ]
}
