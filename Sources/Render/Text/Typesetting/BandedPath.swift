// SPDX-License-Identifier: Apache-2.0

import Base

/// A path that is drawn some rows at a time, of which only what may touch these is given.
///
/// A stroke of thousands of dashes or curves costs as much for one band of rows as for the whole picture, unless those
/// far from the band are left out.
struct BandedPath: Sendable {
  /// A line or a curve, and the rows that it may touch.
  private struct Piece {
    var from: PixelPoint
    var step: VectorPath.Step
    var first: Double
    var last: Double

    func touches(_ band: Range<Double>) -> Bool {
      first < band.upperBound && last >= band.lowerBound
    }
  }

  private struct Subpath {
    var pieces: Range<Int>
    var isClosed: Bool
    var first: Double
    var last: Double
  }

  private var pieces: [Piece] = []
  private var subpaths: [Subpath] = []

  /// - Parameters:
  ///   - map: From the path's lengths to pixels of the picture.
  ///   - reach: How far what is drawn lies from the path, in its lengths.
  init(_ path: VectorPath, through map: Affine, reach: Double) {
    let margin = reach * (map.b * map.b + map.d * map.d).squareRoot() + 1
    var (start, pen) = (PixelPoint(0, 0), PixelPoint(0, 0))
    var known = 0
    func row(_ p: PixelPoint) -> Double { map.b * p.x + map.d * p.y + map.ty }
    func add(_ step: VectorPath.Step, _ others: PixelPoint...) {
      let rows = ([pen] + others).map(row)
      pieces.append(
        Piece(
          from: pen, step: step, first: rows.reduce(.infinity, min) - margin,
          last: rows.reduce(-.infinity, max) + margin))
    }
    func finish(isClosed: Bool) {
      guard known < pieces.count else { return }
      let own = known..<pieces.count
      subpaths.append(
        Subpath(
          pieces: own, isClosed: isClosed,
          first: pieces[own].reduce(.infinity) { min($0, $1.first) },
          last: pieces[own].reduce(-.infinity) { max($0, $1.last) }))
      known = pieces.count
    }
    for step in path.steps {
      switch step {
      case .move(let p):
        finish(isClosed: false)
        (start, pen) = (p, p)
      case .line(let p):
        add(step, p)
        pen = p
      case .curve(let a, let b, let p):
        add(step, a, b, p)
        pen = p
      case .close:
        if pen != start || known == pieces.count { add(.line(start), start) }
        pen = start
        finish(isClosed: true)
      }
    }
    finish(isClosed: false)
  }

  /// The number of rows of a picture `height` high that its pieces may touch, each by itself: a measure of the time
  /// that drawing it takes.
  func rows(of height: Int) -> Double {
    pieces.reduce(0) { $0 + max(0, min($1.last, Double(height)) - max($1.first, 0)) + 1 }
  }

  /// The steps of the path that a line along it needs in `rows`.
  ///
  /// These are the pieces that may touch the rows, and one before and after: its join lies in them,
  /// its other end does not.
  func line(in rows: Range<Int>) -> [VectorPath.Step] {
    let band = Double(rows.lowerBound)..<Double(rows.upperBound)
    var steps: [VectorPath.Step] = []
    for subpath in subpaths where subpath.first < band.upperBound && subpath.last >= band.lowerBound
    {
      guard let far = subpath.pieces.first(where: { !pieces[$0].touches(band) }) else {
        add(subpath, to: &steps)
        continue
      }
      // A closed subpath is gone round from a piece that is far away, back to it.
      let order =
        subpath.isClosed
        ? Array(far..<subpath.pieces.upperBound) + Array(subpath.pieces.lowerBound...far)
        : Array(subpath.pieces)
      var last: Int?
      for (place, index) in order.enumerated() where pieces[index].touches(band) {
        let from = max(last.map { $0 + 1 } ?? 0, place - 1)
        if last == nil || place - 1 > last ?? 0 {
          steps.append(.move(pieces[order[from]].from))
        }
        let to = min(place + 1, order.count - 1)
        if from <= to { for next in order[from...to] { steps.append(pieces[next].step) } }
        last = to
      }
    }
    return steps
  }

  /// The whole subpaths of which something lies in `rows`.
  func subpaths(in rows: Range<Int>) -> [VectorPath.Step] {
    var steps: [VectorPath.Step] = []
    for subpath in subpaths
    where subpath.first < Double(rows.upperBound) && subpath.last >= Double(rows.lowerBound) {
      add(subpath, to: &steps)
    }
    return steps
  }

  private func add(_ subpath: Subpath, to steps: inout [VectorPath.Step]) {
    steps.append(.move(pieces[subpath.pieces.lowerBound].from))
    for piece in pieces[subpath.pieces] { steps.append(piece.step) }
    if subpath.isClosed { steps.append(.close) }
  }
}
