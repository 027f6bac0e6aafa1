// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel
import Timeline

/// The speeds at which the sound of a clip is left out though nothing is said of that.
enum SilentSpeeds {
  /// This one, to be shown with its sign.
  case one(Time)
  /// All on the way to a standstill, which itself is silent in any case.
  case below(Time)

  /// Those of `clip`; nil for none.
  ///
  /// Of a speed that changes the fastest, else the slowest.
  init?(of clip: PlacedClip) {
    guard clip.clip.playback.pitch == nil else { return nil }
    guard let curve = clip.curve else {
      guard clip.dropsSound else { return nil }
      self = .one(clip.speed)
      return
    }
    let audible = AudioRemap.audible
    let speeds = curve.points.map(\.speed)
    let slow = speeds.filter { $0 != .zero && $0.magnitude < audible.lowerBound }
    if let fastest = speeds.max(by: { $0.magnitude < $1.magnitude }),
      fastest.magnitude > audible.upperBound
    {
      self = .one(fastest)
    } else if let slowest = slow.min(by: { $0.magnitude < $1.magnitude }) {
      self = .one(slowest)
    } else if curve.time(below: audible.lowerBound) > Time(1, over: 2) {
      // A shorter ramp to a standstill sounds like a fade.
      self = .below(audible.lowerBound)
    } else {
      return nil
    }
  }

  /// Such as "at a speed of 8".
  var words: String {
    switch self {
    case .one(let speed): "at a speed of \(speed.shown)"
    case .below(let bound): "at speeds below \(bound.shown)"
    }
  }
}
