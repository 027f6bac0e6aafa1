// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import RenderGraph
public import RenderProtocol

/// The programs from which a film or an interval of it is rendered.
public struct FilmCode: Hashable, Sendable {
  /// The picture's parts in film order; empty when there is no picture.
  public var parts: [LayerInterval]
  /// The sound; nil when there is none.
  public var sound: AudioProgram?
}

/// Turns the frames `frames` of a verified graph, and its samples `samples`, into programs.
///
/// It is total: tracks, cuts, joins and `during` ranges that no pass has taken apart are taken apart
/// here, at the cost of more and shorter parts. `origin` finds the table entry for a node's place in
/// the project and the file it shows, if it shows one: the members of a list have one place.
public func generateCode(
  _ graph: RenderGraph, frames: Range<Int>, samples: Range<Int64>,
  origin: @escaping (Span?, MediaFile?) -> Origin
) -> FilmCode {
  precondition(graph.film != nil, "code is generated of whole films")
  var code = FilmCode(parts: [], sound: nil)
  let generator = PictureGenerator(
    graph: graph, counts: graph.frameCounts(), types: graph.streamTypes(), origin: origin,
    films: NestedGenerators(), footage: Footage(graph))
  for input in graph.nodes[graph.nodes.count - 1].inputs {
    switch graph[input].operation {
    case .mix, .gain, .listen:
      code.sound = AudioGenerator(graph: graph, origin: origin, mixes: NestedMixes())
        .program(input, samples: samples)
    default:
      code.parts = generator.parts(of: input, frames: frames)
    }
  }
  return code
}

/// The program of the film's `samples` of a sound in `graph`.
public func generateSound(
  _ node: RenderGraph.NodeID, of graph: RenderGraph, samples: Range<Int64>,
  origin: @escaping (Span?, MediaFile?) -> Origin
) -> AudioProgram {
  AudioGenerator(graph: graph, origin: origin, mixes: NestedMixes()).program(node, samples: samples)
}
