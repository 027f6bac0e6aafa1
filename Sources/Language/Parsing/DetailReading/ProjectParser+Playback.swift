// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
package import ProjectModel
import YAML

/// The played range of footage, and its playback settings.
extension ProjectParser {
  /// Takes `field` as a key of footage, or as how long something drawn lasts; false where it is none.
  @discardableResult
  package mutating func playbackKey(_ field: Field, of playback: inout Playback) -> Bool {
    let value = field.value
    switch field.name {
    case "range": playback.range = range(value, isOfSource: true)
    case "duration":
      guard let duration = shortTime(value, "a duration", orZero: false, minutes: true) else {
        break
      }
      playback.range = RangeExpression(
        start: TimeExpression(.time(.zero), at: duration.span.startPoint), end: duration,
        isEndRelative: true, at: duration.span)
      playback.range?.isDuration = true
    case "speed": playback.speed = speed(value)
    case "stretch":
      playback.speed = positiveTime(value, "what a clip is stretched to", orZero: false)
        .map { .lasting($0) }
    case "reverse": playback.isReversed = flag(value) ?? false
    case "pitch": playback.pitch = choice(value, "a pitch mode")
    case "interpolate":
      playback.interpolation = choice(value, "a way to interpolate", as: InterpolationMode.self)
        .map { Located($0, at: value.span) }
    case "deinterlace":
      let isOff = FlagWord.value(of: value.text) == false
      let mode =
        isOff ? .off : choice(value, "a way to deinterlace", as: DeinterlacingMode.self)
      playback.deinterlacing = mode.map { Located($0, at: value.span) }
    case "loop": loop(value, of: &playback)
    // They say what of the file is played.
    case "with", "streams", "rotate": break
    case "fit": playback.fit = choice(value, "a fit") ?? playback.fit
    default: return soundKey(field, of: &playback)
    }
    return true
  }

  /// A flag, or how the turns of a loop meet.
  private mutating func loop(_ node: YAMLNode, of playback: inout Playback) {
    guard node.kind == .mapping else {
      playback.loops = flag(node) ?? false
      return
    }
    playback.loops = true
    for field in fields(of: node, KeyTable.loopSeam) where field.name == "crossfade" {
      playback.crossfade = shortTime(field.value, "a crossfade", orZero: false)
    }
  }
}
