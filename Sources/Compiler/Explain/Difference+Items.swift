// SPDX-License-Identifier: Apache-2.0

extension Difference.Aspect {
  /// The aspect of a clip or overlay that the item called `name` belongs to.
  init(item name: String) {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    switch last {
    case _ where name.contains("grid"): self = .speed
    case "start" where name == "tempo.start": self = .range
    case "opacity": self = .opacity
    case "gains": self = .volume
    case "treatment", "backdrop": self = .look
    case "holdBefore", "holdAfter": self = .range
    case "speed": self = .speed
    case "followsPitch": self = .pitch
    case "between", "fields": self = .between
    case "placement", "clip", "steps", "size", "outline", "canvas": self = .place
    case "values": self = .drawing
    default: self = name.contains("curve.") ? .speed : .other(last)
    }
  }
}
