// SPDX-License-Identifier: Apache-2.0

public import Base
import CFFmpeg
import CFFmpegShims

/// One filter of a chain with its options; values are set as options, never inserted into a string.
public struct Filter: Hashable, Sendable {
  /// libavfilter's name.
  public var name: String
  /// Options in the order they are set.
  public var options: [Setting]

  /// A name and a value.
  public struct Setting: Hashable, Sendable {
    /// The option's name.
    public var name: String
    /// Its value, as text.
    public var value: String

    /// Sets `name` to `value`.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The filter `name` with `options`.
  public init(_ name: String, _ options: KeyValuePairs<String, String> = [:]) {
    self.name = name
    self.options = options.map { Setting(name: $0.key, value: $0.value) }
  }
}

/// A configured chain of filters, owned: libav's `AVFilterGraph`.
///
/// Frames go in with `push` and come out with `pull`. It runs on the calling thread only. All scaling in it is
/// bit-exact on every CPU.
public struct FilterGraph: ~Copyable {
  /// The input of the chain.
  public enum Input: Hashable, Sendable {
    /// Pictures in the colours of `color`.
    case picture(size: PixelSize, format: PixelFormat, timeBase: Time, color: ColorTags)
    /// Sound.
    case sound(rate: Int, format: SampleFormat, channelLayout: String, timeBase: Time)
    /// No input: the chain starts with a source filter.
    case none

    /// Pictures such as `frame`.
    public static func picture(like frame: borrowing Frame, timeBase: Time) -> Input {
      .picture(
        size: frame.size, format: frame.pixelFormat, timeBase: timeBase, color: frame.color)
    }
  }

  /// Where frames go in.
  private enum Source {
    case pictures(BufferSource)
    case sound(UnsafeMutablePointer<AVFilterContext>)
    case none

    var node: UnsafeMutablePointer<AVFilterContext>? {
      switch self {
      case .pictures(let source): source.node
      case .sound(let node): node
      case .none: nil
      }
    }
  }

  /// The scaler flags used throughout the project.
  public static let scaling = "bicubic+accurate_rnd+full_chroma_int+bitexact"

  private let pointer: UnsafeMutablePointer<AVFilterGraph>
  private let source: Source
  private let sink: UnsafeMutablePointer<AVFilterContext>

  /// A chain from `input` through `filters`.
  ///
  /// - Parameter isSound: Whether the output is audio.
  public init(_ input: Input, _ filters: [Filter], isSound: Bool = false) throws(AVError) {
    reel_log_install()
    guard let graph = avfilter_graph_alloc() else { throw AVError.noMemory("make a filter graph") }
    graph.pointee.nb_threads = 1
    graph.pointee.scale_sws_opts = av_strdup("flags=" + FilterGraph.scaling)
    do throws(AVError) {
      let source = try FilterGraph.makeSource(input, in: graph)
      var last = source.node
      for (index, filter) in filters.enumerated() {
        let node = try FilterGraph.make(filter, "f\(index)", in: graph)
        if let last {
          try check(avfilter_link(last, 0, node, 0), "link filter '\(filter.name)'")
        }
        last = node
      }
      let sink = try FilterGraph.make(
        Filter(isSound ? "abuffersink" : "buffersink"), "out", in: graph)
      guard let last else { throw AVError(.other, "make a filter graph", because: "no filters") }
      try check(avfilter_link(last, 0, sink, 0), "link the end of the filters")
      try check(avfilter_graph_config(graph, nil), "set up the filters")
      (self.source, self.sink) = (source, sink)
    } catch {
      var graph: UnsafeMutablePointer<AVFilterGraph>? = graph
      avfilter_graph_free(&graph)
      throw error
    }
    pointer = graph
  }

  /// The chain `filters` in the syntax of ffmpeg's `-filter_complex`.
  public static func text(_ filters: [Filter]) -> String {
    filters.map(\.text).joined(separator: ",")
  }

  deinit {
    var graph: UnsafeMutablePointer<AVFilterGraph>? = pointer
    avfilter_graph_free(&graph)
  }

  /// Sends a frame into the chain; `frame` keeps its own reference.
  public mutating func push(_ frame: borrowing Frame) throws(AVError) {
    reel_log_clear()
    switch source {
    case .pictures(let source): try source.push(frame, "filter a frame")
    case .sound(let node):
      let flags = Int32(AV_BUFFERSRC_FLAG_KEEP_REF)
      try check(av_buffersrc_add_frame_flags(node, frame.pointer, flags), "filter a frame")
    case .none: preconditionFailure("a chain without input takes no frames")
    }
  }

  /// Signals the end of input.
  public mutating func pushEnd() throws(AVError) {
    guard let source = source.node else {
      preconditionFailure("a chain without input takes no frames")
    }
    reel_log_clear()
    try check(av_buffersrc_add_frame_flags(source, nil, 0), "end the filters")
  }

  /// Sets an option of filter `index` of the chain that can be set while it runs, from the next frame on.
  public mutating func set(_ option: String, to value: String, ofFilter index: Int) throws(AVError)
  {
    reel_log_clear()
    try check(
      avfilter_graph_send_command(pointer, "f\(index)", option, value, nil, 0, 0),
      "set '\(option)' of filter \(index)")
  }

  /// Receives the next frame.
  public mutating func pull(into frame: borrowing Frame) throws(AVError) -> Outcome {
    av_frame_unref(frame.pointer)
    let code = av_buffersink_get_frame(sink, frame.pointer)
    if isAgain(code) { return .needsInput }
    if isEnd(code) { return .end }
    try check(code, "filter a frame")
    return .filled
  }

  /// Seconds per tick of output timestamps.
  public var timeBase: Time { Time(av_buffersink_get_time_base(sink)) }

  private static func makeSource(
    _ input: Input, in graph: UnsafeMutablePointer<AVFilterGraph>
  ) throws(AVError) -> Source {
    switch input {
    case .none: return .none
    case .picture(let size, let format, let timeBase, let color):
      return .pictures(
        try BufferSource(
          size: size, format: format, timeBase: timeBase, color: color, named: "in", in: graph))
    case .sound(let rate, let format, let layout, let timeBase):
      return .sound(
        try make(
          Filter(
            "abuffer",
            [
              "sample_rate": String(rate), "sample_fmt": format.description,
              "channel_layout": layout,
              "time_base": "\(timeBase.numerator)/\(timeBase.denominator)",
            ]), "in", in: graph))
    }
  }

  /// A filter of `graph`; `prepare` may set more of it before it is made.
  static func make(
    _ filter: Filter, _ name: String, in graph: UnsafeMutablePointer<AVFilterGraph>,
    prepare: (UnsafeMutablePointer<AVFilterContext>) -> Void = { _ in }
  ) throws(AVError) -> UnsafeMutablePointer<AVFilterContext> {
    guard let definition = avfilter_get_by_name(filter.name) else {
      throw AVError(.unsupported, "find filter '\(filter.name)'", because: "no such filter")
    }
    guard let node = avfilter_graph_alloc_filter(graph, definition, name) else {
      throw AVError.noMemory("make filter '\(filter.name)'")
    }
    for option in filter.options {
      let code = av_opt_set(node, option.name, option.value, AV_OPT_SEARCH_CHILDREN)
      try check(code, "set '\(option.name)' of filter '\(filter.name)'")
    }
    prepare(node)
    try check(avfilter_init_str(node, nil), "make filter '\(filter.name)'")
    return node
  }
}

extension Filter {
  /// The filter in the syntax of a graph description, such as `scale=w=640:h=360`.
  fileprivate var text: String {
    func escaped(_ text: String, _ special: String) -> String {
      text.reduce(into: "") { result, character in
        if special.contains(character) { result += "\\" }
        result.append(character)
      }
    }
    // A value is unescaped twice: as an option value and as part of a graph.
    let values = options.map { option in
      option.name + "=" + escaped(escaped(option.value, "\\':"), "\\'[],;")
    }
    return values.isEmpty ? name : name + "=" + values.joined(separator: ":")
  }
}
