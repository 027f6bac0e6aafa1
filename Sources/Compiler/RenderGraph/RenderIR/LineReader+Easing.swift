// SPDX-License-Identifier: Apache-2.0

import Base

extension LineReader {
  /// The way to the next key; at constant speed where nothing is written.
  mutating func shape() throws(GraphSyntaxError) -> Curve.Shape {
    if isNext(",") || isNext("}") { return .eased(.linear) }
    let name = try token()
    if name == "equal-power" { return .equalPower }
    if name == "decibels" { return .decibels }
    if name == "turn" || name == "mirror" {
      let period = try time()
      guard period > .zero else { throw fail("turns that take no time") }
      let curve = try curve()
      let path = accept("along ") ? try travel() : nil
      return .turns(Curve.Turns(curve, along: path, period: period, isMirrored: name == "mirror"))
    }
    if isNext("(") {
      switch name {
      case "cubic-bezier":
        let v = try numbers(4)
        return .eased(.cubicBezier(v[0], v[1], v[2], v[3]))
      case "spring":
        let v = try numbers(3)
        guard v.allSatisfy({ $0 > 0 }) else { throw fail("a spring that never settles") }
        return .eased(.spring(Spring(mass: v[0], stiffness: v[1], damping: v[2])))
      case "steps": return .eased(try steps())
      default: break
      }
    }
    guard let known = Easing.named.first(where: { $0.name == name }) else {
      throw fail("'\(name)' is no easing")
    }
    return .eased(known.easing)
  }

  private mutating func travel() throws(GraphSyntaxError) -> PathTravel {
    let text = try string()
    guard let path = VectorPath(parsing: text[...]), path.length > 0 else {
      throw fail("'\(text.prefix(30))' is no path with a length")
    }
    return PathTravel(path, isOriented: accept("turned"))
  }

  private mutating func steps() throws(GraphSyntaxError) -> Easing {
    try expect("(")
    let count = try int()
    let jump = try value("place of jumps") { Easing.Jump(rawValue: String($0)) }
    try expect(")")
    guard (jump == .none ? 2 : 1)...1000 ~= count else { throw fail("\(count) steps") }
    return .steps(count, jump)
  }
}
