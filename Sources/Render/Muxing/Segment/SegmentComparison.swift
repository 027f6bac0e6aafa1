// SPDX-License-Identifier: Apache-2.0

import LibAV
import MediaIO
public import RenderProtocol

/// The first difference between the two segment files of `request`; nil if their packets are equal.
///
/// Throws if a file is no segment file or is damaged before the difference.
public func compareSegments(
  _ request: CompareRequest
) throws(RenderFailure) -> SegmentDifference? {
  var one = try SegmentReader(path: request.one)
  var other = try SegmentReader(path: request.other)
  guard one.stream == other.stream else { return SegmentDifference() }
  let references = (try one.reference(), try other.reference())
  guard references.0 == references.1 else { return SegmentDifference() }
  // Mixed sound starts with the lead for the crossfade.
  let stream = one.stream
  let lead = stream.parameters.codec == "pcm_f32le" ? Int64(stream.parameters.initialPadding) : 0
  let mine = try Packet.empty()
  let theirs = try Packet.empty()
  var index = 0
  while true {
    CrashBreadcrumbs.touch()
    let (isOne, isOther) = (try one.next(into: mine), try other.next(into: theirs))
    if !isOne, !isOther { return nil }
    if isOne, isOther, isSame(mine, theirs) {
      index += 1
      continue
    }
    let frame = isOne ? mine.presentation : theirs.presentation
    return SegmentDifference(packet: index, frame: frame.map { max(0, $0 - lead) })
  }
}

private func isSame(_ one: borrowing Packet, _ other: borrowing Packet) -> Bool {
  one.isKey == other.isKey && one.presentation == other.presentation
    && one.decoding == other.decoding && one.duration == other.duration && one.trim == other.trim
    && one.bytes.elementsEqual(other.bytes) && one.addition.elementsEqual(other.addition)
}
