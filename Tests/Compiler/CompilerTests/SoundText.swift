// SPDX-License-Identifier: Apache-2.0

import Base
import Driver
import RenderProtocol

@testable import Planning

extension OutputPlan {
  /// The sound of a film as text: its sections, and the clips in each; all times in samples.
  var soundText: String {
    guard case .film(let film) = product, let sound = film.sound else { return "" }
    var text = "\nsound of \(displayPath) \(sound.encoding.encoder) \(sound.sampleCount)\n"
    for interval in sound.intervals {
      switch interval {
      case .silence(let count): text += "silence \(count)\n"
      case .chunk(let chunk):
        text += "chunk \(chunk.program.sampleCount)"
        if chunk.program.underWay > 0 { text += " after \(chunk.program.underWay)" }
        text += "\n"
        for clip in chunk.program.clips { text += "  \(clip.text(chunk.program.sampleRate))\n" }
      }
    }
    return text
  }
}

extension AudioClip {
  fileprivate func text(_ sampleRate: Int) -> String {
    let name = file.path.split(separator: "/").last ?? ""
    let from = sourceStart * Time(Int64(sampleRate))
    var text = "\(name) from=\(from) at=\(start) samples=\(count)"
    if let remap {
      text += " played from \(remap.start) at \(remap.speed)"
      if remap.followsPitch { text += " and its pitch" }
    }
    if let chain {
      let names = chain.filters.map(\.name).joined(separator: ",")
      text += " through \(names) after \(chain.before) before \(chain.after)"
    }
    for gain in gains {
      switch gain {
      case .constant(let value): text += " \(value)"
      case .routed(let route): text += " \(route.rawValue)"
      case .keys(let keys, let kind, let during):
        if kind != .volume { text += " \(kind.rawValue)" }
        let points = keys.map { "\($0.sample): \($0.value)\($0.shape.text)" }
        text += " {\(points.joined(separator: ", "))}"
        if let during { text += " during=\(during)" }
      }
    }
    return text
  }
}

extension GainShape {
  fileprivate var text: String {
    switch self {
    case .eased(.linear): ""
    case .eased(let easing): " \(easing)"
    case .equalPower: " equal-power"
    case .decibels: " decibels"
    }
  }
}
