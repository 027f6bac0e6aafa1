// SPDX-License-Identifier: Apache-2.0

/// A way along a path at constant speed: a place, and perhaps a direction, for every share of its length.
public struct PathTravel: Hashable, Sendable {
  /// The path, in pixels; something is drawn.
  public let path: VectorPath
  /// True if a layer that follows the path turns with it.
  public let isOriented: Bool
  /// The segments with a length, in order.
  private let segments: [VectorPath.Segment]
  /// The length of the path before each segment, in pixels.
  private let starts: [Double]
  /// The length of the path in pixels.
  private let length: Double
  /// True if the path is a single closed part, so that travel continues at its start.
  private let isClosed: Bool

  /// The way along `path`, which has a length.
  public init(_ path: VectorPath, isOriented: Bool) {
    (self.path, self.isOriented) = (path, isOriented)
    segments = path.segments.filter { $0.length > 0 }
    precondition(!segments.isEmpty, "a way of no length")
    var starts: [Double] = []
    var length = 0.0
    for segment in segments {
      starts.append(length)
      length += segment.length
    }
    (self.starts, self.length) = (starts, length)
    isClosed =
      path.steps.last == .close
      && path.steps.dropFirst().allSatisfy { if case .move = $0 { false } else { true } }
  }

  /// The number of values in `numbers(at:)`.
  public var width: Int { isOriented ? 3 : 2 }

  /// The place at a share of the length, from the left and from the top, and where it is oriented the direction there
  /// in degrees, clockwise from the right.
  ///
  /// Beyond its ends a closed path goes on, and on any other the end holds. At a corner the direction is that of what
  /// follows.
  public func numbers(at share: Double) -> [Double] {
    let isInside = (0...1).contains(share)
    let inside = isClosed && !isInside ? share - share.rounded(.down) : min(max(share, 0), 1)
    let distance = inside * length
    let index = max(starts.partitioningIndex { $0 > distance } - 1, 0)
    let segment = segments[index]
    let t = inside == 1 ? 1 : segment.parameter(at: distance - starts[index])
    let place = segment.point(at: t)
    return isOriented ? [place.x, place.y, segment.direction(at: t)] : [place.x, place.y]
  }

  /// The same way with every pixel as `scale` of them.
  public func scaled(by scale: Double) -> PathTravel {
    scale == 1 ? self : PathTravel(path.mapped(.scale(scale, scale)), isOriented: isOriented)
  }

  /// Two ways are the same if their paths are.
  public static func == (a: PathTravel, b: PathTravel) -> Bool {
    a.path == b.path && a.isOriented == b.isOriented
  }

  /// Hashes the path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(isOriented)
  }
}
