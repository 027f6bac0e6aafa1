// SPDX-License-Identifier: Apache-2.0

/// The pixels of two pictures that a motion field carries from one to the other.
final class CarriedPixels {
  typealias Place = (x: Int, y: Int)
  let width: Int
  let height: Int
  /// The points of the field.
  let columns: Int
  let rows: Int
  private let first: LumaPyramid.Level
  private let second: LumaPyramid.Level
  private let vectors: [MotionField.Vector]
  /// For the pixels of the first picture, then for those of the second: 1 if they are carried, and once
  /// that is known, 2 if nothing beside them is that is the same, 3 if something is.
  private let states: UnsafeMutablePointer<UInt8>

  /// The largest difference of brightness between two pixels that are the same.
  private static let same = 15

  /// Those that the field of `vectors`, in rows of `columns`, carries as seen at `share` 256ths of the way
  /// between the pictures.
  init(
    _ first: LumaPyramid.Level, _ second: LumaPyramid.Level, _ vectors: [MotionField.Vector],
    columns: Int, share: Int
  ) {
    (self.first, self.second, self.vectors) = (first, second, vectors)
    (self.columns, rows) = (columns, vectors.count / columns)
    (width, height) = (first.width, first.height)
    states = .allocate(capacity: 2 * width * height)
    states.initialize(repeating: 0, count: 2 * width * height)
    let (spacing, half) = (MotionField.spacing, MotionField.spacing / 2)
    let (one, two) = (states, states + width * height)
    for row in 0..<rows {
      for column in 0..<columns {
        let displacement = Self.pixels(vectors[row * columns + column])
        let gone = MotionField.gone(displacement, at: share)
        // The pixels nearest to a point, as far as both ends of their displacement lie inside.
        let (left, right) = Self.range(column * spacing - half, width, gone.x, displacement.x)
        let (top, bottom) = Self.range(row * spacing - half, height, gone.y, displacement.y)
        for y in top..<bottom {
          let (from, to) = (y - gone.y, y - gone.y + displacement.y)
          let (a, b) = (first.base + from * first.stride, second.base + to * second.stride)
          for x in left - gone.x..<right - gone.x
          where abs(Int32(a[x]) &- Int32(b[x &+ displacement.x])) <= Self.same {
            one[from &* width &+ x] = 1
            two[to &* width &+ x &+ displacement.x] = 1
          }
        }
      }
    }
  }

  deinit { states.deallocate() }

  private static func range(_ start: Int, _ size: Int, _ gone: Int, _ displacement: Int) -> (
    Int, Int
  ) {
    let first = max(0, start, gone, gone - displacement)
    let end = min(size, start + MotionField.spacing, size + gone, size + gone - displacement)
    return (first, max(first, end))
  }

  /// A vector in whole pixels: the nearest ones, halves rounded up.
  private static func pixels(_ vector: MotionField.Vector) -> (x: Int, y: Int) {
    let unit = MotionField.unit
    func rounded(_ part: Int32) -> Int {
      let whole = Int(part) + unit / 2
      return whole >= 0 ? whole / unit : (whole - unit + 1) / unit
    }
    return (rounded(vector.x), rounded(vector.y))
  }

  private func isInside(_ place: Place) -> Bool {
    (0..<width).contains(place.x) && (0..<height).contains(place.y)
  }

  /// Where the background at a place of one picture lies in the other.
  func counterpart(of place: Place, inFirst: Bool) -> Place {
    let (spacing, half) = (MotionField.spacing, MotionField.spacing / 2)
    let column = max(0, min((place.x + half) / spacing, columns - 1))
    let row = max(0, min((place.y + half) / spacing, rows - 1))
    let displacement = Self.pixels(vectors[row * columns + column])
    return inFirst
      ? (place.x + displacement.x, place.y + displacement.y)
      : (place.x - displacement.x, place.y - displacement.y)
  }

  /// Returns true if a pixel of the first picture and one of the second are alike.
  func isSame(_ from: Place, _ to: Place) -> Bool {
    abs(Self.value(first, from) - Self.value(second, to)) <= Self.same
  }

  /// Returns true if the field does not carry a pixel of the first or second picture, nor one beside
  /// it that is the same.
  func stands(_ place: Place, inFirst: Bool) -> Bool {
    guard isInside(place) else { return false }
    let states = inFirst ? states : states + width * height
    let index = place.y * width + place.x
    if states[index] != 0 { return states[index] == 2 }
    let level = inFirst ? first : second
    let value = Self.value(level, place)
    for y in max(0, place.y - 1)...min(height - 1, place.y + 1) {
      for x in max(0, place.x - 1)...min(width - 1, place.x + 1)
      where states[y * width + x] == 1 && abs(Self.value(level, (x, y)) - value) <= Self.same {
        states[index] = 3
        return false
      }
    }
    states[index] = 2
    return true
  }

  private static func value(_ level: LumaPyramid.Level, _ place: Place) -> Int {
    Int(level.base[place.y * level.stride + place.x])
  }
}
