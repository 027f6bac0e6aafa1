// SPDX-License-Identifier: Apache-2.0

import Glibc
import LibAV
import MediaIO
import RenderProtocol

/// Writes each packet of a film's pictures into a file of its own.
struct SequenceWriter {
  private let film: LinkRequest
  private let form: SequenceForm
  private let skipped: Set<Int>

  /// A film to be written into the folder that is its output, but for the pieces at the places `skipped`.
  init(_ film: LinkRequest, _ form: SequenceForm, skipped: [Int]) {
    (self.film, self.form, self.skipped) = (film, form, Set(skipped))
  }

  /// Writes the pictures in their order.
  func write(progress: (Int) -> Void) throws(RenderFailure) -> [DeliveredFile] {
    var reader = try SegmentReader(path: film.segments[0].path)
    let packet = try Packet.empty()
    var files: [DeliveredFile] = []
    var number = 0
    for (index, segment) in film.segments.enumerated() {
      try reader.open(segment.path)
      let count = try Int(reader.trailer().frames)
      defer {
        number += count
        progress(count)
      }
      if skipped.contains(index) { continue }
      var place = number
      while try reader.next(into: packet) {
        CrashBreadcrumbs.touch()
        let name = form.name(place)
        try StreamHeader.write(Array(packet.bytes), to: film.output + "/" + name)
        files.append(DeliveredFile(name: name, bytes: Int64(packet.bytes.count)))
        place += 1
      }
      guard place - number == count else {
        throw RenderFailure(
          kind: .program, message: "a segment with packets that are not pictures",
          log: [segment.path])
      }
    }
    return files
  }
}
