// SPDX-License-Identifier: Apache-2.0

import Actions

// Programs without the places in the project that they come from, which are no part of keys: equal ones
// have one key, however many clips they are made of.

extension PictureProgram {
  /// The same without origins.
  var anonymous: PictureProgram {
    var program = self
    program.parts = parts.map(\.anonymous)
    return program
  }
}

extension Part {
  /// The same without origins.
  var anonymous: Part {
    var part = self
    part.layers = layers.anonymous
    return part
  }
}

extension [Layer] {
  fileprivate var anonymous: [Layer] {
    map { layer in
      var layer = layer
      if case .picture(var picture) = layer.content {
        picture.source = picture.source.anonymous
        layer.content = .picture(picture)
      }
      layer.changeStacks { $0.anonymous }
      return layer
    }
  }
}

extension PictureSource {
  fileprivate var anonymous: PictureSource {
    switch self {
    case .video(var read):
      read.origin = .none
      return .video(read)
    case .image(let file, _): return .image(file, .none)
    case .svg(let file, let size, _): return .svg(file, size: size, .none)
    case .raster(let file, _): return .raster(file, .none)
    case .letters(let file, let letters, let size, _):
      return .letters(file, letters, size: size, .none)
    case .graphic, .drawing: return self
    }
  }
}
