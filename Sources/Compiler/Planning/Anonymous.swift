// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

// Programs without the places in the project that they come from, which are no part of keys: equal ones
// have one key, however many clips they are made of.

extension RenderProgram {
  /// The same without origins.
  var anonymous: RenderProgram {
    var program = self
    program.parts = parts.map(\.anonymous)
    return program
  }
}

extension LayerInterval {
  /// The same without origins.
  var anonymous: LayerInterval {
    var part = self
    part.layers = layers.anonymous
    return part
  }
}

extension [Layer] {
  fileprivate var anonymous: [Layer] {
    map { layer in
      var layer = layer
      layer.origin = nil
      if case .picture(var picture) = layer.content {
        picture.source.origin = .none
        layer.content = .picture(picture)
      }
      layer.changeStacks { $0.anonymous }
      return layer
    }
  }
}
