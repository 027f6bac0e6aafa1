// SPDX-License-Identifier: Apache-2.0

/// The window of an AAC packet (ISO/IEC 14496-3, 4.6.11): how its samples overlap with those of its neighbours.
///
/// The second half of each packet's window overlaps the first half of the next one's. The time-domain aliasing
/// there cancels only if both halves have the same shape. A decoder takes the shape of the first half from the
/// previous packet, which after an edit need not be the one that the encoder used.
package struct AACWindow: Hashable {
  /// `window_sequence`.
  enum Sequence: Int {
    case long, longStart, short, longStop
  }

  let sequence: Sequence
  /// `window_shape`: whether it is derived from a Kaiser-Bessel window rather than a sine.
  let isKaiser: Bool

  /// The window of the raw data block `packet`; nil if it is not in the first element, or if two channels have
  /// separate windows.
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

  /// True if its second half is long, as in ordinary packets.
  var endsLong: Bool { sequence == .long || sequence == .longStop }

  /// True if its first half is long.
  var startsLong: Bool { sequence == .long || sequence == .longStart }

  /// Returns true if `next`, which was encoded to follow `expected`, can follow this window
  /// instead.
  package func canBeFollowed(by next: AACWindow, madeToFollow expected: AACWindow) -> Bool {
    endsLong && expected.endsLong && next.startsLong && isKaiser == expected.isKaiser
  }

  /// True if it is the window of stationary audio, so that packets can be joined here.
  package var isUsual: Bool { sequence == .long && isKaiser }
}
