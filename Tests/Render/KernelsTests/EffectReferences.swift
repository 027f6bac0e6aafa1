// SPDX-License-Identifier: Apache-2.0

import Foundation

// The definitions of effects in double precision, per pixel, in red, green and blue. Places are from the left and from the
// bottom, 0…1, as in the formulas.

typealias P = SIMD2<Double>
typealias RGB = SIMD4<Double>

/// The inputs of a definition: the pictures, the progress, the parameters.
struct ReferenceFrame {
  let width, height: Int
  let progress: Double
  let values: [Double]
  let from, to: EffectLights
  /// The grey of the picture that it reads.
  var map: EffectLights?

  var ratio: Double { Double(width) / Double(height) }
  var black: RGB { RGB(0, 0, 0, 1) }
  /// The point that a project writes with y down.
  func point(_ index: Int) -> P { P(values[index], 1 - values[index + 1]) }
  /// The direction that a project writes with y down.
  func direction(_ index: Int) -> P { P(values[index], -values[index + 1]) }
  func color(_ index: Int) -> RGB { RGB(values[index], values[index + 1], values[index + 2], 1) }
  /// A hash of two whole numbers and a seed.
  func random(_ x: Double, _ y: Double, _ seed: Int) -> Double {
    let (a, b) = (UInt32(bitPattern: Int32(x)), UInt32(bitPattern: Int32(y)))
    let s = UInt32(values[seed])
    var h = (a &* 2_654_435_761) ^ (b &* 2_246_822_519) ^ (s &* 3_266_489_917)
    h ^= h >> 16
    h = h &* 2_146_121_005
    h ^= h >> 15
    h = h &* 2_221_713_035
    h ^= h >> 16
    return Double(h >> 8) / 16_777_216
  }
  func column(_ p: P) -> Double { (p.x * Double(width)).rounded(.down) }
  func row(_ p: P) -> Double { (p.y * Double(height)).rounded(.down) }
  func mix(_ p: P, _ weight: Double) -> RGB { blend(from.at(p), to.at(p), weight) }
}

/// A picture of light, sampled between its pixels.
struct EffectLights {
  let width, height: Int
  var pixels: [RGB]

  func texel(_ x: Int, _ y: Int) -> RGB {
    pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
  }

  func at(_ p: P) -> RGB {
    guard p.x.isFinite, p.y.isFinite else { return texel(0, 0) }
    let x = min(max(p.x * Double(width) - 0.5, 0), Double(width - 1))
    let y = min(max((1 - p.y) * Double(height) - 0.5, 0), Double(height - 1))
    let (column, row) = (Int(x), Int(y))
    let (h, v) = (x - Double(column), y - Double(row))
    var (sum, cover) = (RGB.zero, 0.0)
    for (dx, dy, weight) in [
      (0, 0, (1 - h) * (1 - v)), (1, 0, h * (1 - v)), (0, 1, (1 - h) * v), (1, 1, h * v),
    ] {
      let texel = texel(column + dx, row + dy)
      sum += texel * texel.w * weight
      cover += texel.w * weight
    }
    guard cover > 1e-6 else { return .zero }
    return RGB(sum.x / cover, sum.y / cover, sum.z / cover, cover)
  }
}

/// Two lights in the ratio 1 − t : t, each weighted by what covers it.
func blend(_ a: RGB, _ b: RGB, _ t: Double) -> RGB {
  let cover = a.w * (1 - t) + b.w * t
  guard cover > 0 else { return .zero }
  let sum = a * (a.w * (1 - t)) + b * (b.w * t)
  return RGB(sum.x / cover, sum.y / cover, sum.z / cover, cover)
}

func smoothstep(_ a: Double, _ b: Double, _ x: Double) -> Double {
  let t = min(max((x - a) / (b - a), 0), 1)
  return t * t * (3 - 2 * t)
}

func step(_ edge: Double, _ x: Double) -> Double { x < edge ? 0 : 1 }
func fract(_ x: Double) -> Double { x - x.rounded(.down) }
func mixed(_ a: Double, _ b: Double, _ t: Double) -> Double { a * (1 - t) + b * t }
func length(_ p: P) -> Double { (p.x * p.x + p.y * p.y).squareRoot() }

typealias EffectReference = @Sendable (ReferenceFrame, P) -> RGB

enum EffectReferences {
  /// The definition of every kernel that the shared loops draw, by name.
  static let all: [String: EffectReference] = [
    edges, shapes, grains, slides, warps, space, colors, melts, cells, noises, splits, boxes,
    tiles, lights, curls, glitches, blurs, maps, numbered,
  ].reduce(into: [:]) {
    $0.merge($1) { $1 }
  }

  private static func wind(
    _ f: ReferenceFrame, _ p: P, _ along: Double, _ lane: Double, _ size: Double, _ seed: Int
  ) -> RGB {
    let x = along * (1 - size) + size * f.random(0, lane, seed) - f.progress * (1 + size)
    return f.mix(p, 1 - smoothstep(-size, 0, x))
  }

  /// The place of a place along a direction.
  private static func course(_ direction: P, _ p: P) -> Double {
    let v = direction / (abs(direction.x) + abs(direction.y))
    return v.x * p.x + v.y * p.y - (v.x * 0.5 + v.y * 0.5 - 0.5)
  }

  static let edges: [String: EffectReference] = [
    "angular": { f, p in
      let angle = atan2(p.y - 0.5, p.x - 0.5) + f.values[0] * .pi / 180
      return f.mix(p, step(fract((angle + .pi) / (2 * .pi)), f.progress))
    },
    "directionalwipe": { f, p in
      let x = course(f.direction(0), p) - f.progress * (1 + f.values[2])
      return f.mix(p, 1 - smoothstep(-f.values[2], 0, x))
    },
    "glradial": { f, p in
      let angle = atan2(p.y * 2 - 1, p.x * 2 - 1)
      let old = smoothstep(0, f.values[0], angle - (f.progress - 0.5) * .pi * 2.5)
      return f.mix(p, 1 - old)
    },
    "squareswire": { f, p in
      let x = course(f.direction(2), p) - f.progress * (1 + f.values[4])
      let low = smoothstep(-f.values[4], 0, x) / 2
      let (a, b) = (fract(p.x * f.values[0]), fract(p.y * f.values[1]))
      let isIn = a >= low && b >= low && a <= 1 - low && b <= 1 - low
      return f.mix(p, isIn ? 1 : 0)
    },
    "windowblinds": { f, p in
      var t = f.progress
      if (p.y * 100 * f.progress).rounded(.down).truncatingRemainder(dividingBy: 2) == 0 {
        t *= 1.5
      }
      return f.mix(p, min(mixed(t, f.progress, smoothstep(0.8, 1, f.progress)), 1))
    },
    "windowslice": { f, p in
      let pr = smoothstep(-f.values[1], 0, p.x - f.progress * (1 + f.values[1]))
      return f.mix(p, step(pr, fract(f.values[0] * p.x)))
    },
    "wind": { f, p in
      wind(f, p, f.values[1] == 1 ? 1 - p.x : p.x, f.row(p), f.values[0], 2)
    },
    "hlwind": { f, p in wind(f, p, 1 - p.x, f.row(p), 0.2, 0) },
    "hrwind": { f, p in wind(f, p, p.x, f.row(p), 0.2, 0) },
    "vuwind": { f, p in wind(f, p, p.y, f.column(p), 0.2, 0) },
    "vdwind": { f, p in wind(f, p, 1 - p.y, f.column(p), 0.2, 0) },
  ]

  /// The first of two triangles with their tips at `progress` on the middle line.
  private static func bowTie(_ f: ReferenceFrame, _ p: P, _ along: Double, _ across: Double) -> RGB
  {
    /// The distance to the nearer side of a triangle; negative outside it.
    func inside(_ along: Double) -> Double {
      let tip = P(f.progress, 0)
      return [1.0, -1.0].map { side in
        let normal = P(1, side) / 2.0.squareRoot()
        let v = tip - P(along, across)
        return normal.x * v.x + normal.y * v.y
      }.min() ?? 0
    }
    if inside(along) > 0 {
      if f.progress < 0.1 { return f.from.at(p) }
      return f.mix(p, along < 0.5 ? min(inside(along) / 0.005, 1) : 1)
    }
    if inside(1 - along) > 0, along >= 0.5 { return f.mix(p, min(inside(1 - along) / 0.005, 1)) }
    return f.from.at(p)
  }

  static let shapes: [String: EffectReference] = [
    "bowtiehorizontal": { f, p in bowTie(f, p, p.x, p.y - 0.5) },
    "bowtievertical": { f, p in bowTie(f, p, p.y, p.x - 0.5) },
    "cannabisleaf": { f, p in
      let d = 10 * pow(f.progress, 3.5)
      let q = P((p.x - 0.5) / d, (p.y - 0.5) / d + 0.35)
      let o = atan2(q.y, q.x)
      let r = 0.18 * (1 + sin(o)) * (1 + 0.9 * cos(8 * o)) * (1 + 0.1 * cos(24 * o))
      return f.mix(p, length(q) < r * (0.9 + 0.05 * cos(200 * o)) ? 1 : 0)
    },
    "glcircleopen": { f, p in
      let opens = f.values[1] == 1
      let x = opens ? f.progress : 1 - f.progress
      let d = 2.0.squareRoot() * length(p - P(0.5, 0.5)) - x * (1 + f.values[0])
      let m = smoothstep(-f.values[0], 0, d)
      return f.mix(p, opens ? 1 - m : m)
    },
    "heart": { f, p in
      let o = (p - P(0.5, 0.4)) / (1.6 * f.progress)
      let a = o.x * o.x + o.y * o.y - 0.3
      return f.mix(p, step(a * a * a, o.x * o.x * o.y * o.y * o.y))
    },
    "polarfunction": { f, p in
      let angle = atan2(p.y - 0.5, p.x - 0.5) - 0.5 * .pi
      let radius = (cos(f.values[0] * angle) + 4) / 4
      return length(p - P(0.5, 0.5)) > radius * f.progress ? f.from.at(p) : f.to.at(p)
    },
    "polkadotscurtain": { f, p in
      let dot = P(fract(p.x * f.values[0]), fract(p.y * f.values[0]))
      let isNew = length(dot - P(0.5, 0.5)) < f.progress / length(p - f.point(1))
      return isNew ? f.to.at(p) : f.from.at(p)
    },
  ]

  static let grains: [String: EffectReference] = [
    "crosshatch": { f, p in
      let dist = length(f.point(0) - p) / f.values[2]
      let r = f.progress - min(f.random(f.row(p), 0, 4), f.random(0, f.column(p), 4))
      let edge = f.values[3]
      let end = mixed(step(dist, r), 1, smoothstep(1 - edge, 1, f.progress))
      return f.mix(p, end * smoothstep(0, edge, f.progress))
    },
    "perlin": { f, p in
      let s = p * f.values[0]
      let i = P(s.x.rounded(.down), s.y.rounded(.down))
      let q = s - i
      let u = P(q.x * q.x * (3 - 2 * q.x), q.y * q.y * (3 - 2 * q.y))
      func value(_ x: Double, _ y: Double) -> Double { f.random(i.x + x, i.y + y, 2) }
      let n =
        mixed(value(0, 0), value(1, 0), u.x) + (value(0, 1) - value(0, 0)) * u.y * (1 - u.x)
        + (value(1, 1) - value(1, 0)) * u.x * u.y
      let middle = mixed(-f.values[1], 1 + f.values[1], f.progress)
      return f.mix(p, 1 - smoothstep(middle - f.values[1], middle + f.values[1], n))
    },
    "randomnoisex": { f, p in
      f.mix(p, (f.random(f.column(p), f.row(p), 0) + f.progress).rounded(.down))
    },
    "randomsquares": { f, p in
      let cell = P((f.values[0] * p.x).rounded(.down), (f.values[1] * p.y).rounded(.down))
      let x = f.random(cell.x, cell.y, 3) - f.progress * (1 + f.values[2])
      return f.mix(p, 1 - smoothstep(-f.values[2], 0, x))
    },
  ]
}
