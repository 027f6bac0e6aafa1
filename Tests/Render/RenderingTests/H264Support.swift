// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import RenderProtocol
import TestSupport

@testable import Bitstreams
@testable import MediaIO

/// Writes NAL units bit by bit.
struct UnitWriter {
  private var bits: [Bool] = []
  private let head: UInt8

  /// A unit that starts with the byte `head`.
  init(_ head: UInt8) { self.head = head }

  mutating func put(_ value: Int, bits count: Int) {
    for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
  }

  mutating func flag(_ value: Bool) { bits.append(value) }

  mutating func unsigned(_ value: Int) {
    let length = Int.bitWidth - (value + 1).leadingZeroBitCount
    put(0, bits: length - 1)
    put(value + 1, bits: length)
  }

  mutating func signed(_ value: Int) { unsigned(value > 0 ? 2 * value - 1 : -2 * value) }

  /// The unit with its stop bit, padding and emulation prevention bytes.
  var unit: [UInt8] {
    var padded = bits + [true]
    while padded.count % 8 != 0 { padded.append(false) }
    var bytes = [head]
    var zeros = 0
    for start in stride(from: 0, to: padded.count, by: 8) {
      let byte = padded[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
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

/// Handmade H.264 units of 64×48 pixels, and their container forms.
enum HandMade {
  static func sequence(
    profile: Int = 77, constraints: Int = 0, id: Int = 0, order: Int = 0, gaps: Bool = false,
    frames: Bool = true, scaling: Bool = false, references: Int = 2
  ) -> [UInt8] {
    var set = UnitWriter(0x67)
    set.put(profile, bits: 8)
    set.put(constraints, bits: 8)
    set.put(30, bits: 8)
    set.unsigned(id)
    if profile == 100 {
      set.unsigned(1)
      set.unsigned(0)
      set.unsigned(0)
      set.flag(false)
      set.flag(scaling)
      if scaling {
        for list in 0..<8 {
          set.flag(list % 2 == 0)
          if list % 2 == 0 { for _ in 0..<(list < 6 ? 16 : 64) { set.signed(1) } }
        }
      }
    }
    set.unsigned(0)
    set.unsigned(order)
    if order == 0 { set.unsigned(2) }
    if order == 1 {
      set.flag(false)
      for value in [-2, 1] { set.signed(value) }
      set.unsigned(1)
      set.signed(4)
    }
    set.unsigned(references)
    set.flag(gaps)
    set.unsigned(3)
    set.unsigned(2)
    set.flag(frames)
    if !frames { set.flag(false) }
    for _ in 0..<3 { set.flag(false) }
    return set.unit
  }

  static func picture(
    id: Int = 0, sequence: Int = 0, groups: Int = 1, redundant: Bool = false, quality: Int = 0,
    codesFieldOffset: Bool = false
  ) -> [UInt8] {
    var set = UnitWriter(0x68)
    set.unsigned(id)
    set.unsigned(sequence)
    set.flag(false)
    set.flag(codesFieldOffset)
    set.unsigned(groups - 1)
    if groups == 1 {
      for _ in 0..<2 { set.unsigned(0) }
      set.put(0, bits: 3)
      for value in [quality, 0, 0] { set.signed(value) }
      for _ in 0..<2 { set.flag(false) }
      set.flag(redundant)
    }
    return set.unit
  }

  /// The picture structure of a slice in an interlaced sequence whose frames code the POC offset of the second field.
  enum Fields {
    case frame, top, bottom
  }

  /// A slice of a picture; pictures differ by `frame_num`.
  static func slice(
    idr: Bool, number: Int = 0, first: Int = 0, isReference: Bool = true, drops: Bool = false,
    of fields: Fields? = nil, isIntra: Bool = false
  ) -> [UInt8] {
    var slice = UnitWriter((isReference ? 0x60 : 0) | (idr ? 5 : 1))
    slice.unsigned(first)
    slice.unsigned(idr || isIntra ? 7 : 5)
    slice.unsigned(0)
    slice.put(number, bits: 4)
    if let fields {
      slice.flag(fields != .frame)
      if fields != .frame { slice.flag(fields == .bottom) }
    }
    if idr { slice.unsigned(0) }
    slice.put(0, bits: 6)
    if fields == .frame { slice.signed(1) }
    if idr {
      slice.flag(drops)
      slice.flag(false)
    }
    slice.put(0x5555_5555, bits: 32)
    return slice.unit
  }

  static func record(
    _ sequences: [[UInt8]], _ pictures: [[UInt8]], lengthBytes: Int = 4
  ) -> [UInt8] {
    AVCRecord(sets: [sequences, pictures, []], lengthBytes: lengthBytes)?.bytes ?? []
  }

  static func byteStream(_ units: [[UInt8]]) -> [UInt8] { units.flatMap { [0, 0, 0, 1] + $0 } }

  static func prefixed(_ units: [[UInt8]], by lengthBytes: Int = 4) -> [UInt8] {
    units.flatMap { unit in
      (0..<lengthBytes).reversed().map { UInt8(truncatingIfNeeded: unit.count >> (8 * $0)) } + unit
    }
  }

  /// The parameter sets of a stream of progressive pictures.
  static func sets(
    _ sequence: [UInt8] = sequence(), _ picture: [UInt8] = picture(), lengthBytes: Int? = 4
  ) throws -> H264ParameterSets {
    try H264ParameterSets(
      extradata: lengthBytes.map { record([sequence], [picture], lengthBytes: $0) }
        ?? byteStream([sequence, picture]))
  }
}

/// A packet of a handmade stream.
struct HandMadePacket {
  var bytes: [UInt8]
  var time: Int64?
  var isKey = false

  /// An IDR picture at `time`.
  static func idr(_ time: Int64?, drops: Bool = false) -> HandMadePacket {
    HandMadePacket(
      bytes: HandMade.prefixed([HandMade.slice(idr: true, drops: drops)]), time: time, isKey: true)
  }

  /// A non-IDR picture at `time`, with `frame_num` `number`.
  static func other(
    _ time: Int64?, _ number: Int, isReference: Bool = true, isKey: Bool = false
  ) -> HandMadePacket {
    let slice = HandMade.slice(idr: false, number: number, isReference: isReference)
    return HandMadePacket(bytes: HandMade.prefixed([slice]), time: time, isKey: isKey)
  }
}

extension CodingScan {
  /// The facts found in `packets`, with times in `timeBase`, at 25 frames per second.
  static func facts(
    _ packets: [HandMadePacket], extradata: [UInt8]? = nil, timeBase: Time = Time(1, over: 1000),
    isCutOff: Bool = false, maximumGroups: Int = CodingScan.maximumGroups
  ) throws -> CodingFacts {
    var parameters = CodecParameters(isSound: false, codec: "h264")
    parameters.extradata =
      extradata ?? HandMade.record([HandMade.sequence()], [HandMade.picture()])
    var scan = CodingScan(parameters, timeBase: timeBase, maximumGroups: maximumGroups)
    for made in packets {
      let packet = try Packet(size: made.bytes.count)
      made.bytes.withUnsafeBytes { packet.fill(from: $0) }
      packet.presentation = made.time
      packet.isKey = made.isKey
      scan.take(packet)
    }
    return scan.facts(zero: .zero, rate: FrameRate(25), isCutOff: isCutOff)
  }
}
