// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

/// Finds the parts of a film that show one video stream unchanged, so that its packets might be copied.
struct PassthroughReadFinder {
  let canvas: CanvasFormat
  let finish: OutputScaling?
  /// True if the canvas has the output's size, not the project's.
  let isScaled: Bool
  /// The codec of the film's pictures.
  let codec: String
  /// Codecs of which only whole films are copied: nothing can be encoded beside them.
  let wholeCodecs: [String]
  /// Codecs that the film has if most is copied of them.
  let followedCodecs: [String]
  /// True if the film's container stores the rotation of coded pictures.
  let holdsTurns: Bool
  let sources: [MediaFile: VideoFacts]
  /// Sources of which nothing can be copied, and why.
  let obstructed: [MediaFile: String]
  /// Sources most of whose frames could be copied into a film of their rate.
  let steady: Set<MediaFile>
  let origins: [OriginFacts]
  /// The place in the project of the transition into the clip of an origin.
  let transitions: [Origin: Span]

  /// The one read that `part` shows untouched, or all that is in the way of copying it.
  func read(of part: LayerInterval) -> Result<PassthroughRead, CopyObstacles> {
    guard let bottom = part.layers.first else {
      return .failure(CopyObstacles("there is no clip"))
    }
    var found: [CopyObstacle] = []
    var plain: PassthroughRead?
    switch bottom.content {
    case .transition(let transition): found.append(obstacle(of: transition))
    case .stack where bottom.treatment != nil: found.append(CopyObstacle("its look is changed"))
    case .stack:
      let words =
        bottom.mask != nil
        ? "it is masked"
        : bottom.moments != nil
          ? "its motion is blurred"
          : bottom.origin != nil || bottom.pace != nil
            ? "it is composed of layers of its own" : "it is moved by an instruction"
      found.append(CopyObstacle(words))
    case .picture(let picture):
      guard case .video(let read) = picture.source else {
        found.append(CopyObstacle("\(name(of: bottom)) is no video"))
        break
      }
      guard let facts = sources[read.file], facts.stream == read.stream else {
        found.append(CopyObstacle("another stream than the one that was probed"))
        break
      }
      found = obstacles(in: picture, read, facts, around: bottom)
      plain = PassthroughRead(
        read: read, form: CodedForm(facts, orientation: picture.steps.orientation),
        frameCount: part.frameCount)
    }
    // What a user put there comes first.
    var above = part.layers.dropFirst().map { layer in
      CopyObstacle("\(name(of: layer)) lies over it", at: place(of: layer))
    }
    if bottom.opacity != .constant(Layer.opaque) {
      above.append(CopyObstacle("its opacity is less than 100%, as in a fade"))
    }
    if let mode = bottom.blend { above.append(CopyObstacle("it is blended by \(mode.rawValue)")) }
    if bottom.backdrop != nil { above.append(CopyObstacle("it changes what lies below it")) }
    if bottom.outline != nil { above.append(CopyObstacle("it is cropped or has round corners")) }
    var all: [CopyObstacle] = []
    all.add(above + found)
    if let plain, all.isEmpty { return .success(plain) }
    return .failure(CopyObstacles(all))
  }

  private func obstacle(of transition: Transition) -> CopyObstacle {
    let entered = transition.to.pictures.first?.source.origin ?? .none
    let name =
      origins.indices.contains(entered.index) ? " into \(origins[entered.index].title)" : ""
    return CopyObstacle("transition '\(transition.shownName)'\(name)", at: transitions[entered])
  }

  /// All that is in the way of copying `read`, which `picture` of the layer `bottom` shows.
  private func obstacles(
    in picture: Picture, _ read: VideoRead, _ facts: VideoFacts, around bottom: Layer
  ) -> [CopyObstacle] {
    var found: [CopyObstacle] = []
    func note(_ text: String, _ remedy: CopyRemedy? = nil) {
      found.append(CopyObstacle(text, remedy: remedy))
    }
    if let finish, finish.size != canvas.size {
      note("output size \(finish.size), canvas \(canvas.size)", .noOutputSize)
    }
    if let obstacle = obstructed[read.file] { note(obstacle) }
    if facts.hasAlpha { note("it is transparent") }
    let orientation = picture.steps.orientation
    let size = facts.sizeOnCanvas(orientation)
    if size != canvas.size {
      let pixels = facts.sampleAspect == Time(1) ? "" : " in square pixels"
      note(
        "size \(size)\(pixels), \(isScaled ? "output" : "canvas") \(canvas.size)",
        isScaled ? .noOutputSize : .canvasSize(size))
    } else {
      // Of another size it would be scaled and put somewhere for that alone.
      if bottom.placement != .at(x: 0, y: 0) || bottom.clip != nil {
        note("it does not fill the canvas")
      }
      for (index, step) in picture.steps.enumerated() {
        switch step {
        case .crop: note("it is cropped")
        case .scale(let scaled)
        where facts.sampleAspect != Time(1)
          && picture.steps.dropFirst(index + 1).orientation.size(of: scaled) == canvas.size:
          // To fill the canvas its pixels are made square.
          continue
        case .scale: note("it is scaled")
        case .orient: continue
        case .blur: note("it is blurred")
        }
      }
    }
    if orientation != .upright, !holdsTurns {
      note("it is turned upright, and the film is neither mp4 nor mov")
    }
    if facts.rate != canvas.rate {
      note(
        "\(facts.rate.map { "frame rate \($0)" } ?? "frame rate unknown"), canvas \(canvas.rate)",
        steady.contains(read.file) ? facts.rate.map { .canvasRate($0) } : nil)
    }
    let color = canvas.color
    let isFormat = color.isDeep ? facts.pixels.name == color.pixelFormat : facts.isPlain
    // A canvas has a clip's colour only where it has its size and format.
    if facts.coding != nil, !isFormat {
      note("pixel format \(facts.pixels.name), canvas \(color.pixelFormat)")
    } else if facts.coding != nil, size == canvas.size, let words = color.difference(from: facts) {
      note("colour \(words)")
    }
    if !read.map.isPlain { note("it is played at another speed") }
    if read.map.holds { note("a frame of it is held") }
    if read.between != nil { note("pictures between its frames are made") }
    if read.fields != nil { note("it is deinterlaced") }
    let isOther = facts.codec != codec
    let isFollowed = facts.coding != nil && followedCodecs.contains(facts.codec)
    if isOther, found.isEmpty, wholeCodecs.contains(facts.codec) {
      found.append(.onlyWhole(facts.codec))
    } else if facts.coding == nil || isOther && (found.isEmpty || !isFollowed) {
      // A film's codec that follows what is copied is another for what else is in the way.
      note("codec \(facts.codec), output \(codec)", .codec(facts.codec))
    }
    return found
  }

  private func name(of layer: Layer) -> String { origins.name(of: layer) }

  private func place(of layer: Layer) -> Span? {
    let origin = [layer].pictures.first?.source.origin ?? .none
    return origins.indices.contains(origin.index) ? origins[origin.index].span : nil
  }
}

extension [OriginFacts] {
  /// Such as `overlay 'title'`.
  fileprivate func name(of layer: Layer) -> String {
    let origin = [layer].pictures.first?.source.origin ?? .none
    return indices.contains(origin.index) ? self[origin.index].title : "a layer"
  }
}

extension Transition {
  /// The name of the transition in projects.
  fileprivate var shownName: String { TransitionStyle(kernel: name)?.name ?? name }
}

extension Sequence<PictureStep> {
  /// The combined rotation of the steps.
  fileprivate var orientation: Orientation {
    reduce(.upright) { turned, step in
      if case .orient(let next) = step { turned.then(next) } else { turned }
    }
  }
}

extension CanvasColor {
  /// Such as `smpte170m, bt709, pc`: the matrix that is meant, what the film says beside it, and how many
  /// bits there are if there are more than 8.
  package var words: String {
    var seen: Set<String> = ["unknown", "tv"]
    let names = [matrix.rawValue, tags.primaries, tags.transfer, tags.range]
    return (names.filter { seen.insert($0).inserted } + (isDeep ? ["\(depth) bits"] : []))
      .joined(separator: ", ")
  }

  /// The colour facts of `facts` that differ, such as `smpte170m, canvas bt709`; nil for the same
  /// colour.
  fileprivate func difference(from facts: VideoFacts) -> String? {
    let (found, own) = (facts.color, stated.tags)
    if found.matrix(at: facts.size) != matrix.rawValue || found.matrix == "bt2020c" {
      let isSaid = found.matrix != "unknown"
      let name = isSaid ? found.matrix : "\(found.matrix(at: facts.size)) by its size"
      return "\(name), canvas \(own.matrix)"
    }
    if found.isFullRange != isFullRange {
      return "range \(found.isFullRange ? "pc" : "tv"), canvas \(own.range)"
    }
    if !hasPrimaries(of: found) {
      return "primaries \(found.primaries), canvas \(own.primaries)"
    }
    if !hasTransfer(of: found) { return "transfer \(found.transfer), canvas \(own.transfer)" }
    return nil
  }
}
