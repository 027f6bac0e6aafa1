// SPDX-License-Identifier: Apache-2.0

import Actions

/// Gives the parameter sets of an encoder, and the slices that name them, another number.
///
/// x265 calls its sets 0, as most cameras do; in one film with copied packets each set has to have a
/// number of its own. Only what stands before a slice's data moves: they begin at a whole byte.
final class HEVCRenumbering {
  /// The record of the sets under their new number.
  let record: HEVCRecord
  /// Frames that a decoder holds back.
  var delay: Int { sets.sequence.delay }

  private let sets: HEVCParameterSets
  private let number: Int
  private let units = LengthPrefixedUnits()

  /// A renumbering to `number`, at most 15, of what an encoder gave as `extradata`; nil where that is
  /// not understood.
  init?(extradata: [UInt8], number: Int) {
    guard (0...15).contains(number), let sets = try? HEVCParameterSets(extradata: extradata),
      var record = HEVCRecord(sets.filmRecord)
    else { return nil }
    (self.sets, self.number) = (sets, number)
    let (sequence, picture) = (sets.sequence, sets.picture)
    record.sets[0][0] = HEVCRenumbering.setVideo(number, in: sets.units[0])
    record.sets[1][0] = UnitEditor(HEVCRenumbering.setVideo(number, in: sets.units[1]))
      .replacing([sequence.idBits], with: number)
    record.sets[2][0] = UnitEditor(sets.units[2])
      .replacing([picture.idBits, picture.sequenceBits], with: number)
    self.record = record
  }

  /// `unit` with another number of the video parameter set, which stands in the four bits behind the
  /// unit's header.
  private static func setVideo(_ number: Int, in unit: [UInt8]) -> [UInt8] {
    var unit = unit
    unit[2] = unit[2] & 0x0f | UInt8(number << 4)
    return unit
  }

  /// `packet` with the new number, its NAL units behind lengths of four bytes; good until the next call.
  func renumbered(
    _ packet: UnsafeRawBufferPointer
  ) throws(CodingObstacle) -> UnsafeRawBufferPointer {
    units.removeAll()
    var parts = PacketUnits(packet, lengthBytes: sets.lengthBytes)
    while let part = try parts.next() {
      let unit = sets.lengthBytes == nil ? part.withoutTrailingZeros : part
      switch sets.kind(of: unit) {
      case .leftOut: break
      case .beside: units.append(unit)
      default:
        guard let header = HEVCSliceHeader(unit, sets.sequence, sets.picture) else { throw .damage }
        let head = UnitEditor(Array(unit[..<header.data]))
          .replacing([header.pictureBits], with: number, upTo: header.end)
        units.append(head, unit[header.data...])
      }
    }
    return units.bytes
  }
}

/// Writes a NAL unit, or its beginning, with other numbers in it.
struct UnitEditor {
  /// The unit without the bytes that keep start codes out of it.
  private var plain: [UInt8] = []

  /// An editor of `unit`.
  init(_ unit: [UInt8]) {
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      plain.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
  }

  /// The unit with the code of `number` in place of the codes at `places`, ascending, in bits; up to
  /// the bit `end`, or the last one that is set, and filled with a one and zeros up to a whole byte.
  func replacing(_ places: [Range<Int>], with number: Int, upTo end: Int? = nil) -> [UInt8] {
    var bits: [Bool] = []
    var at = 0
    for place in places {
      bits += (at..<place.lowerBound).map { bit($0) }
      bits += UnitEditor.code(number)
      at = place.upperBound
    }
    bits += (at..<max(at, end ?? stop)).map { bit($0) }
    bits.append(true)
    while bits.count % 8 != 0 { bits.append(false) }
    return UnitEditor.escaped(bits)
  }

  private func bit(_ place: Int) -> Bool {
    place >> 3 < plain.count && plain[place >> 3] >> UInt8(7 - place & 7) & 1 == 1
  }

  /// Where the last bit stands that is set.
  private var stop: Int {
    guard let last = plain.lastIndex(where: { $0 != 0 }) else { return 0 }
    return 8 * last + 7 - plain[last].trailingZeroBitCount
  }

  /// `number` as an unsigned Exp-Golomb code: ue(v).
  private static func code(_ number: Int) -> [Bool] {
    let length = Int.bitWidth - (number + 1).leadingZeroBitCount
    return (0..<2 * length - 1).map { place in
      (number + 1) >> (2 * length - 2 - place) & 1 == 1
    }
  }

  private static func escaped(_ bits: [Bool]) -> [UInt8] {
    var bytes: [UInt8] = []
    var zeros = 0
    for start in stride(from: 0, to: bits.count, by: 8) {
      let byte = bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
      if zeros >= 2, byte <= 3 {
        bytes.append(3)
        zeros = 0
      }
      bytes.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return bytes
  }
}
