// SPDX-License-Identifier: Apache-2.0

import Base
import Bitstreams
import Compositor
import LibAV
import MediaIO
import RenderProtocol

/// Encodes frames and writes their packets into a segment file.
final class SegmentEncoding {
  private var encoder: Encoder
  private var writer: SegmentWriter
  private let packet: Packet
  private let format: PixelFormat
  /// Converts frames into `format`.
  private var converter: FilterGraph?
  /// The same for frames with alpha; in a film with alpha, opaque frames have no alpha plane.
  private var alphaConverter: FilterGraph?
  /// Converts HEVC to the form and the parameter set numbers that a film stores.
  private let renumbering: HEVCRenumbering?
  private let size: PixelSize
  private let color: CanvasColor
  /// The colour of coded frames.
  private let tags: ColorTags
  private let fields: FieldOrder?
  /// By how many quantization steps the first frame is coded better.
  private let refinement: Time?
  /// Number of frames that the decoder holds back, by which decoding times are earlier.
  private let delay: Int64
  private var framesIn: Int64 = 0
  private var packetsOut: Int64 = 0
  private var lastDecoding: Int64 = .min
  /// True if packets are discarded: this is a first pass.
  private var isFirstPass = false

  /// - Parameter pass: Which of two passes it is; nil for one alone.
  init(
    _ encoding: VideoEncoding, size: PixelSize, sampleAspect: Time?, rate: FrameRate,
    color: CanvasColor, pass: EncoderPass? = nil, path: String
  ) throws(RenderFailure) {
    guard let format = PixelFormat(named: encoding.pixelFormat) else {
      throw RenderFailure(
        kind: .encoder, message: "there is no pixel format called '\(encoding.pixelFormat)'")
    }
    self.format = format
    self.size = size
    self.color = color
    fields = encoding.fields
    refinement = encoding.refinement
    tags = encoding.hasJPEGColors ? color.tags.ofJPEG : color.tags
    encoder = try SegmentEncoding.open(encoding, size, sampleAspect, format, rate, tags, pass)
    if case .first = pass { isFirstPass = true }
    var parameters: CodecParameters
    do throws(AVError) {
      parameters = try encoder.parameters()
      packet = try Packet()
    } catch { throw RenderFailure(writing: error) }
    renumbering = try SegmentEncoding.renumbering(&parameters, number: encoding.setNumber)
    // Segments of other rates make one stream, and muxers find its rate themselves.
    parameters.bitRate = 0
    if parameters.codec == "prores" { parameters.profile = encoding.profileOfProRes }
    delay = Int64(parameters.delay)
    let stream = SegmentStream(parameters, timeBase: rate.frameDuration)
    writer = try SegmentWriter(path: path, stream: stream)
  }

  private static func renumbering(
    _ parameters: inout CodecParameters, number: Int?
  ) throws(RenderFailure) -> HEVCRenumbering? {
    guard parameters.codec == "hevc" else { return nil }
    guard
      let renumbering = HEVCRenumbering(extradata: parameters.extradata, number: number ?? 0)
    else {
      throw RenderFailure(
        kind: .encoder, message: "the encoder's parameter sets are not understood")
    }
    parameters.extradata = renumbering.record.bytes
    // libavcodec does not report x265's reordering delay.
    parameters.delay = renumbering.delay
    return renumbering
  }

  private static func open(
    _ encoding: VideoEncoding, _ size: PixelSize, _ sampleAspect: Time?, _ format: PixelFormat,
    _ rate: FrameRate, _ tags: ColorTags, _ pass: EncoderPass?
  ) throws(RenderFailure) -> Encoder {
    func opened(
      _ options: [EncoderOption], _ pass: EncoderPass?
    ) throws(RenderFailure) -> Encoder {
      do throws(AVError) {
        return try Encoder(
          pictures: encoding.encoder, size: size, format: format, rate: rate,
          color: tags, sampleAspect: sampleAspect ?? Time(1),
          fields: encoding.fields, pass: pass, options: options.map { ($0.name, $0.value) })
      } catch { throw RenderFailure(writing: error) }
    }
    guard let quality = encoding.withQualityAlone else { return try opened(encoding.options, pass) }
    let draft: CodecParameters
    let usual = try opened(quality.options, nil)
    do throws(AVError) { draft = try usual.parameters() } catch {
      throw RenderFailure(writing: error)
    }
    return try opened(encoding.withRateAlone(atLevelOf: draft).options, pass)
  }

  /// True if it encodes frames without conversion, and no encoded frame is held afterwards.
  var copiesFrames: Bool {
    encoder.copiesFrames && format == color.drawnFormat(hasAlpha: false)
  }

  /// Encodes the next frame.
  func encode(_ frame: ImageBuffer) throws(RenderFailure) {
    CrashBreadcrumbs.note(WorkerStatus(.encoding, frame: Int(framesIn)))
    do throws(AVError) {
      // The encoder gets its own reference, without side data.
      let input = try prepared(frame)
      input.forgetSideData()
      input.color = tags
      input.isKey = false
      // libavcodec sets x264's field order from the frame.
      input.fields = fields
      input.timestamp = framesIn
      if framesIn == 0, let refinement { try input.refine(by: refinement, depth: format.depth) }
      try encoder.send(input)
    } catch { throw RenderFailure(writing: error, frame: Int(framesIn)) }
    framesIn += 1
    try drain()
  }

  /// Encodes the frames held back and completes the file; returns its size in bytes.
  func finish() throws(RenderFailure) -> Int64 {
    do throws(AVError) { try encoder.sendEnd() } catch {
      throw RenderFailure(writing: error, frame: Int(framesIn))
    }
    try drain()
    if isFirstPass { return 0 }
    guard packetsOut == framesIn else {
      throw RenderFailure(
        kind: .encoder, message: "\(packetsOut) packets came out of \(framesIn) frames")
    }
    return try writer.finish(frames: framesIn)
  }

  /// The statistics of a first pass, of an encoder that writes no file of it.
  var statistics: String? { encoder.statistics }

  /// A reference to `frame`, in the encoder's pixel format.
  private func prepared(_ frame: ImageBuffer) throws(AVError) -> Frame {
    guard format != frame.frame.pixelFormat else { return try frame.frame.reference() }
    let input = try frame.frame.reference()
    input.timestamp = framesIn
    if frame.frame.pixelFormat.hasAlpha {
      return try convert(input, &alphaConverter)
    }
    return try convert(input, &converter)
  }

  private func convert(
    _ input: borrowing Frame, _ converter: inout FilterGraph?
  ) throws(AVError) -> Frame {
    if converter == nil { converter = try makeConverter(input.pixelFormat, size, format, color) }
    let output = try Frame()
    try converter?.push(input)
    guard try converter?.pull(into: output) == .filled else {
      throw AVError(unreadable: "convert a frame", because: "no frame came out")
    }
    // The filter extends 8-bit alpha by two bits, which leaves opaque alpha slightly below the maximum.
    if input.pixelFormat.hasAlpha, input.pixelFormat.depth == 8, format.depth == 10 {
      try output.widenAlpha()
    }
    return output
  }

  private func drain() throws(RenderFailure) {
    while true {
      CrashBreadcrumbs.touch()
      do throws(AVError) {
        guard try encoder.receive(into: packet) == .filled else { return }
      } catch { throw RenderFailure(writing: error, frame: Int(framesIn)) }
      if isFirstPass { continue }
      let (presentation, isKey) = (packet.presentation ?? packetsOut, packet.isKey)
      if let renumbering {
        do throws(CodingObstacle) { packet.lend(try renumbering.renumbered(packet.bytes)) } catch {
          throw RenderFailure(
            kind: .encoder, message: "the encoder's packets are not understood",
            log: [error.rawValue])
        }
        packet.isKey = isKey
      }
      // Decoding times are computed here: the encoder's start too late in segments of one or two frames.
      packet.decoding = delay > 0 ? packetsOut - delay : presentation
      packet.presentation = presentation
      packet.duration = 1
      guard (packet.decoding ?? .max) <= presentation, (packet.decoding ?? .min) > lastDecoding
      else {
        throw RenderFailure(kind: .encoder, message: "the encoder's packets are out of order")
      }
      lastDecoding = packet.decoding ?? lastDecoding
      packetsOut += 1
      try writer.write(packet)
    }
  }
}

/// The filters that convert a composed frame into another pixel format, in the canvas's colour.
private func makeConverter(
  _ input: PixelFormat, _ size: PixelSize, _ format: PixelFormat, _ color: CanvasColor
) throws(AVError) -> FilterGraph {
  try FilterGraph(
    .picture(
      size: size, format: input, timeBase: Time(1, over: 1000), color: color.stated.tags),
    [
      Filter(
        "scale",
        [
          "flags": FilterGraph.scaling, "in_color_matrix": color.matrixName,
          "in_range": color.rangeName,
          "out_color_matrix": format.isFullRangeJPEG ? "smpte170m" : color.matrixName,
          "out_range": format.isRGB || format.isFullRangeJPEG ? "full" : color.rangeName,
        ]), Filter("format", ["pix_fmts": "\(format)"]),
    ])
}

extension ColorTags {
  /// The same light in the matrix and the range that decoders take JPEG to have.
  fileprivate var ofJPEG: ColorTags {
    ColorTags(matrix: "bt470bg", primaries: primaries, transfer: transfer, range: "pc")
  }
}

extension VideoEncoding {
  /// By how many quantization steps x264 is to code the first frame better; nil where it does by itself.
  ///
  /// With macroblock-tree and constant quality, x264 codes its I-frames better by the factor `ipratio` of 1.4, except for
  /// the first frame of all: `rate_estimate_qscale` has nothing to compare it with. In a film of many segments each begins
  /// with one, and what is still is as coarse all along. At equal PSNR, films are up to 4 % smaller with it.
  fileprivate var refinement: Time? {
    guard encoder == "libx264", fields == nil, options.contains(where: { $0.name == "crf" }),
      !options.contains(where: { $0.name == "preset" && $0.value == "ultrafast" })
    else { return nil }
    let others = ["mbtree", "aq-mode", "aq_mode", "ipratio", "i_qfactor"]
    let isOwn = options.contains { option in
      others.contains { option.name.contains($0) || option.value.contains($0) }
    }
    // 6 log2(1.4)
    return isOwn ? nil : Time(29128, over: 10_000)
  }

  /// libavcodec's number of the profile of ProRes, which its encoder does not say.
  fileprivate var profileOfProRes: Int {
    let names = ["proxy", "lt", "standard", "hq", "4444", "4444xq"]
    let name = options.first { $0.name == "profile" }?.value
    return name.flatMap { names.firstIndex(of: $0) } ?? 4
  }
}
