// SPDX-License-Identifier: Apache-2.0

public import Base
import CFFmpeg
import CFFmpegShims

/// One filter for pictures of one form, owned, between conversions whose options are all set.
///
/// Formats are those that libavfilter chooses, so that the least is lost; where none has to change, the filter gets frames as
/// they are. Frames go through one at a time.
public struct EffectGraph: ~Copyable {
  private let pointer: UnsafeMutablePointer<AVFilterGraph>
  private let source: BufferSource
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
    /// The colours that `matrix` and `range` are part of.
    public var color: ColorTags

    /// Pictures of `size` in `format`.
    public init(
      size: PixelSize, format: PixelFormat, output: PixelFormat, rate: FrameRate, matrix: String,
      range: String, color: ColorTags
    ) {
      self.size = size
      self.format = format
      self.output = output
      self.rate = rate
      self.matrix = matrix
      self.range = range
      self.color = color
    }
  }

  /// `filter` for pictures of `form`.
  public init(_ filter: Filter, _ form: Form) throws(AVError) {
    reel_log_install()
    guard let graph = avfilter_graph_alloc() else { throw AVError.noMemory("make a filter graph") }
    graph.pointee.nb_threads = 1
    let size = form.size
    let conversion = Filter(
      "scale",
      [
        "flags": FilterGraph.scaling, "in_color_matrix": form.matrix, "in_range": form.range,
        "out_color_matrix": form.matrix, "out_range": form.range,
      ])
    let chain = [
      conversion, filter, conversion, Filter("format", ["pix_fmts": "\(form.output)"]),
      Filter("buffersink"),
    ]
    do throws(AVError) {
      let source = try BufferSource(
        size: size, format: form.format, timeBase: form.rate.frameDuration, color: form.color,
        rate: form.rate, named: "in", in: graph)
      var nodes = [source.node]
      for (index, filter) in chain.enumerated() {
        let node = try FilterGraph.make(filter, "e\(index)", in: graph)
        guard node.pointee.nb_inputs == 1 else {
          throw AVError(
            .other, "use filter '\(filter.name)'", because: "it takes more than one picture")
        }
        try check(avfilter_link(nodes[index], 0, node, 0), "link filter '\(filter.name)'")
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
      (self.source, self.filter, self.sink) = (source, nodes[2], sink)
    } catch {
      var graph: UnsafeMutablePointer<AVFilterGraph>? = graph
      avfilter_graph_free(&graph)
      throw error
    }
    pointer = graph
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

  /// The picture that the filter makes of `frame`, which is frame `number` of a layer: that is its time.
  ///
  /// The number of frames that have gone through a graph is libavfilter's own affair: a filter that
  /// counts has to be told in its options.
  public mutating func filtered(
    _ frame: borrowing Frame, number: Int
  ) throws(AVError) -> Frame {
    reel_log_clear()
    let input = try frame.reference()
    input.timestamp = Int64(number)
    try source.push(input, "run filter '\(name)'")
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
