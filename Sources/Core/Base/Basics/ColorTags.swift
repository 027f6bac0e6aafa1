// SPDX-License-Identifier: Apache-2.0

/// The colour tags of pictures, by libavutil's names, `unknown` where unspecified.
///
/// Meanings are those of ITU-T H.273.
public struct ColorTags: Hashable, Sendable, Codable {
  /// Matrix coefficients, such as `bt709`, `smpte170m`, `bt2020nc`, `gbr`.
  public var matrix: String
  /// Colour primaries.
  public var primaries: String
  /// Transfer characteristic; `smpte2084` and `arib-std-b67` are HDR.
  public var transfer: String
  /// `tv`, `pc` or `unknown`.
  public var range: String

  /// Tags by name.
  public init(matrix: String, primaries: String, transfer: String, range: String) {
    self.matrix = matrix
    self.primaries = primaries
    self.transfer = transfer
    self.range = range
  }

  /// BT.709 in limited range.
  public static let bt709 = ColorTags(
    matrix: "bt709", primaries: "bt709", transfer: "bt709", range: "tv")

  /// Nothing is said.
  public static let unknown = ColorTags(
    matrix: "unknown", primaries: "unknown", transfer: "unknown", range: "unknown")

  /// True if frames have to be tone-mapped for a canvas of standard range.
  public var isHDR: Bool { transfer == "smpte2084" || transfer == "arib-std-b67" }

  /// True if luma and chroma are tagged as going from 0 to 255, in 8 bits.
  public var isFullRange: Bool { range == "pc" }

  /// True if the primaries are those of BT.2020, as tagged or as follows from the matrix.
  public var isWide: Bool {
    primaries == "bt2020" || primaries == "unknown" && ["bt2020nc", "bt2020c"].contains(matrix)
  }

  /// These tags, completed by those of `other` where unspecified.
  public func completed(by other: ColorTags) -> ColorTags {
    func choose(_ a: String, _ b: String) -> String { a == "unknown" ? b : a }
    return ColorTags(
      matrix: choose(matrix, other.matrix), primaries: choose(primaries, other.primaries),
      transfer: choose(transfer, other.transfer), range: choose(range, other.range))
  }
}
