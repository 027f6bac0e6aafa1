// SPDX-License-Identifier: Apache-2.0

import Base
package import LibAV
package import RenderProtocol

/// Makes whole pictures of interlaced frames, each of the frame and those beside it.
package final class Deinterlacer {
  private struct Known {
    var input: ImageBuffer
    var output: [ImageBuffer]
  }

  private let mode: Deinterlacing
  private var known: [Known] = []
  private var graph: FilterGraph?
  /// The two frames that went into `graph` last.
  private var fed: (before: ImageBuffer?, last: ImageBuffer)?

  package init(_ mode: Deinterlacing) { self.mode = mode }

  /// Releases the frames it keeps.
  package func forget() {
    (known, fed) = ([], nil)
    graph = nil
  }

  /// The pictures of `frame`: one, or one for each field; a progressive frame is its own picture.
  package func pictures(
    of frame: ImageBuffer, before: ImageBuffer?, after: ImageBuffer?
  ) throws(AVError) -> [ImageBuffer] {
    guard frame.frame.fields != nil else { return [frame] }
    if let known = known.first(where: { $0.input === frame }) { return known.output }
    let before = before.flatMap { $0.hasForm(of: frame) ? $0 : nil }
    let after = after.flatMap { $0.hasForm(of: frame) ? $0 : nil }
    var output: [ImageBuffer] = []
    if let fed, fed.last === frame, fed.before === before {
      output = try feed(after ?? frame)
    } else {
      graph = try FilterGraph(
        .picture(like: frame.frame, timeBase: Time(1, over: 1000)),
        [
          Filter(
            "bwdif",
            ["mode": mode == .fields ? "send_field" : "send_frame", "deint": "interlaced"]),
          Filter("format", ["pix_fmts": "\(frame.frame.pixelFormat)"]),
        ])
      if let before { _ = try feed(before) }
      _ = try feed(frame)
      output = try feed(after ?? frame)
    }
    fed = after.map { (before: frame, last: $0) }
    guard !output.isEmpty else {
      throw AVError(unreadable: "deinterlace a frame", because: "no frame came out")
    }
    known.removeAll { $0.input !== before && $0.input !== after }
    known.append(Known(input: frame, output: output))
    return output
  }

  /// Hands the filter another frame; what it makes of the one before.
  private func feed(_ frame: ImageBuffer) throws(AVError) -> [ImageBuffer] {
    let own = try frame.frame.reference()
    own.timestamp = 0
    try graph?.push(own)
    var output: [ImageBuffer] = []
    while true {
      let made = try Frame()
      guard try graph?.pull(into: made) == .filled else { return output }
      output.append(ImageBuffer(made, ticks: frame.ticks))
    }
  }
}

extension ImageBuffer {
  fileprivate func hasForm(of other: ImageBuffer) -> Bool {
    size == other.size && frame.pixelFormat == other.frame.pixelFormat
  }
}
