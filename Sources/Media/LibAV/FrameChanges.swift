// SPDX-License-Identifier: Apache-2.0

import Base
import CFFmpegShims

/// The changes of a frame from another one, as bytes from which it is restored to the last bit.
///
/// Areas that stand still take no room, and areas that hardly change little.
public struct FrameChanges: Sendable {
  private struct Plane {
    var bytes: Int
    var rows: Int
  }

  private let size: PixelSize
  private let format: PixelFormat
  private let planes: [Plane]
  /// The most bytes that they take.
  public let bound: Int

  /// Those of pictures like `frame`; nil where its samples have no whole bytes.
  public init?(of frame: borrowing Frame) {
    guard let places = frame.pixelFormat.places else { return nil }
    (size, format) = (frame.size, frame.pixelFormat)
    var planes: [Plane] = []
    for place in places {
      let width = (size.width + (1 << place.shift.x) - 1) >> place.shift.x
      let rows = (size.height + (1 << place.shift.y) - 1) >> place.shift.y
      while planes.count <= place.plane { planes.append(Plane(bytes: 0, rows: 0)) }
      planes[place.plane].bytes = max(planes[place.plane].bytes, width * place.step)
      planes[place.plane].rows = max(planes[place.plane].rows, rows)
    }
    self.planes = planes
    bound = planes.reduce(0) { $0 + reel_changes_bound($1.bytes, $1.rows) }
  }

  /// Returns true if `frame` is of their form.
  public func isOf(_ frame: borrowing Frame) -> Bool {
    frame.size == size && frame.pixelFormat == format
  }

  /// Writes what makes `frame` of `other`; returns the number of bytes, at most `bound`.
  public func write(
    _ frame: borrowing Frame, from other: borrowing Frame, to start: UnsafeMutablePointer<UInt8>
  ) -> Int {
    precondition(isOf(frame) && isOf(other), "pictures of one form")
    var end = start
    for (index, plane) in planes.enumerated() {
      frame.withPlane(index) { base, stride in
        other.withPlane(index) { otherBase, otherStride in
          end = reel_changes_write(
            plane.bytes, plane.rows, base, stride, otherBase, otherStride, end)
        }
      }
    }
    return end - start
  }

  /// Fills `frame`, which shares its samples with no other, from `other` and the bytes that were written.
  public func read(
    _ start: UnsafePointer<UInt8>, from other: borrowing Frame, into frame: borrowing Frame
  ) {
    precondition(isOf(frame) && isOf(other), "pictures of one form")
    var end = start
    for (index, plane) in planes.enumerated() {
      frame.withPlane(index) { base, stride in
        other.withPlane(index) { otherBase, otherStride in
          end = reel_changes_read(
            plane.bytes, plane.rows, end, otherBase, otherStride, base, stride)
        }
      }
    }
  }
}
