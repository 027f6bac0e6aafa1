// SPDX-License-Identifier: Apache-2.0

import Kernels
import Testing

/// The sample type and chroma format of a test's pictures.
struct PictureForm: Sendable, CustomTestStringConvertible {
  var sample: any PictureSample.Type
  var chroma: ChromaFormat

  static let all = ChromaFormat.allCases.flatMap { chroma in
    [
      PictureForm(sample: UInt8.self, chroma: chroma),
      PictureForm(sample: UInt16.self, chroma: chroma),
    ]
  }

  var testDescription: String { "\(sample.depth) bits, chroma \(chroma)" }
}

/// Samples in double precision: colours in steps of the depth, alpha from 0 to 1.
struct ReferencePlane {
  var width: Int
  var height: Int
  var values: [Double]

  init(width: Int, height: Int, values: [Double]) {
    (self.width, self.height, self.values) = (width, height, values)
  }

  init<S>(_ plane: SamplePlane<S>, scale: Double = 1) {
    (width, height) = (plane.width, plane.height)
    values = (0..<height).flatMap { y in
      (0..<plane.width).map { Double(plane.base[y * plane.stride + $0]) * scale }
    }
  }

  /// The sample at (`x`, `y`); outside, the nearest one.
  subscript(x: Int, y: Int) -> Double {
    values[max(0, min(y, height - 1)) * width + max(0, min(x, width - 1))]
  }

  /// The mean of the pixels under each chroma sample.
  func means(_ chroma: ChromaFormat) -> ReferencePlane {
    guard chroma == .half else { return self }
    let (w, h) = (chroma.count(width), chroma.count(height))
    let values = (0..<w * h).map { index in
      let pixels = pixels(under: index % w, index / w)
      return pixels.reduce(0) { $0 + self[$1.x, $1.y] } / Double(pixels.count)
    }
    return ReferencePlane(width: w, height: h, values: values)
  }

  /// The pixels of this plane under a 4:2:0 sample.
  func pixels(under column: Int, _ row: Int) -> [(x: Int, y: Int)] {
    [0, 1].flatMap { dy in [0, 1].map { (2 * column + $0, 2 * row + dy) } }
      .filter { $0.0 < width && $0.1 < height }
  }
}

/// A picture in double precision.
struct ReferencePicture {
  /// Luma and both chroma planes.
  var colors: [ReferencePlane]
  var alpha: ReferencePlane
  var chroma: ChromaFormat

  init<S>(_ view: SampleView<S>) {
    colors = [view.y, view.u, view.v].map { ReferencePlane($0) }
    alpha =
      view.a.map { ReferencePlane($0, scale: 1 / Double((1 << S.depth) - 1)) }
      ?? ReferencePlane(
        width: view.width, height: view.height,
        values: Array(repeating: 1, count: view.width * view.height))
    chroma = view.chroma
  }

  /// The alpha of the samples of plane `index`.
  func alpha(of index: Int) -> ReferencePlane { index == 0 ? alpha : alpha.means(chroma) }
  /// Pixels from one sample of plane `index` to the next.
  func step(_ index: Int) -> Int { index == 0 || chroma == .full ? 1 : 2 }
}

/// Random samples including extreme values; alpha is transparent, opaque or above 1/4.
func wildPicture<S: PictureSample>(
  _ sample: S.Type, _ width: Int, _ height: Int, _ chroma: ChromaFormat, seed: UInt32,
  hasAlpha: Bool
) -> SampleBuffer<S> {
  let picture = SampleBuffer<S>(width: width, height: height, hasAlpha: hasAlpha, chroma: chroma)
  var state = seed &* 2_654_435_761 | 1
  func random() -> Int {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Int(state >> 8)
  }
  let full = (1 << S.depth) - 1
  for plane in [picture.view.y, picture.view.u, picture.view.v] {
    for index in 0..<plane.stride * plane.height {
      let value = random() % (full + 1)
      plane.base[index] = S(index % 11 == 0 ? full : index % 11 == 1 ? 0 : value)
    }
  }
  if let alpha = picture.view.a {
    for index in 0..<alpha.stride * alpha.height {
      let value = full / 4 + random() % (full - full / 4 + 1)
      alpha.base[index] = S(index % 5 == 0 ? full : index % 5 == 1 ? 0 : value)
    }
  }
  return picture
}

/// Soft ramps in all planes.
func softPicture<S: PictureSample>(
  _ sample: S.Type, _ width: Int, _ height: Int, _ chroma: ChromaFormat, hasAlpha: Bool
) -> SampleBuffer<S> {
  let picture = SampleBuffer<S>(width: width, height: height, hasAlpha: hasAlpha, chroma: chroma)
  let unit = Double(1 << (S.depth - 8))
  let planes = [picture.view.y, picture.view.u, picture.view.v]
  for (index, plane) in planes.enumerated() {
    let step = Double(width) / Double(plane.width)
    for y in 0..<plane.height {
      for x in 0..<plane.width {
        let value = 30 + step * (Double(x) * (1.9 - 0.4 * Double(index)) + Double(y) * 0.9)
        plane.base[y * plane.stride + x] = S((value * unit).rounded())
      }
    }
  }
  if let alpha = picture.view.a {
    for y in 0..<height {
      for x in 0..<width {
        alpha.base[y * alpha.stride + x] = S((Double(60 + 2 * x + y) * unit).rounded())
      }
    }
  }
  return picture
}

/// The largest difference between `plane` and `wanted`, where `counts` is above 0.
func largestError<S>(
  _ plane: SamplePlane<S>, _ wanted: [Double], where counts: [Double]? = nil
) -> Double {
  let found = ReferencePlane(plane).values
  let meant = found.indices.filter { (counts?[$0] ?? 1) > 0 }
  return meant.map { abs(found[$0] - wanted[$0]) }.max() ?? 0
}
