// SPDX-License-Identifier: Apache-2.0

public import Basics
import CFFmpeg
import CFFmpegShims

/// One filter for pictures of one form, owned, between conversions whose options are all set.
///
/// Formats are those that libavfilter chooses, so that the least is lost; where none has to change, the filter gets frames as
/// they are. Frames go through one at a time.
public struct EffectGraph: ~Copyable {
  private let pointer: UnsafeMutablePointer<AVFilterGraph>
  private let source: UnsafeMutablePointer<AVFilterContext>
  private let filter: UnsafeMutablePointer<AVFilterContext>
  private let sink: UnsafeMutablePointer<AVFilterContext>
  private let name: String

  /// The form of the pictures that go in.
  public struct Form: Hashable, Sendable {
    /// Width and height.
    public var size: PixelSize
    /// The pixel format.
    public var format: PixelFormat
    /// The pixel format of the result.
    public var output: PixelFormat
    /// Frames per second.
    public var rate: FrameRate
    /// The matrix by the names of filter `scale`.
    public var matrix: String
    /// The range by the names of filter `scale`.
    public var range: String

    /// Pictures of `size` in `format`.
    public init(
      size: PixelSize, format: PixelFormat, output: PixelFormat, rate: FrameRate, matrix: String,
      range: String
    ) {
      self.size = size
      self.format = format
      self.output = output
      self.rate = rate
      self.matrix = matrix
      self.range = range
    }
  }

  /// `filter` for pictures of `form`.
  public init(_ filter: Filter, _ form: Form) throws(AVError) {
    reel_log_install()
    guard let graph = avfilter_graph_alloc() else { throw AVError.noMemory("make a filter graph") }
    graph.pointee.nb_threads = 1
    let (rate, size) = (form.rate.perSecond, form.size)
    let conversion = Filter(
      "scale",
      [
        "flags": FilterGraph.scaling, "in_color_matrix": form.matrix, "in_range": form.range,
        "out_color_matrix": form.matrix, "out_range": form.range,
      ])
    let chain = [
      Filter(
        "buffer",
        [
          "width": "\(size.width)", "height": "\(size.height)", "pix_fmt": "\(form.format)",
          "time_base": "\(rate.denominator)/\(rate.numerator)",
          "frame_rate": "\(rate.numerator)/\(rate.denominator)", "pixel_aspect": "1/1",
        ]), conversion, filter, conversion, Filter("format", ["pix_fmts": "\(form.output)"]),
      Filter("buffersink"),
    ]
    var nodes: [UnsafeMutablePointer<AVFilterContext>] = []
    do throws(AVError) {
      for (index, filter) in chain.enumerated() {
        let node = try FilterGraph.make(filter, "e\(index)", in: graph)
        if let last = nodes.last {
          guard node.pointee.nb_inputs == 1 else {
            throw AVError(
              .other, "use filter '\(filter.name)'", because: "it takes more than one picture")
          }
          try check(avfilter_link(last, 0, node, 0), "link filter '\(filter.name)'")
        }
        nodes.append(node)
      }
      try check(avfilter_graph_config(graph, nil), "set up filter '\(filter.name)'")
      let sink = nodes[5]
      let out = PixelSize(
        Int(av_buffersink_get_w(sink)), Int(av_buffersink_get_h(sink)))
      guard out == size else {
        throw AVError(
          .other, "use filter '\(filter.name)'",
          because: "its pictures measure \(out) where the layer has \(size)")
      }
    } catch {
      var graph: UnsafeMutablePointer<AVFilterGraph>? = graph
      avfilter_graph_free(&graph)
      throw error
    }
    pointer = graph
    (source, self.filter, sink) = (nodes[0], nodes[2], nodes[5])
    name = filter.name
  }

  deinit {
    var graph: UnsafeMutablePointer<AVFilterGraph>? = pointer
    avfilter_graph_free(&graph)
  }

  /// The format that the filter takes.
  public var taken: PixelFormat {
    PixelFormat(AVPixelFormat(filter.pointee.inputs[0]?.pointee.format ?? -1))
  }

  /// The format that the filter gives.
  public var given: PixelFormat {
    PixelFormat(AVPixelFormat(filter.pointee.outputs[0]?.pointee.format ?? -1))
  }

  /// The picture that the filter makes of `frame`, which is frame `number` of a layer.
  public mutating func filtered(
    _ frame: borrowing Frame, number: Int
  ) throws(AVError) -> Frame {
    reel_log_clear()
    let input = try frame.reference()
    input.timestamp = Int64(number)
    try check(
      reel_graph_set_frame_count(pointer, Int64(number)), "number the frames of filter '\(name)'")
    try check(
      av_buffersrc_add_frame_flags(source, input.pointer, Int32(AV_BUFFERSRC_FLAG_KEEP_REF)),
      "run filter '\(name)'")
    let output = try Frame()
    let code = av_buffersink_get_frame(sink, output.pointer)
    if isAgain(code) || isEnd(code) {
      throw AVError(.other, "run filter '\(name)'", because: "it gives no picture")
    }
    try check(code, "run filter '\(name)'")
    // A filter that turns pictures over may give their rows from the last to the first.
    guard (0..<4).contains(where: { output.stride($0) < 0 }) else { return output }
    let upright = try Frame(size: output.size, format: output.pixelFormat)
    try check(av_frame_copy(upright.pointer, output.pointer), "copy a picture")
    return upright
  }
}
