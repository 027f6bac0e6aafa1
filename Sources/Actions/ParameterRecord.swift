// SPDX-License-Identifier: Apache-2.0

/// What a film says once for the packets of all its pictures, by codec.
public enum ParameterRecord: Hashable, Sendable {
  /// The parameter sets of H.264.
  case avc(AVCRecord)
  /// The parameter sets of HEVC.
  case hevc(HEVCRecord)
  /// What has to be the same for all, or nothing: of any other codec.
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

  /// A record for the packets of both; nil where they cannot stand in one film.
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

  /// Whether parameter sets of an encoder find a number that is free.
  public var hasRoom: Bool {
    switch self {
    case .avc(let record): record.freeNumber != nil
    case .hevc(let record): record.freeNumber != nil
    case .same: true
    }
  }
}
