// SPDX-License-Identifier: Apache-2.0

/// The codec parameters that a film stores once for all its picture packets.
public enum ParameterRecord: Hashable, Sendable {
  /// The parameter sets of H.264.
  case avc(AVCRecord)
  /// The parameter sets of HEVC.
  case hevc(HEVCRecord)
  /// For any other codec: bytes that must be equal for all packets, possibly empty.
  case same([UInt8])

  /// Reads the record of `codec`, by libavcodec's name; nil for anything that is none.
  public init?(codec: String, _ bytes: [UInt8]) {
    switch codec {
    case "h264":
      guard let record = AVCRecord(bytes), record.numbers != nil else { return nil }
      self = .avc(record)
    case "hevc":
      guard let record = HEVCRecord(bytes), record.numbers != nil else { return nil }
      self = .hevc(record)
    default: self = .same(bytes)
    }
  }

  /// A record for the packets of both; nil where one film cannot hold both.
  public func merged(with other: ParameterRecord) -> ParameterRecord? {
    switch (self, other) {
    case (.avc(let mine), .avc(let theirs)): mine.merged(with: theirs).map { .avc($0) }
    case (.hevc(let mine), .hevc(let theirs)): mine.merged(with: theirs).map { .hevc($0) }
    case (.same, .same): self == other ? self : nil
    default: nil
    }
  }

  /// The bytes of the record.
  public var bytes: [UInt8] {
    switch self {
    case .avc(let record): record.bytes
    case .hevc(let record): record.bytes
    case .same(let bytes): bytes
    }
  }

  /// The numbers of its parameter sets; nil for a codec that has none.
  public var numbers: Set<Int>? {
    switch self {
    case .avc(let record): record.numbers.map { Set($0.sequences + $0.pictures) }
    case .hevc(let record): record.numbers.map { Set($0.joined()) }
    case .same: nil
    }
  }

  /// The number that all of its parameter sets have; nil where they have several or there are none.
  public var commonNumber: Int? {
    numbers.flatMap { $0.count == 1 ? $0.first : nil }
  }

  /// The number of the parameter sets of encoded frames in a film with copied packets: the highest that each kind of
  /// set may have; nil for a codec without sets.
  ///
  /// Whatever else is copied into a film, the number stays; profile and level follow the highest.
  public var encodedNumber: Int? {
    switch self {
    case .avc: 31
    case .hevc: 15
    case .same: nil
    }
  }

  /// Returns true if its parameter sets are those of `other`.
  public func hasSets(of other: ParameterRecord) -> Bool {
    switch (self, other) {
    case (.avc(let mine), .avc(let theirs)):
      (mine.sequences, mine.pictures, mine.rest) == (theirs.sequences, theirs.pictures, theirs.rest)
    case (.hevc(let mine), .hevc(let theirs)): mine.sets == theirs.sets
    default: self == other
    }
  }

  /// The record with the higher profile and level of both.
  public func covering(_ other: ParameterRecord) -> ParameterRecord {
    guard case .avc(var mine) = self, case .avc(let theirs) = other else { return self }
    mine.profile = max(mine.profile, theirs.profile)
    mine.level = max(mine.level, theirs.level)
    return .avc(mine)
  }
}
