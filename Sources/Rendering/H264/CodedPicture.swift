// SPDX-License-Identifier: Apache-2.0

/// What the headers in a packet say about the one H.264 picture in it.
struct CodedPicture: Hashable {
  /// Whether decoding can start afresh with it: NAL units of type 5.
  var isIDR: Bool
  /// Whether other pictures may lean on it.
  var isReference: Bool
  /// `frame_num`: counts reference pictures.
  var number: Int
  /// Whether a decoder is to throw away what it still holds back: `no_output_of_prior_pics_flag`.
  var dropsEarlier = false
}

extension H264ParameterSets {
  /// The picture in `packet`; only headers are looked at, if lengths say where they are.
  func picture(in packet: UnsafeRawBufferPointer) throws(CodingObstacle) -> CodedPicture {
    var units = PacketUnits(packet, lengthBytes: lengthBytes)
    var picture: CodedPicture?
    while let unit = try units.next() {
      guard let head = unit.first, head & 0x80 == 0 else { throw .damage }
      switch head & 0x1f {
      case 1, 5:
        let isIDR = head & 0x1f == 5
        if let slice = try firstSlice(unit, isIDR: isIDR) {
          guard picture == nil else { throw .notOnePicture }
          picture = slice
        } else if picture?.isIDR != isIDR {
          throw .notOnePicture
        }
      case 2, 3, 4: throw .partitions
      case 7: try compare(unit, sequenceUnit)
      case 8: try compare(unit, pictureUnit)
      // Subset parameter sets, auxiliary pictures, and slices of other layers and views.
      case 15, 19, 20, 21: throw .layers
      default: break
      }
    }
    guard let picture else { throw .notOnePicture }
    return picture
  }

  /// Refuses a parameter set that is another one than the record's.
  private func compare(
    _ unit: UnsafeRawBufferPointer, _ known: [UInt8]
  ) throws(CodingObstacle) {
    guard unit.withoutTrailingZeros.elementsEqual(known) else { throw .twoParameterSets }
  }

  /// What a slice's header says (ITU-T H.264, 7.3.3); nil when it is not the first of its picture.
  private func firstSlice(
    _ unit: UnsafeRawBufferPointer, isIDR: Bool
  ) throws(CodingObstacle) -> CodedPicture? {
    var reader = RBSPReader(unit)
    let isReference = reader.bits(8) & 0x60 != 0
    guard reader.unsigned() == 0 else {
      if reader.isDamaged { throw .damage }
      return nil
    }
    let type = reader.unsigned()
    guard type <= 9, reader.unsigned() == picture.id else { throw .damage }
    if sequence.hasSeparatePlanes { _ = reader.bits(2) }
    var slice = CodedPicture(
      isIDR: isIDR, isReference: isReference, number: reader.bits(sequence.frameNumberBits))
    if isIDR {
      // An I slice of a reference picture, or it would not be one to start with.
      guard type % 5 == 2, isReference, slice.number == 0 else { throw .damage }
      _ = reader.unsigned()
      switch sequence.order {
      case .counted(let bits):
        _ = reader.bits(bits)
        if picture.codesFieldOffset { _ = reader.signed() }
      case .expected(areOffsetsCoded: true):
        _ = reader.signed()
        if picture.codesFieldOffset { _ = reader.signed() }
      default: break
      }
      slice.dropsEarlier = reader.flag()
    }
    if reader.isDamaged { throw .damage }
    return slice
  }
}

/// The NAL units of a packet.
struct PacketUnits {
  private let packet: UnsafeRawBufferPointer
  private let lengthBytes: Int?
  private var byteStream: NALUnits
  private var at = 0

  /// The units of `packet`, each after its length of `lengthBytes`, or after start codes if nil.
  init(_ packet: UnsafeRawBufferPointer, lengthBytes: Int?) {
    self.packet = packet
    self.lengthBytes = lengthBytes
    let isByteStream = lengthBytes == nil
    byteStream = NALUnits(isByteStream ? packet : UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// The next unit, which is not empty; nil at the end.
  mutating func next() throws(CodingObstacle) -> UnsafeRawBufferPointer? {
    guard let lengthBytes else {
      guard let range = byteStream.next() else { return nil }
      guard !range.isEmpty else { throw .damage }
      return UnsafeRawBufferPointer(rebasing: packet[range])
    }
    guard at < packet.count else { return nil }
    guard at + lengthBytes <= packet.count else { throw .damage }
    var length = 0
    for byte in packet[at..<at + lengthBytes] { length = length << 8 | Int(byte) }
    at += lengthBytes
    guard length > 0, length <= packet.count - at else { throw .damage }
    defer { at += length }
    return UnsafeRawBufferPointer(rebasing: packet[at..<at + length])
  }
}
