// SPDX-License-Identifier: Apache-2.0

public import Base
import RenderProtocol

/// A film within a film: frames and samples are made of a graph of its own, which has a canvas and a frame rate of its
/// own, and the sample rate of the film around it.
///
/// It is read and listened to as a file is.
public struct FilmSource: Hashable, Sendable {
  /// The name of the film, for readers of the printed graph.
  public let name: String
  /// The number of its frames, 0 for none.
  public let frames: Int
  /// True if it may be transparent.
  public let hasAlpha: Bool
  private let box: Box

  /// A graph that is shared, however often it is used.
  private final class Box: Sendable {
    let graph: RenderGraph
    init(_ graph: RenderGraph) { self.graph = graph }
  }

  /// The film of a whole `graph`.
  public init(name: String, graph: RenderGraph, frames: Int, hasAlpha: Bool) {
    self.name = name
    self.frames = frames
    self.hasAlpha = hasAlpha
    box = Box(graph)
  }

  /// The film.
  public var graph: RenderGraph { box.graph }
  /// The size of its frames.
  public var size: PixelSize { box.graph.canvas.size }
  /// The frame rate.
  public var rate: FrameRate { box.graph.canvas.rate }

  /// The node of its picture; nil for none.
  public var picture: RenderGraph.NodeID? { input(.picture) }
  /// The node of its sound; nil for none.
  public var sound: RenderGraph.NodeID? { input(.sound) }

  private func input(_ kind: OutputKind) -> RenderGraph.NodeID? {
    guard let film = graph.film else { return nil }
    return graph[film].inputs.first { graph[$0].operation.output == kind }
  }

  /// The identity of the film: equal for all its uses, different for other films.
  package var identity: ObjectIdentifier { ObjectIdentifier(box) }

  /// The same film of another graph.
  package func with(_ graph: RenderGraph) -> FilmSource {
    FilmSource(name: name, graph: graph, frames: frames, hasAlpha: hasAlpha)
  }

  /// Equal films.
  public static func == (a: FilmSource, b: FilmSource) -> Bool {
    a.name == b.name && a.frames == b.frames && a.hasAlpha == b.hasAlpha
      && (a.box === b.box || a.graph == b.graph)
  }

  /// Its name and its length are enough.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(graph.nodes.count)
    hasher.combine(frames)
  }
}
