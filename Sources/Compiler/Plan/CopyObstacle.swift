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
    guard facts.codec == codec, let coding = facts.coding else {
      return CopyObstacle("codec \(facts.codec), output \(codec)")
    }
    if let obstacle = coding.obstacle { return CopyObstacle(obstacle) }
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
    guard facts.pixelFormat == "yuv420p" else {
      return CopyObstacle("pixel format \(facts.pixelFormat), canvas yuv420p")
    }
    guard facts.isCanvasColor else {
      return CopyObstacle("colour \(facts.color.words); canvas bt709, tv")
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
    return nil
  }

  /// Such as `overlay 'title'`.
  private func name(of layer: Layer) -> String {
    let origin = [layer].pictures.first?.source.origin ?? .none
    return origins.indices.contains(origin.index) ? origins[origin.index].title : "a layer"
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

extension ColorFacts {
  /// Those that are known, each once, such as `smpte170m, bt709, tv`.
  fileprivate var words: String {
    var seen: Set<String> = []
    let known = [matrix, primaries, transfer, range].filter {
      $0 != "unknown" && seen.insert($0).inserted
    }
    return known.isEmpty ? "unknown" : known.joined(separator: ", ")
  }
}

extension VideoFacts {
  /// Whether its samples mean what the canvas's do; where nothing is said, size decides as it does
  /// when they are rendered.
  fileprivate var isCanvasColor: Bool {
    let isLarge = size.height >= 720 || size.width >= 1280
    let matrix = color.matrix == "bt709" || color.matrix == "unknown" && isLarge
    let others = [color.primaries, color.transfer].allSatisfy { $0 == "bt709" || $0 == "unknown" }
    return matrix && others && color.range != "pc"
  }
}
