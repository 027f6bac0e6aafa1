// SPDX-License-Identifier: Apache-2.0

/// The coding of a stream, as far as it is needed to copy its pictures; one implementation per codec.
package protocol PictureCoding {
  /// The parameter set record that a film stores; empty for a codec without one.
  var record: [UInt8] { get }
  /// The same record for packets whose NAL units have four-byte lengths, as those of a film do.
  var parameterRecord: [UInt8] { get }
  /// libavcodec's profile and level numbers.
  var profile: Int { get }
  var level: Int { get }
  /// True if frames may be interlaced.
  var hasFields: Bool { get }

  /// The picture in `packet`; if units have lengths, only headers are read.
  func picture(in packet: UnsafeRawBufferPointer) throws(CodingObstacle) -> CodedPicture

  /// Adds `picture`; throws if its reference pictures are missing.
  func follow(
    _ picture: CodedPicture, _ references: inout ReferencePictures
  ) throws(CodingObstacle)

  /// The properties of `packet` that matter for copying it.
  func contents(of packet: UnsafeRawBufferPointer) throws(CodingObstacle) -> PacketContents

  /// Appends the units of `packet` that a film stores to `units`.
  ///
  /// - Parameters:
  ///   - isFirst: Whether a copied section begins with it.
  ///   - renumbering: Renumbers parameter sets, if they get another number.
  func copy(
    _ packet: UnsafeRawBufferPointer, isFirst: Bool, renumbering: (any UnitRenumbering)?,
    to units: LengthPrefixedUnits
  ) throws(CodingObstacle)

  /// A renumbering of the parameter sets to `number`; nil for a codec without parameter sets.
  func renumbering(to number: Int) -> (any UnitRenumbering)?
}

/// Renumbers the parameter sets of a stream: in the sets, and in the slices that refer to them.
///
/// Encoders number their sets from 0, so that different sets of two sources conflict. The decoded pictures
/// remain bit-identical, because only headers contain the number.
package protocol UnitRenumbering: AnyObject {
  /// The record of the renumbered sets, for packets whose NAL units have four-byte lengths.
  var parameterRecord: [UInt8] { get }

  /// The NAL unit `unit`, which is no parameter set, with the new number; nil if it is to be omitted.
  func edited(_ unit: UnsafeRawBufferPointer, _ kind: UnitKind) throws(CodingObstacle) -> [UInt8]?
}

extension PictureCoding {
  package var hasFields: Bool { false }

  package func contents(of packet: UnsafeRawBufferPointer) throws(CodingObstacle) -> PacketContents
  {
    PacketContents(hasPicture: true, isFresh: try picture(in: packet).isFresh)
  }

  package func copy(
    _ packet: UnsafeRawBufferPointer, isFirst: Bool, renumbering: (any UnitRenumbering)?,
    to units: LengthPrefixedUnits
  ) throws(CodingObstacle) { preconditionFailure("packets that are no NAL units are kept") }

  package func renumbering(to number: Int) -> (any UnitRenumbering)? { nil }
}

/// The properties of a packet that matter for copying it.
package struct PacketContents {
  package var hasPicture = false
  /// True if decoding can start with it.
  package var isFresh = false
  /// True if it refers to the previous group and is shown before its own group's first picture.
  package var isLeading = false
  /// True if an output stores it unchanged, even at the start of a copied section.
  package var isKept = true
}

/// The kind of a NAL unit with respect to copying.
package enum UnitKind: Hashable {
  /// A slice of a picture that decoding can start with.
  case fresh
  /// The same, if its header must be changed when nothing precedes it.
  case open
  /// A slice of a leading picture that refers to the previous group.
  case leading
  /// A slice of any other picture.
  case picture
  /// A unit next to a picture that is kept.
  case beside
  /// A unit without information, or with information that the film stores once for all packets.
  case leftOut
}

/// A codec whose packets are NAL units.
protocol UnitCoding: PictureCoding {
  /// Bytes of the length in front of each NAL unit of a packet; nil for start codes.
  var lengthBytes: Int? { get }
  /// The kind of `unit`, from its header and, for SEI, its messages.
  func kind(of unit: UnsafeRawBufferPointer) -> UnitKind
  /// The first byte of an `open` unit at the start of a section.
  func freshHead(_ head: UInt8) -> UInt8
}

extension UnitCoding {
  func freshHead(_ head: UInt8) -> UInt8 { head }

  package func contents(of packet: UnsafeRawBufferPointer) throws(CodingObstacle) -> PacketContents
  {
    var contents = PacketContents()
    contents.isKept = lengthBytes == 4
    var units = PacketUnits(packet, lengthBytes: lengthBytes)
    while let unit = try units.next() {
      switch kind(of: unit) {
      case .fresh: (contents.hasPicture, contents.isFresh) = (true, true)
      case .open: (contents.hasPicture, contents.isFresh, contents.isKept) = (true, true, false)
      case .leading: (contents.hasPicture, contents.isLeading) = (true, true)
      case .picture: contents.hasPicture = true
      case .beside: break
      case .leftOut: contents.isKept = false
      }
    }
    return contents
  }

  package func copy(
    _ packet: UnsafeRawBufferPointer, isFirst: Bool, renumbering: (any UnitRenumbering)?,
    to kept: LengthPrefixedUnits
  ) throws(CodingObstacle) {
    var units = PacketUnits(packet, lengthBytes: lengthBytes)
    while let unit = try units.next() {
      let unit = lengthBytes == nil ? unit.withoutTrailingZeros : unit
      let kind = kind(of: unit)
      if kind == .leftOut { continue }
      let head = kind == .open && isFirst ? unit.first.map { freshHead($0) } : nil
      guard let renumbering else {
        kept.append(unit, head: head)
        continue
      }
      guard let edited = try renumbering.edited(unit, kind) else { continue }
      edited.withUnsafeBytes { kept.append($0, head: head) }
    }
  }
}
