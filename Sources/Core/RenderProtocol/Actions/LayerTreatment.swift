// SPDX-License-Identifier: Apache-2.0

/// Something done to the picture of a stack of layers as a whole, frame by frame.
public struct LayerTreatment: Hashable, Sendable, Codable {
  /// The kind of treatment.
  public var kind: Kind
  /// The parameters of the kind, in its order: one list for all frames or one per frame.
  public var numbers: PerFrame<[Double]>
  /// The area that stays covered where the treatment spreads colours; nil for none, so that edges
  /// fade.
  public var cover: Cover?

  /// Does `kind` with `numbers`.
  public init(_ kind: Kind, _ numbers: PerFrame<[Double]>) {
    self.kind = kind
    self.numbers = numbers
  }

  /// The area of an image that keeps its opacity where colours are spread.
  public enum Cover: Hashable, Sendable, Codable {
    /// All of it.
    case everything
    /// The area that these layers cover, drawn on the same canvas, their transparent pixels
    /// included.
    case layers([Layer])
  }

  /// A kind of treatment, with what it needs beside numbers.
  public enum Kind: Hashable, Sendable, Codable {
    /// Colours are changed on their way from red, green and blue to red, green and blue: factors of brightness, contrast
    /// and saturation, a turn of hues in degrees, and warmth from -1 to 1.
    case adjust
    /// Colours are what a LUT has for them: how much of the change is made, from 0 to 1.
    case lut(MediaFile)
    /// A colour becomes transparent: the colour (red, green, blue and opacity, premultiplied), the distance up to which
    /// colours are gone, the further one in which they become visible, the share of luma in distances, and that of the
    /// colour's hue that is taken out of the others.
    case key
    /// A line along the edge of a box with rounded corners, inside of it: its width, its colour, and the box (left, top,
    /// width, height, radii clockwise from the top left), in pixels.
    case border
    /// Blocks of one colour: their side, and the box in which they lie (left, top, width, height), in pixels.
    case pixelate
    /// A Gaussian: its standard deviation in pixels, and how much of what is covered fades at its edges, from 0 to 1.
    case blur
    /// A filter of libavfilter: the values of its options that change.
    case filter(FilterUse)
    /// A shadow under it: its colour, its place to the right and down, and twice the standard deviation of its blur, in
    /// pixels.
    case shadow
  }
}

extension RenderProgram {
  /// True if any layer goes through a filter of libavfilter.
  public var hasFilters: Bool { parts.contains { $0.layers.haveFilters } }
}

extension [Layer] {
  fileprivate var haveFilters: Bool {
    contains { layer in
      if case .filter = layer.treatment?.kind { return true }
      return layer.stacks.contains { $0.haveFilters }
    }
  }
}

extension RenderProgram {
  /// The LUTs and other tables that treatments read, each with the layer for which it is read, bottom first.
  public var tables: [(file: MediaFile, origin: Origin)] { parts.flatMap { $0.layers.tables } }
}

extension [Layer] {
  fileprivate var tables: [(file: MediaFile, origin: Origin)] {
    flatMap { layer in
      let origin = [layer].pictures.first?.source.origin ?? .none
      return layer.stacks.flatMap { $0.tables }
        + (layer.treatment?.kind.files ?? []).map { (file: $0, origin: origin) }
    }
  }
}

extension LayerTreatment.Kind {
  /// The files that it reads.
  public var files: [MediaFile] {
    switch self {
    case .lut(let file): [file]
    case .filter(let use): use.files.map(\.file)
    case .adjust, .key, .border, .pixelate, .blur, .shadow: []
    }
  }
}

extension LayerTreatment.Kind {
  /// The range of each of its numbers.
  public var ranges: [ClosedRange<Double>] {
    let color = Array(repeating: 0.0...1, count: 4)
    let place = -16_777_216.0...16_777_216
    let length = 0.0...16_777_216
    switch self {
    case .adjust: return [0...100, 0...100, 0...100, -1e9...1e9, -1...1]
    case .lut: return [0...1]
    case .key: return color + color
    case .border:
      return [length] + color + [place, place, length, length, length, length, length, length]
    case .pixelate: return [length, place, place, length, length]
    case .blur: return [0...4096, 0...1]
    case .filter(let use): return use.changing.map(\.range)
    case .shadow: return color + [place, place, 0...4096]
    }
  }

  /// Returns true if `numbers` change nothing.
  public func isIdentity(_ numbers: [Double]) -> Bool {
    switch self {
    case .adjust: numbers == [1, 1, 1, 0, 0]
    case .key, .shadow: numbers[3] == 0
    case .border: numbers[0] == 0 || numbers[4] == 0
    case .pixelate: numbers[0] <= 1
    case .blur, .lut: numbers[0] == 0
    case .filter: false
    }
  }

  /// The same numbers for a picture that lies `dx` further to the right and `dy` further down.
  public func moved(_ numbers: [Double], _ dx: Double, _ dy: Double) -> [Double] {
    switch self {
    case .adjust, .lut, .key, .blur, .shadow, .filter: return numbers
    case .border, .pixelate:
      var numbers = numbers
      let first = self == .border ? 5 : 1
      numbers[first] += dx
      numbers[first + 1] += dy
      return numbers
    }
  }

  /// True if two frames may differ where their images and numbers are the same.
  public var isTimed: Bool {
    guard case .filter(let use) = self else { return false }
    return use.firstFrame != nil
  }

  /// The same for frames that start `count` frames later.
  public func later(by count: Int) -> LayerTreatment.Kind {
    guard case .filter(var use) = self else { return self }
    use.firstFrame = use.firstFrame.map { $0 + count }
    return .filter(use)
  }

  /// The distance that its result extends beyond the image, in pixels.
  public func reach(_ numbers: [Double]) -> Double {
    switch self {
    case .adjust, .lut, .key, .border, .filter: 0
    case .pixelate: 2 * numbers[0]
    case .blur: 4 * numbers[0]
    case .shadow: 2 * numbers[6] + max(abs(numbers[4]), abs(numbers[5])) + 1
    }
  }

  /// True if the treatment keeps fine detail, so that its layer is drawn at the size at which it is
  /// shown.
  public var keepsDetail: Bool {
    switch self {
    case .adjust, .lut, .key, .border, .shadow: true
    case .pixelate, .blur, .filter: false
    }
  }

  /// `numbers` in their ranges.
  public func clamped(_ numbers: [Double]) -> [Double] {
    zip(numbers, ranges).map { min(max($0, $1.lowerBound), $1.upperBound) }
  }
}
