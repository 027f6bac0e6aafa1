// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why a text is no path data, and where.
public struct PathDataError: Error, Hashable, Sendable {
  /// The bytes that are wrong.
  public var range: Range<Int>
  /// The error in the path data, in lower case, without a period.
  public var message: String
}

extension VectorPath {
  /// A path has no more steps.
  public static let mostSteps = 10_000
  /// No coordinate of path data in a project is farther from the origin.
  public static let farthest = 100_000.0
  /// No coordinate of a path in pixels is farther from the origin: what projects may say leads to less than that, and
  /// Cairo can still draw it.
  ///
  /// A point lies 65,536 pixels from its box at most, which is up to 16,384 wide and lies 65,536 from the canvas's edge
  /// at most; an output has up to 512 pixels for one of them. Path data without an extent are only enlarged by that.
  public static let farthestPixel = 268_435_456.0

  /// Reads path data as SVG 2 has them: all commands, absolute and relative; arcs become curves.
  public init(pathData bytes: [UInt8]) throws(PathDataError) {
    try self.init(pathData: bytes, within: VectorPath.farthest)
  }

  private init(pathData bytes: [UInt8], within limit: Double) throws(PathDataError) {
    var reader = PathDataReader(bytes, limit)
    try reader.read()
    self.init(reader.steps)
  }
}

extension VectorPath: TextCodable {
  /// Path data with absolute coordinates: `M0 0L10 5C1 2 3 4 5 6Z`.
  public var description: String {
    func words(_ points: PixelPoint...) -> String {
      points.map { "\($0.x.shortest) \($0.y.shortest)" }.joined(separator: " ")
    }
    return steps.map { step in
      switch step {
      case .move(let p): "M" + words(p)
      case .line(let p): "L" + words(p)
      case .curve(let a, let b, let p): "C" + words(a, b, p)
      case .close: "Z"
      }
    }.joined()
  }

  /// Reads what `description` gives; nil for any other text, and for a path that is not drawable.
  public init?(parsing text: Substring) {
    do throws(PathDataError) {
      try self.init(pathData: Array(text.utf8), within: VectorPath.farthestPixel)
    } catch { return nil }
  }
}

extension VectorPath.Step {
  fileprivate var points: [PixelPoint] {
    switch self {
    case .move(let p), .line(let p): [p]
    case .curve(let a, let b, let p): [a, b, p]
    case .close: []
    }
  }
}

/// A pen that follows path data.
private struct PathDataReader {
  var steps: [VectorPath.Step] = []
  private let bytes: [UInt8]
  /// No number is larger, and no coordinate farther from the origin.
  private let limit: Double
  private var place = 0
  /// The comma that was skipped last, where it was the last thing that was.
  private var comma: Int?
  private var pen = PixelPoint(0, 0)
  private var start = PixelPoint(0, 0)
  /// The last control point of the curve before, for smooth ones, and its kind.
  private var control: (point: PixelPoint, isCubic: Bool)?

  init(_ bytes: [UInt8], _ limit: Double) {
    self.bytes = bytes
    self.limit = limit
  }

  mutating func read() throws(PathDataError) {
    skipSpace()
    guard place < bytes.count, bytes[place] | 32 == UInt8(ascii: "m") else {
      throw PathDataError(
        range: place..<min(place + 1, bytes.count), message: "a path begins with M and a point")
    }
    while place < bytes.count {
      let command = bytes[place]
      let isKnown = "mlhvcsqtaz".utf8.contains(command | 32) && command >= 65
      guard isKnown else {
        throw PathDataError(
          range: place..<place + 1,
          message: "expected one of the commands M L H V C S Q T A Z")
      }
      place += 1
      let isRelative = command >= 97
      if command | 32 == UInt8(ascii: "z") {
        if !steps.isEmpty { try add(.close) }
        (pen, control) = (start, nil)
        skipSpace()
        continue
      }
      var isFirst = true
      repeat {
        // Further points of a move are lines.
        let isLine = command | 32 == UInt8(ascii: "m") && !isFirst
        try draw(isLine ? UInt8(ascii: "l") : command | 32, isRelative)
        isFirst = false
        skipSpace(andComma: true)
      } while place < bytes.count && startsNumber(bytes[place])
      if let comma {
        throw PathDataError(
          range: comma..<comma + 1, message: "a number is missing behind the comma")
      }
    }
  }

  private mutating func draw(_ command: UInt8, _ isRelative: Bool) throws(PathDataError) {
    let origin = isRelative ? pen : PixelPoint(0, 0)
    var next: (PixelPoint, Bool)?
    switch command {
    case UInt8(ascii: "m"):
      pen = try point(origin)
      start = pen
      try add(.move(pen))
    case UInt8(ascii: "l"): try line(to: try point(origin))
    case UInt8(ascii: "h"): try line(to: PixelPoint(origin.x + (try number()), pen.y))
    case UInt8(ascii: "v"): try line(to: PixelPoint(pen.x, origin.y + (try number())))
    case UInt8(ascii: "c"):
      let a = try point(origin)
      let b = try point(origin)
      try curve(a, b, try point(origin))
      next = (b, true)
    case UInt8(ascii: "s"):
      let a = mirrored(isCubic: true)
      let b = try point(origin)
      try curve(a, b, try point(origin))
      next = (b, true)
    case UInt8(ascii: "q"):
      let a = try point(origin)
      try quadratic(a, try point(origin))
      next = (a, false)
    case UInt8(ascii: "t"):
      let a = mirrored(isCubic: false)
      try quadratic(a, try point(origin))
      next = (a, false)
    default: try arc(origin)
    }
    control = next.map { (point: $0.0, isCubic: $0.1) }
  }

  // MARK: Drawing

  private mutating func add(_ step: VectorPath.Step) throws(PathDataError) {
    // What follows a closed part begins where that began.
    if case .close = steps.last {
      switch step {
      case .line, .curve: try append(.move(start))
      case .move, .close: break
      }
    }
    try append(step)
  }

  private mutating func append(_ step: VectorPath.Step) throws(PathDataError) {
    guard steps.count < VectorPath.mostSteps else {
      throw PathDataError(
        range: max(place - 1, 0)..<place,
        message: "a path has at most \(VectorPath.mostSteps) steps")
    }
    // A coordinate that is not a number passes no comparison.
    guard step.points.allSatisfy({ abs($0.x) <= limit && abs($0.y) <= limit }) else {
      throw PathDataError(
        range: max(place - 1, 0)..<place,
        message: "a point of a path lies farther than \(Int(limit)) from the origin")
    }
    steps.append(step)
  }

  private mutating func line(to point: PixelPoint) throws(PathDataError) {
    try add(.line(point))
    pen = point
  }

  private mutating func curve(
    _ a: PixelPoint, _ b: PixelPoint, _ p: PixelPoint
  ) throws(PathDataError) {
    try add(.curve(a, b, p))
    pen = p
  }

  private mutating func quadratic(_ a: PixelPoint, _ p: PixelPoint) throws(PathDataError) {
    try curve(pen.mixed(with: a, 2.0 / 3), p.mixed(with: a, 2.0 / 3), p)
  }

  private func mirrored(isCubic: Bool) -> PixelPoint {
    guard let control, control.isCubic == isCubic else { return pen }
    return PixelPoint(2 * pen.x - control.point.x, 2 * pen.y - control.point.y)
  }

  /// An elliptic arc, as the SVG standard converts it to a centre and angles, in curves of at most a quarter.
  ///
  /// A radius of 0 makes a line of it; so does one that is too small to be computed with, and so do ends that are too
  /// near each other for that.
  private mutating func arc(_ origin: PixelPoint) throws(PathDataError) {
    var (rx, ry) = (abs(try number()), abs(try number()))
    let turn = try number() / 180 * .pi
    let (isLarge, isClockwise) = (try flag(), try flag())
    let end = try point(origin)
    if end == pen { return }
    guard rx >= 1e-9, ry >= 1e-9 else { return try line(to: end) }
    let (c, s) = (cos(turn), sin(turn))
    let (hx, hy) = ((pen.x - end.x) / 2, (pen.y - end.y) / 2)
    let (x, y) = (c * hx + s * hy, c * hy - s * hx)
    let needed = x * x / (rx * rx) + y * y / (ry * ry)
    if needed > 1 { (rx, ry) = (rx * needed.squareRoot(), ry * needed.squareRoot()) }
    let below = rx * rx * y * y + ry * ry * x * x
    let root = (max(0, rx * rx * ry * ry - below) / below).squareRoot()
    guard below > 0, root.isFinite else { return try line(to: end) }
    let factor = isLarge == isClockwise ? -root : root
    let (cx, cy) = (factor * rx * y / ry, -factor * ry * x / rx)
    let centre = PixelPoint(
      c * cx - s * cy + (pen.x + end.x) / 2, s * cx + c * cy + (pen.y + end.y) / 2)
    let first = atan2((y - cy) / ry, (x - cx) / rx)
    var sweep = atan2((-y - cy) / ry, (-x - cx) / rx) - first
    if isClockwise && sweep < 0 { sweep += 2 * .pi }
    if !isClockwise && sweep > 0 { sweep -= 2 * .pi }
    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let part = sweep / Double(count)
    let k = 4.0 / 3 * tan(part / 4)
    func at(_ u: Double, _ v: Double) -> PixelPoint {
      PixelPoint(centre.x + c * rx * u - s * ry * v, centre.y + s * rx * u + c * ry * v)
    }
    for index in 0..<count {
      let (a, b) = (first + part * Double(index), first + part * Double(index + 1))
      try curve(
        at(cos(a) - k * sin(a), sin(a) + k * cos(a)), at(cos(b) + k * sin(b), sin(b) - k * cos(b)),
        index == count - 1 ? end : at(cos(b), sin(b)))
    }
  }

  // MARK: Reading

  private mutating func skipSpace(andComma: Bool = false) {
    var hasComma = !andComma
    comma = nil
    while place < bytes.count {
      let byte = bytes[place]
      let isSpace = byte == 32 || (9...13).contains(byte)
      if !isSpace {
        if hasComma || byte != UInt8(ascii: ",") { return }
        hasComma = true
        comma = place
      }
      place += 1
    }
  }

  private func startsNumber(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || "+-.".utf8.contains(byte)
  }

  private mutating func point(_ origin: PixelPoint) throws(PathDataError) -> PixelPoint {
    let x = try number()
    return PixelPoint(origin.x + x, origin.y + (try number()))
  }

  private mutating func flag() throws(PathDataError) -> Bool {
    skipSpace(andComma: true)
    guard place < bytes.count, bytes[place] == 48 || bytes[place] == 49 else {
      throw PathDataError(
        range: place..<min(place + 1, bytes.count), message: "a flag of an arc is 0 or 1")
    }
    place += 1
    return bytes[place - 1] == 49
  }

  /// A decimal number; a second point or sign begins the next one.
  private mutating func number() throws(PathDataError) -> Double {
    skipSpace(andComma: true)
    let first = place
    func digits() -> Int {
      var end = place
      while end < bytes.count, (48...57).contains(bytes[end]) { end += 1 }
      return end - place
    }
    if place < bytes.count, bytes[place] == 43 || bytes[place] == 45 { place += 1 }
    var count = digits()
    place += count
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      place += 1
      let more = digits()
      place += more
      count += more
    }
    guard count > 0 else {
      let end = min(max(place, first + 1), bytes.count)
      throw PathDataError(range: min(first, end)..<end, message: "a number is missing")
    }
    if place < bytes.count, bytes[place] | 32 == UInt8(ascii: "e") {
      let mark = place
      place += 1
      if place < bytes.count, bytes[place] == 43 || bytes[place] == 45 { place += 1 }
      let more = digits()
      place = more > 0 ? place + more : mark
    }
    let text = String(decoding: bytes[first..<place], as: UTF8.self)
    guard place - first <= 40, let value = Double(text), abs(value) <= limit else {
      throw PathDataError(
        range: first..<place,
        message: "a number in a path is from -\(Int(limit)) to \(Int(limit))")
    }
    return value
  }
}
