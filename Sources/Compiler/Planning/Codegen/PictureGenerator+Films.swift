// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderGraph
import RenderProtocol

// Films within the film: they are composed on a canvas of their own, at a rate of their own, and placed as a picture.

/// Frames of a film within the film.
struct ShownFilm {
  let source: FilmSource
  /// The time of it that each frame of the window shows.
  let map: TimeRemap
  /// The frame of it that each frame of the window shows.
  let frames: [Int]
  /// The node that reads it.
  let node: RenderGraph.Node

  /// All of those, and what lies between them.
  var range: Range<Int> { (frames.min() ?? 0)..<(frames.max() ?? -1) + 1 }
}

/// The generators of nested films: each film is analysed once, however often it is shown.
final class NestedGenerators {
  private var known: [ObjectIdentifier: (generator: PictureGenerator, borders: [Int])] = [:]

  /// The generator of `film`, and the frames at which its composition changes, ascending.
  func generator(
    of film: FilmSource, by make: () -> PictureGenerator
  ) -> (generator: PictureGenerator, borders: [Int]) {
    if let found = known[film.identity] { return found }
    let generator = make()
    let found = (generator, generator.borders(ofFilm: film))
    known[film.identity] = found
    return found
  }
}

extension PictureGenerator {
  /// The generator of `film` at its own size.
  func generator(of film: FilmSource) -> PictureGenerator { drawing(film).generator }

  private func drawing(_ film: FilmSource) -> (generator: PictureGenerator, borders: [Int]) {
    films.generator(of: film) {
      PictureGenerator(
        graph: film.graph, counts: film.graph.frameCounts(), types: film.graph.streamTypes(),
        origin: origin, films: films, footage: footage)
    }
  }

  /// The film that `node` reads in `window`; nil where it reads something else.
  func film(readBy node: RenderGraph.Node, window: Range<Int>) -> ShownFilm? {
    guard case .read(let map, _) = node.operation,
      case .nested(let film) = graph[node.inputs[0]].operation
    else { return nil }
    let held = map.slice(window, rate: rate).held(within: film.frames, at: film.rate)
    let pace = Pace(rate: film.rate, map: held)
    return ShownFilm(
      source: film, map: held,
      frames: (0..<window.count).map { pace.frame($0, rate: rate) }, node: node)
  }

  /// The film that `id` shows in `window`; nil for a picture of another source.
  func film(under id: NodeID, window: Range<Int>) -> ShownFilm? {
    let node = graph[id]
    switch node.operation {
    case .read: return film(readBy: node, window: window)
    case .cut(let range):
      return film(under: node.inputs[0], window: window.earlier(by: -range.lowerBound))
    case .join:
      var start = 0
      for input in node.inputs {
        let end = start + counts[Int(input.index)]
        if window.lowerBound < end { return film(under: input, window: window.earlier(by: start)) }
        start = end
      }
      return nil
    default: return nil
    }
  }

  /// The frames of `window` from which on `film` shows something of another make.
  func borders(of film: ShownFilm, window: Range<Int>) -> [Int] {
    let borders = drawing(film.source).borders
    let parts = film.frames.map { frame in borders.partitioningIndex { $0 > frame } }
    return parts.indices.dropFirst().filter { parts[$0] != parts[$0 - 1] }
      .map { window.lowerBound + $0 }
  }

  /// A film through the `fit`, `place` or `warp` that brings it onto this canvas.
  func placed(_ film: ShownFilm, by operation: Operation, in window: Range<Int>) -> [Layer] {
    let warp = warp(operation, of: film.source.size)
    var inner = generator(of: film.source)
    inner.magnification =
      magnified(by: warp.motions).magnification * max(1 / max(warp.density, 1e-6), 1)
    let edge = max(inner.canvas.width, inner.canvas.height)
    inner.scale = max(1, min(scale, PixelSize.mostEdge / edge))
    inner = inner.enlarged(toShow: inner.detail(of: film))
    let layers = inner.layers(of: film)
    let isWhole = film.source.rate == rate && film.frames.isConsecutive
    var pace: Pace?
    if !isWhole, layers.change {
      let first = film.source.rate.time(of: film.range.lowerBound)
      pace = Pace(
        rate: film.source.rate, map: film.map.earlier(by: first).slice(0..<window.count, rate: rate)
      )
    }
    return placed(
      layers, drawnBy: inner, by: warp, pace: pace, in: window,
      origin: origin(film.node.origin, nil))
  }

  /// The layers of the film that this is the generator of.
  private func layers(of film: ShownFilm) -> [Layer] {
    guard let picture = film.source.picture else { return [] }
    let parts = parts(of: picture, frames: film.range)
    guard let part = parts.first, parts.count == 1 else {
      preconditionFailure("a window across a border of a film")
    }
    if part.background.alpha == 0 { return part.layers }
    let ground = Picture(source: .color(part.background, size: drawnCanvas))
    return [Layer(content: .picture(ground), placement: .at(x: 0, y: 0))] + part.layers
  }

  /// The most pixels that a source of `film`, of which this is the generator, has for one of its canvas.
  func detail(of film: ShownFilm) -> Double {
    guard magnification > Double(scale), let picture = film.source.picture else { return 0 }
    return detail(of: picture, window: film.range)
  }

  /// The frames at which what the whole `film`, of which this is the generator, shows changes its make, ascending.
  fileprivate func borders(ofFilm film: FilmSource) -> [Int] {
    guard let picture = film.picture else { return [] }
    return makeBorders(of: picture, window: 0..<film.frames)
  }
}

extension [Int] {
  /// True if each number is one more than the one before it.
  fileprivate var isConsecutive: Bool { zip(self, dropFirst()).allSatisfy { $1 == $0 + 1 } }
}

extension [Layer] {
  /// True if they differ from frame to frame.
  fileprivate var change: Bool {
    contains { layer in
      func varies<Value>(_ values: PerFrame<Value>?) -> Bool {
        if case .perFrame = values { true } else { false }
      }
      if varies(layer.opacity) || varies(layer.outline) || varies(layer.treatment?.numbers)
        || varies(layer.backdrop)
        || layer.treatment?.kind.isTimed == true || layer.pace != nil
      {
        return true
      }
      switch layer.placement {
      case .at: break
      case .warped(let maps): if varies(maps) { return true }
      case .projected(let maps): if varies(maps) { return true }
      }
      switch layer.content {
      case .picture(let picture):
        switch picture.source {
        case .video, .script: return true
        case .drawing(_, let values, _, _): return varies(values)
        case .letters(_, let letters, _, _): return varies(letters)
        case .image, .svg, .raster, .caption, .graphic: return false
        }
      case .transition: return true
      case .stack(let layers): return layers.change
      }
    }
  }
}
