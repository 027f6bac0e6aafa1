// SPDX-License-Identifier: Apache-2.0

/// The blur of a layer's motion within a frame: the mean of subframe samples while a shutter is
/// open.
///
/// The shutter opens at the frame's time. That is not centred, so that what a frame shows depends on nothing before it.
public struct MotionBlur: Hashable, Sendable, Codable {
  /// The least and greatest number of moments.
  public static let counts = 2...64

  /// The number of moments.
  public var samples: Int
  /// The share of a frame for which the shutter is open, above 0 and at most 1.
  public var shutter: Time

  /// The mean of `samples` moments in a share of a frame.
  public init(samples: Int, shutter: Time) {
    self.samples = samples
    self.shutter = shutter
  }

  /// True if both numbers are within bounds.
  public var isPossible: Bool {
    MotionBlur.counts.contains(samples) && shutter > .zero && shutter <= Time(1)
  }

  /// The moments, from the frame's time on: the middles of equal parts of the time in which the shutter is open.
  public func moments(at rate: FrameRate) -> [Time] {
    let open = shutter * rate.time(of: 1)
    return (0..<samples).map { open * Time(Int64(2 * $0 + 1), over: Int64(2 * samples)) }
  }
}
