// SPDX-License-Identifier: Apache-2.0

public import Base

/// A picture that is drawn from a few values instead of being read from a file, in any size.
public struct Graphic: Hashable, Sendable, Codable {
  /// The painted area.
  public var area: Area
  /// The fill of its inside; nil where it is transparent.
  public var fill: Fill?
  /// The line along its edge, which lies half inside; nil for none.
  public var stroke: Stroke?
  /// The pixels that all its lengths are counted in; nil for one colour, which has no lengths.
  public var size: PixelSize?

  /// The part of a picture that is painted.
  public enum Area: Hashable, Sendable, Codable {
    /// All of it.
    case everything
    /// A rectangle with round corners.
    case box(RoundedBox)
    /// The inside of a path, by the non-zero rule.
    case path(VectorPath)
    /// Many small shapes, in their own colours.
    case particles(Emitter)
  }

  /// `area` of a picture of `size`, painted.
  public init(_ area: Area, fill: Fill?, stroke: Stroke? = nil, size: PixelSize?) {
    self.area = area
    self.fill = fill
    self.stroke = stroke
    self.size = size
  }

  /// One colour all over.
  public static func color(_ color: Color) -> Graphic {
    Graphic(.everything, fill: .color(color), size: nil)
  }

  /// The colour of a picture that has one all over, and nothing else.
  public var uniform: Color? {
    guard area == .everything, stroke == nil, case .color(let color) = fill else { return nil }
    return color
  }

  /// True if some of its pixels may be transparent.
  public var hasAlpha: Bool { area != .everything || fill?.hasAlpha ?? true }

  /// The values of a drawing that may change from frame to frame.
  public struct Values: Hashable, Sendable, Codable {
    /// The width of its stroke.
    public var width: Double
    /// The part of its stroke that is drawn: two shares of its length.
    public var trim: [Double]
    /// The radii of its corners; nil where it has none.
    public var radii: [Double]?
    /// For how long particles have been emitted, in seconds; nil where it has none.
    public var time: Double?
    /// The fill of its inside; nil where it stays the same.
    public var fill: Fill?
    /// The fill of its stroke; nil where it stays the same.
    public var stroke: Fill?

    /// The given values.
    public init(
      width: Double, trim: [Double], radii: [Double]?, time: Double? = nil, fill: Fill? = nil,
      stroke: Fill? = nil
    ) {
      self.time = time
      self.width = width
      self.trim = trim
      self.radii = radii
      self.fill = fill
      self.stroke = stroke
    }

    /// All numbers in it, in order.
    public var numbers: [Double] {
      [width] + trim + (radii ?? []) + (time.map { [$0] } ?? []) + (fill?.numbers ?? [])
        + (stroke?.numbers ?? [])
    }
  }

  /// The same drawing with other values.
  public func with(_ values: Values) -> Graphic {
    var graphic = self
    graphic.stroke?.width = max(0, values.width)
    graphic.stroke?.trim = values.trim
    if let fill = values.fill { graphic.fill = fill }
    if let fill = values.stroke { graphic.stroke?.fill = fill }
    if case .box(var box) = area, let radii = values.radii {
      box.round(radii)
      graphic.area = .box(box)
    }
    if case .particles(var emitter) = area, let time = values.time {
      emitter.time = time
      graphic.area = .particles(emitter)
    }
    return graphic
  }
}

/// A line along a path.
public struct Stroke: Hashable, Sendable, Codable {
  /// The fill of the line.
  public var fill: Fill
  /// The width of the line.
  public var width: Double
  /// The part that is drawn: two shares of the length of the path.
  public var trim: [Double]
  /// The lengths of dashes and gaps in turn; none for a whole line.
  public var dash: [Double]
  /// Its ends.
  public var cap: StrokeCap
  /// Its corners.
  public var join: StrokeJoin
  /// True if the line ends in an arrowhead.
  public var hasHead: Bool

  /// A whole line.
  public init(
    _ fill: Fill, width: Double, trim: [Double] = [0, 1], dash: [Double] = [],
    cap: StrokeCap = .butt, join: StrokeJoin = .miter, hasHead: Bool = false
  ) {
    self.fill = fill
    self.width = width
    self.trim = trim
    self.dash = dash
    self.cap = cap
    self.join = join
    self.hasHead = hasHead
  }

  /// The largest distance of its edge from its path, as a multiple of its width; corners of more
  /// than `miterLimit` are cut.
  public func reach(hasCorners: Bool) -> Double {
    if hasHead { return 2 }
    if hasCorners && join == .miter { return Stroke.miterLimit / 2 }
    return cap == .square ? 0.75 : 0.5
  }

  /// A corner of this many widths, or less, is pointed.
  public static let miterLimit = 4.0
}

extension Graphic: CustomStringConvertible {
  /// Its colour, or everything about it, on one line.
  public var description: String {
    if let uniform { return "color \(uniform)" }
    var words = ["drawing"]
    switch area {
    case .everything: break
    case .box(let box):
      let numbers = [box.x, box.y, box.width, box.height] + box.radii
      words.append("box=(\(numbers.map(\.shortest).joined(separator: " ")))")
    case .path(let path): words.append("path=\"\(path)\"")
    case .particles(let emitter):
      words.append("particles=\"\(emitter.shape)\"")
      words.append("colors=\"\(emitter.colors.map { "\($0)" }.joined(separator: " "))\"")
      words.append("numbers=(\(emitter.numbers.map(\.shortest).joined(separator: " ")))")
    }
    if let fill { words.append("fill=\"\(fill)\"") }
    if let stroke {
      words.append("stroke=\"\(stroke.fill)\" width=\(stroke.width.shortest)")
      if stroke.trim != [0, 1] {
        words.append("trim=(\(stroke.trim.map(\.shortest).joined(separator: " ")))")
      }
      if !stroke.dash.isEmpty {
        words.append("dash=(\(stroke.dash.map(\.shortest).joined(separator: " ")))")
      }
      words.append("\(stroke.cap.rawValue) \(stroke.join.rawValue)")
      if stroke.hasHead { words.append("arrow") }
    }
    if let size { words.append("of=\(size)") }
    return words.joined(separator: " ")
  }
}
