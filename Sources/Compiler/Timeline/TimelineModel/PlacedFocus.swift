// SPDX-License-Identifier: Apache-2.0

package import Base
package import ProjectModel

/// The path over a clip of a focus detected in its picture.
package struct PlacedFocus: Hashable, Sendable {
  /// The subject of a focus.
  package enum Subject: String, Hashable, Sendable {
    /// A face, or faces that fit into what is shown.
    case face
    /// Moving subjects.
    case motion
    /// Nothing: the middle is shown.
    case centre = "center"
  }

  /// A place at a time, and the way to the next one.
  package struct Key: Hashable, Sendable {
    /// From the clip's start, in film time.
    package var time: Time
    /// The place, in shares of the upright picture, to a thousandth.
    package var place: PixelPoint
    package var easing: Easing
    /// The subject followed from then on.
    package var subject: Subject

    package init(time: Time, place: PixelPoint, easing: Easing, subject: Subject) {
      (self.time, self.place, self.easing, self.subject) = (time, place, easing, subject)
    }
  }

  /// The clip or the overlay, and what the project calls it.
  package var target: LayerTarget
  package var name: String
  /// The time in which the film shows it.
  package var shown: TimeRange
  /// At least one, ascending.
  package var keys: [Key]

  package init(target: LayerTarget, name: String, shown: TimeRange, keys: [Key]) {
    (self.target, self.name, self.shown, self.keys) = (target, name, shown, keys)
  }

  /// The followed subjects in sequence, and the number of moves and jumps.
  package var words: String {
    var subjects: [String] = []
    for key in keys where subjects.last != key.subject.rawValue {
      subjects.append(key.subject.rawValue)
    }
    let shown = subjects.count > 4 ? subjects.prefix(3) + ["…"] : subjects[...]
    var (moves, jumps) = (0, 0)
    for (key, next) in zip(keys, keys.dropFirst()) where key.place != next.place {
      if key.easing == .hold { jumps += 1 } else { moves += 1 }
    }
    func counted(_ count: Int, _ noun: String) -> String? {
      count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    return
      (["focus on " + shown.joined(separator: ", ")]
      + [counted(moves, "move"), counted(jumps, "jump")].compactMap(\.self))
      .joined(separator: ", ")
  }

  /// It as a project writes it.
  package var written: String {
    func percent(_ share: Double) -> String {
      let tenths = Int((share * 1000).rounded())
      return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
    }
    func place(_ key: Key) -> String { "\(percent(key.place.x)) \(percent(key.place.y))" }
    guard keys.count > 1 else { return keys.first.map(place) ?? "center" }
    // Rounded down, a time is still that of its frame. Two keys at one time would be one; an easing is written where the way that it is of ends.
    var last: (time: Int64, easing: Easing)?
    let entries = keys.map { key in
      let time = max((key.time * Time(1000)).floor, last.map { $0.time + 1 } ?? .min)
      let easing =
        switch last?.easing {
        case .hold: " hold"
        case .easeIn: " ease-in"
        case .easeOut: " ease-out"
        case .easeInOut: " ease-in-out"
        default: ""
        }
      last = (time, key.easing)
      return "\(Time(time, over: 1000))s: \(place(key))\(easing)"
    }
    return "{\(entries.joined(separator: ", "))}"
  }
}
