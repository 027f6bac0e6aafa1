// SPDX-License-Identifier: Apache-2.0

package import Base
import Kernels
import LibAV

/// A frame that is drawn on while a decoder refers to it, until it is encoded.
///
/// Decoders predict frames from others, which nothing may change. Where little is drawn on one, keeping what was there and
/// putting it back takes less than copying all of it.
package final class InPlaceDrawing {
  private var frame: ImageBuffer?
  /// Where it is drawn on.
  private var areas: [PixelRect] = []
  /// The samples that were there, area by area.
  private var samples: [UInt8] = []
  /// The number of holders of its samples when it was lent.
  private var holders = 0
  /// A frame is lent if at most one in so many of its pixels is drawn on: otherwise all of it is copied.
  private static let pixelsPerKept = 8

  /// One of no frame.
  package init() {}

  /// True if a frame is lent.
  package var isOpen: Bool { frame != nil }

  /// Returns true if `areas` of a frame of `size` are so small that they are worth keeping.
  package static func isWorthwhile(_ areas: [PixelRect], of size: PixelSize) -> Bool {
    let pixels = areas.reduce(0) { $0 + $1.width * $1.height }
    return pixels * pixelsPerKept <= size.width * size.height
  }

  /// Keeps what is in `areas` of `frame`, which may be drawn on from now on.
  package func begin(_ frame: ImageBuffer, in areas: [PixelRect]) {
    precondition(self.frame == nil, "one frame is lent at a time")
    samples.removeAll(keepingCapacity: true)
    for area in areas {
      frame.eachRow(of: area) { samples.append(contentsOf: UnsafeRawBufferPointer($0)) }
    }
    (self.frame, self.areas, holders) = (frame, areas, frame.frame.holders)
  }

  /// Puts back what was there; nothing if no frame is lent.
  package func end() {
    guard let frame else { return }
    self.frame = nil
    precondition(frame.frame.holders <= holders, "something else holds a frame that was lent")
    samples.withUnsafeBytes { kept in
      var start = 0
      for area in areas {
        frame.eachRow(of: area) { row in
          row.copyMemory(from: UnsafeRawBufferPointer(rebasing: kept[start..<start + row.count]))
          start += row.count
        }
      }
    }
  }
}

extension ImageBuffer {
  /// Calls `body` with the samples of each row of `area`, plane by plane.
  fileprivate func eachRow(of area: PixelRect, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
    func each<Sample: PictureSample>(_ sample: Sample.Type) {
      withView(of: sample) { view in
        guard let part = view.part(in: area)?.view else { return }
        for plane in [part.y, part.u, part.v, part.a].compactMap(\.self) {
          for row in 0..<plane.height {
            let samples = UnsafeMutableBufferPointer(start: plane.row(row), count: plane.width)
            body(UnsafeMutableRawBufferPointer(samples))
          }
        }
      }
    }
    each(sample)
  }
}
