// SPDX-License-Identifier: Apache-2.0

public import Base
import CFFmpeg
import CFFmpegShims

/// Shows pictures in the colours of a palette: libavfilter's `paletteuse`, owned.
///
/// Pictures in go one by one with `push`, and come out with `pull` as indices into the palette.
public struct PaletteGraph: ~Copyable {
  private let pointer: UnsafeMutablePointer<AVFilterGraph>
  private let source: BufferSource
  private let sink: UnsafeMutablePointer<AVFilterContext>

  /// Pictures of `size` in the colours of `palette`, which `palettegen` has made.
  ///
  /// - Parameters:
  ///   - timeBase: Seconds per tick of their timestamps.
  ///   - dither: Options of `paletteuse` that say how colours between those are shown.
  public init(
    size: PixelSize, format: PixelFormat, timeBase: Time, palette: borrowing Frame,
    dither: KeyValuePairs<String, String>
  ) throws(AVError) {
    reel_log_install()
    guard let graph = avfilter_graph_alloc() else { throw AVError.noMemory("make a filter graph") }
    graph.pointee.nb_threads = 1
    do throws(AVError) {
      func input(
        _ size: PixelSize, _ format: PixelFormat, _ name: String
      ) throws(AVError) -> BufferSource {
        try BufferSource(
          size: size, format: format, timeBase: timeBase, color: .unknown, named: name, in: graph)
      }
      let source = try input(size, format, "in")
      let colors = try input(palette.size, palette.pixelFormat, "palette")
      let use = try FilterGraph.make(Filter("paletteuse", dither), "use", in: graph)
      let sink = try FilterGraph.make(Filter("buffersink"), "out", in: graph)
      try check(avfilter_link(source.node, 0, use, 0), "link pictures")
      try check(avfilter_link(colors.node, 0, use, 1), "link a palette")
      try check(avfilter_link(use, 0, sink, 0), "link the end of the filters")
      try check(avfilter_graph_config(graph, nil), "set up the filters")
      palette.timestamp = 0
      try colors.push(palette, "set a palette")
      try colors.pushEnd("set a palette")
      (self.source, self.sink) = (source, sink)
    } catch {
      var graph: UnsafeMutablePointer<AVFilterGraph>? = graph
      avfilter_graph_free(&graph)
      throw error
    }
    pointer = graph
  }

  deinit {
    var graph: UnsafeMutablePointer<AVFilterGraph>? = pointer
    avfilter_graph_free(&graph)
  }

  /// Sends a picture, which keeps its own reference; its timestamp is greater than that of the last one.
  public mutating func push(_ frame: borrowing Frame) throws(AVError) {
    reel_log_clear()
    try source.push(frame, "filter a frame")
  }

  /// Signals the end of pictures.
  public mutating func pushEnd() throws(AVError) {
    try source.pushEnd("end the filters")
  }

  /// Receives the next picture.
  public mutating func pull(into frame: borrowing Frame) throws(AVError) -> Outcome {
    av_frame_unref(frame.pointer)
    let code = av_buffersink_get_frame(sink, frame.pointer)
    if isAgain(code) { return .needsInput }
    if isEnd(code) { return .end }
    try check(code, "filter a frame")
    return .filled
  }
}
