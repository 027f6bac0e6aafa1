// SPDX-License-Identifier: Apache-2.0

import Base
import Lowering
package import ProjectModel
import RenderGraph
package import RenderProtocol
package import Timeline

extension Planner {
  /// The sounds of the tracks that are ever heard, each by itself, then that of the overlays.
  package func soundsOfTracks() -> [(name: String, program: AudioProgram)] {
    let (graph, _, lanes) = lowerSound(timeline)
    return lanes.map { lane in
      let name = lane.track.map { timeline.tracks[$0].name } ?? "overlays"
      return (name, program(of: lane.node, in: graph, 0..<timeline.sampleCount))
    }
  }

  /// The sound of an output before it is brought to a level; nil where it has none.
  package func sound(of placed: PlacedOutput) -> AudioProgram? {
    let (graph, mix, _) = lowerSound(timeline)
    guard let mix, placed.output.format.sound != nil else { return nil }
    return program(of: mix, in: graph, placed.samples)
  }

  /// The change of level of an output's audio before it is encoded; nil for none.
  package func level(of output: Output) -> AudioLevel? {
    OutputEncoding(output, isClear: timeline.isClear, layout: timeline.canvas.layout)?
      .audio.level(of: output)
  }

  private func program(
    of node: RenderGraph.NodeID, in graph: RenderGraph, _ samples: Range<Int64>
  ) -> AudioProgram {
    let index = OriginIndex(timeline)
    return generateSound(node, of: graph, samples: samples) { index.origin(of: $0, in: $1) }
  }
}
