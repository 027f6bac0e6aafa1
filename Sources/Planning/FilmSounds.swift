// SPDX-License-Identifier: Apache-2.0

package import Actions
import Basics
import Codegen
import Lowering
import ProjectModel
package import TimelineModel

extension Planner {
  /// The sounds of the tracks that are ever heard, each by itself, then that of the overlays, then those of the outputs
  /// with sound, before they are brought to a level.
  package func sounds() -> [(name: String, output: PlacedOutput?, program: SoundProgram)] {
    let (graph, mix, lanes) = lowerSound(timeline)
    let index = OriginIndex(timeline)
    var sounds: [(String, PlacedOutput?, SoundProgram)] = lanes.map { lane in
      let name = lane.track.map { timeline.tracks[$0].name } ?? "overlays"
      let program = generateSound(
        lane.node, of: graph, samples: 0..<timeline.sampleCount
      ) { index.origin(of: $0, in: $1) }
      return (name, nil, program)
    }
    guard let mix else { return sounds }
    for placed in timeline.outputs where placed.output.format.sound != nil {
      let program = generateSound(mix, of: graph, samples: placed.samples) {
        index.origin(of: $0, in: $1)
      }
      sounds.append((placed.output.name.value, placed, program))
    }
    return sounds
  }
}
