// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Compiler

/// Something that could not be made, and where in the film it belongs.
struct BuildFailure: Error, Sendable {
  /// What the worker or the disk said.
  var failure: RenderFailure
  /// The output it was made for first.
  var output: String
  /// When in the film: where the failure tells its frame, that, else the start of the segment.
  var filmTime: Time?
  /// The clips that were being rendered, when the failure itself names none.
  var suspects: [Origin]
  /// Whether the output itself could not be put together.
  var isOfLinking = false
}

/// A note on something that broke and was carried on with, and where in the film it belongs.
struct BuildNote: Hashable, Sendable, Codable {
  /// What the worker said.
  var note: RenderNote
  /// When in the film.
  var filmTime: Time?
}

extension PictureProgram {
  /// The clips whose media it reads, in order and each once.
  var origins: [Origin] {
    var seen: Set<Origin> = []
    var found: [Origin] = []
    func visit(_ layers: [Layer]) {
      for layer in layers {
        switch layer.content {
        case .picture(let picture):
          let origin: Origin =
            switch picture.source {
            case .video(let read): read.origin
            case .image(_, let origin), .svg(_, size: _, let origin), .raster(_, let origin): origin
            case .color: .none
            }
          if origin != .none, seen.insert(origin).inserted { found.append(origin) }
        case .stack(let layers): visit(layers)
        case .transition(let transition):
          visit(transition.from)
          visit(transition.to)
        }
      }
    }
    for part in parts { visit(part.layers) }
    return found
  }
}
