// SPDX-License-Identifier: Apache-2.0

/// The window of an AAC packet (ISO/IEC 14496-3, 4.6.11): how its samples overlap with those of its neighbours.
///
/// The second half of each packet's window overlaps with the first half of the next one's, and what a
/// transform folds over there is only undone if both halves have the same form. A decoder takes the form of
/// the first half from the packet before it, which need not be the one that the encoder had there.
package struct AACWindow: Hashable {
  /// `window_sequence`.
  enum Sequence: Int {
    case long, longStart, short, longStop
  }

  let sequence: Sequence
  /// `window_shape`: whether it is derived from a Kaiser-Bessel window; else it is a sine.
  let isKaiser: Bool

  /// The window of the raw data block `packet`; nil where that is not in its first element, or each of two
  /// channels has its own.
  package init?(_ packet: UnsafeRawBufferPointer) {
    var reader = RBSPReader(packet, hasEscapes: false)
    let element = reader.bits(3)
    reader.skip(4)
    switch element {
    case 0: reader.skip(8)
    case 1: guard reader.bits(1) == 1 else { return nil }
    default: return nil
    }
    reader.skip(1)
    guard let sequence = Sequence(rawValue: Int(reader.bits(2))) else { return nil }
    self.sequence = sequence
    isKaiser = reader.bits(1) == 1
    if reader.isDamaged { return nil }
  }

  /// Whether its second half is a long one, as ordinary packets have it.
  var endsLong: Bool { sequence == .long || sequence == .longStop }

  /// Whether its first half is a long one.
  var startsLong: Bool { sequence == .long || sequence == .longStart }

  /// Whether `next`, which was made to follow a window such as `expected`, can follow this one instead.
  package func canBeFollowed(by next: AACWindow, madeToFollow expected: AACWindow) -> Bool {
    endsLong && expected.endsLong && next.startsLong && isKaiser == expected.isKaiser
  }

  /// Whether it is one that an encoder gives where nothing happens, so that there may be a joint.
  package var isUsual: Bool { sequence == .long && isKaiser }
}
