// SPDX-License-Identifier: Apache-2.0

/// How a stream is coded, as far as it must be known to copy its pictures: what a codec has to tell.
package protocol PictureCoding {
  /// The one record of parameter sets that a film holds; empty for a codec that has none.
  var record: [UInt8] { get }
  /// The same for packets whose NAL units have lengths of four bytes, as those of a film do.
  var filmRecord: [UInt8] { get }
  /// libavcodec's numbers of profile and level.
  var profile: Int { get }
  var level: Int { get }
  /// Whether frames may be interlaced.
  var hasFields: Bool { get }

  /// The picture in `packet`; only headers are looked at, if lengths say where they are.
  func picture(in packet: UnsafeRawBufferPointer) throws(CodingObstacle) -> CodedPicture

  /// Throws where reference pictures are missing before `picture`, and takes it in.
  func follow(
    _ picture: CodedPicture, _ references: inout ReferencePictures
  ) throws(CodingObstacle)

  /// What of `packet` matters where it is copied.
  func contents(of packet: UnsafeRawBufferPointer) throws(CodingObstacle) -> PacketContents

  /// Appends what a film holds of `packet` to `units`.
  ///
  /// - Parameters:
  ///   - isFirst: Whether a copied stretch begins with it.
  ///   - renumbering: What gives parameter sets another number, if they get one.
  func copy(
    _ packet: UnsafeRawBufferPointer, isFirst: Bool, renumbering: (any UnitRenumbering)?,
    to units: LengthPrefixedUnits
  ) throws(CodingObstacle)

  /// What gives its parameter sets `number`; nil for a codec that has none.
  func renumbering(to number: Int) -> (any UnitRenumbering)?
}

/// Gives the parameter sets of a stream another number: in the sets, and in the slices that name them.
///
/// Encoders number their sets from 0, so that those of two sources clash as soon as they differ. What is
/// decoded stays the same to the bit: the number stands in headers alone.
package protocol UnitRenumbering: AnyObject {
  /// The record of the sets with their new number, for packets whose NAL units have lengths of four
  /// bytes.
  var filmRecord: [UInt8] { get }

  /// The NAL unit `unit`, which is no set, with the new number; nil where it is better left out.
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

/// What of a packet matters where it is copied.
package struct PacketContents {
  package var hasPicture = false
  /// Whether decoding can start with it.
  package var isFresh = false
  /// Whether it leans on the group before, and is shown before what its own begins with.
  package var isLeading = false
  /// Whether a film holds it as it is, also where a copied stretch begins with it.
  package var isKept = true
}

/// What a NAL unit is to one who copies it.
package enum UnitKind: Hashable {
  /// A slice of a picture that decoding can start with.
  case fresh
  /// The same, where that has to be said in its header if nothing comes before it.
  case open
  /// A slice of a picture that leans on the group before.
  case leading
  /// A slice of any other picture.
  case picture
  /// What stands beside a picture and is kept.
  case beside
  /// What says nothing, or what the film says once for all packets.
  case leftOut
}

/// A codec whose packets are NAL units.
protocol UnitCoding: PictureCoding {
  /// Bytes of the length in front of each NAL unit of a packet; nil for start codes.
  var lengthBytes: Int? { get }
  /// What `unit` is, by its header and, of supplemental information, its messages.
  func kind(of unit: UnsafeRawBufferPointer) -> UnitKind
  /// The first byte of an `open` unit that a stretch begins with.
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
