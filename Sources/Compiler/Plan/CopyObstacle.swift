// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import ProjectModel

/// Why a stretch of the film cannot be copied, in words that follow "encoded: ".
struct CopyObstacle: Error, Hashable {
  var text: String

  init(_ text: String) { self.text = text }
}

/// A stretch of one video stream, shown frame by frame as it is.
struct PlainRead: Hashable {
  var read: VideoRead
  /// How it is turned to be shown, beside which it is as it is.
  var orientation = Orientation.upright
  var frameCount: Int
}

/// Tells what of a film shows one video stream as it is, so that its packets might be copied.
struct PlainReadFinder {
  let canvas: CanvasFormat
  let finish: Finish?
  /// Whether that is not the canvas of the project, but one of the output's size.
  let isScaled: Bool
  /// The codec of the film's pictures.
  let codec: String
  /// Codecs of which only whole films are copied: nothing can be encoded beside them.
  let wholeCodecs: [String]
  /// Why the film is composed in 8 bits although there are 10 to adopt.
  var shallowReason: String?
  /// Whether the film's container says how coded pictures are turned.
  let holdsTurns: Bool
  let sources: [MediaFile: VideoFacts]
  let origins: [OriginFacts]

  /// The one read that `part` shows untouched, or what is in the way of copying it.
  func read(of part: Part) -> Result<PlainRead, CopyObstacle> {
    if let obstacle = obstacle(around: part) { return .failure(obstacle) }
    guard case .picture(let picture) = part.layers[0].content,
      case .video(let read) = picture.source
    else { return .failure(CopyObstacle("\(name(of: part.layers[0])) is no video")) }
    guard let facts = sources[read.file], facts.stream == read.stream else {
      return .failure(CopyObstacle("another stream than the one that was probed"))
    }
    let orientation = picture.orientation
    if let obstacle = obstacle(in: picture, read, facts, orientation) { return .failure(obstacle) }
    return .success(
      PlainRead(read: read, orientation: orientation, frameCount: part.frameCount))
  }

  /// What is drawn beside a single untouched picture.
  private func obstacle(around part: Part) -> CopyObstacle? {
    guard let bottom = part.layers.first else { return CopyObstacle("there is no clip") }
    if case .transition = bottom.content { return CopyObstacle("there is a transition") }
    if part.layers.count > 1 {
      return CopyObstacle("\(name(of: part.layers[1])) lies over it")
    }
    if bottom.opacity != .constant(256) { return CopyObstacle("it is not opaque") }
    if case .stack = bottom.content { return CopyObstacle("it is moved by an instruction") }
    guard bottom.placement == .at(x: 0, y: 0), bottom.clip == nil else {
      return CopyObstacle("it does not fill the canvas")
    }
    return nil
  }

  private func obstacle(
    in picture: Picture, _ read: VideoRead, _ facts: VideoFacts, _ orientation: Orientation
  ) -> CopyObstacle? {
    if let finish, finish.size != canvas.size {
      return CopyObstacle("output size \(finish.size), canvas \(canvas.size)")
    }
    let isOther = facts.codec != codec
    guard !isOther || wholeCodecs.contains(facts.codec), let coding = facts.coding else {
      return CopyObstacle("codec \(facts.codec), output \(codec)")
    }
    if let obstacle = coding.obstacle { return CopyObstacle(obstacle) }
    if facts.hasAlpha { return CopyObstacle("it is transparent") }
    if facts.sampleAspect != Time(1) {
      return CopyObstacle("sample aspect ratio \(facts.sampleAspect)")
    }
    let size = orientation.size(of: facts.size)
    if size != canvas.size {
      return CopyObstacle("size \(size), \(isScaled ? "output" : "canvas") \(canvas.size)")
    }
    if orientation != .upright, !holdsTurns {
      return CopyObstacle("it is turned upright, and the film is neither mp4 nor mov")
    }
    if facts.rate != canvas.rate {
      let rate = facts.rate.map { "frame rate \($0)" } ?? "frame rate unknown"
      return CopyObstacle("\(rate), canvas \(canvas.rate)")
    }
    guard canvas.color.isDeep ? facts.pixelFormat == canvas.color.pixelFormat : facts.isPlain else {
      return CopyObstacle(
        "pixel format \(facts.pixelFormat), canvas \(canvas.color.pixelFormat)"
          + (shallowReason.map { ": " + $0 } ?? ""))
    }
    if let words = canvas.color.difference(from: facts) {
      return CopyObstacle("colour \(words)")
    }
    for step in picture.steps {
      switch step {
      case .crop: return CopyObstacle("it is cropped")
      case .scale: return CopyObstacle("it is scaled")
      case .orient: continue
      case .blur: return CopyObstacle("it is blurred")
      }
    }
    if read.holdBefore != nil || read.holdAfter != nil {
      return CopyObstacle("a frame of it is held")
    }
    return isOther ? CopyObstacle("of codec \(facts.codec) only whole films are copied") : nil
  }

  private func name(of layer: Layer) -> String { origins.name(of: layer) }
}

extension [OriginFacts] {
  /// Such as `overlay 'title'`.
  fileprivate func name(of layer: Layer) -> String {
    let origin = [layer].pictures.first?.source.origin ?? .none
    return indices.contains(origin.index) ? self[origin.index].title : "a layer"
  }

  /// Why a film of `parts` is not composed in 10 bits; nil where it can be.
  func shallowReason(of parts: [Part]) -> String? {
    switch parts.lazy.compactMap(\.layers.shallow).first {
    case nil: nil
    case .warp(let layer): "\(name(of: layer)) is moved, scaled or turned in 8 bits alone"
    case .transition(let transition): "transition '\(transition.name)' is drawn in 8 bits alone"
    }
  }
}

extension Picture {
  /// How it is turned on its way, all in all.
  fileprivate var orientation: Orientation {
    steps.reduce(.upright) { turned, step in
      if case .orient(let next) = step { turned.then(next) } else { turned }
    }
  }
}

extension CanvasColor {
  /// Such as `smpte170m, bt709, pc`: the matrix that is meant, what the film says beside it, and how many
  /// bits there are if there are more than 8.
  var words: String {
    var seen: Set<String> = ["unknown", "tv"]
    let names = [matrix.rawValue, tags.primaries, tags.transfer, tags.range]
    return (names.filter { seen.insert($0).inserted } + (isDeep ? ["\(depth) bits"] : []))
      .joined(separator: ", ")
  }

  /// What `facts` has of another colour, such as `smpte170m, canvas bt709`; nil for the same colour.
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

extension VideoFacts {
  /// Whether its samples are those of a canvas, whatever they mean: 8-bit 4:2:0 by either name, of
  /// which the one says that the range is full.
  var isPlain: Bool {
    pixelFormat == "yuv420p" || pixelFormat == "yuvj420p" && color.isFullRange
  }
}
