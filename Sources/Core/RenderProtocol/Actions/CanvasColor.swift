// SPDX-License-Identifier: Apache-2.0

public import Base

/// The colour format of a canvas, and the colour tags of a film composed on it.
public struct CanvasColor: Hashable, Sendable {
  /// The weights by which red, green and blue become luma and chroma.
  public enum Matrix: String, Hashable, Sendable {
    /// That of high definition.
    case bt709
    /// That of standard definition (BT.601), with 525 lines as with 625.
    case bt601 = "smpte170m"
    /// That of ultra high definition (BT.2020, and BT.2100 with non-constant luminance).
    case bt2020 = "bt2020nc"
  }

  /// The matrix for all drawing.
  public let matrix: Matrix
  /// The colour tags of the film; where they name no matrix or range, players assume the one meant here.
  public let tags: ColorTags
  /// Bits of a sample, 8 or 10.
  public let depth: Int
  /// True if there is a chroma sample for each pixel (4:4:4), not for each square of four (4:2:0).
  public let hasFullChroma: Bool

  private init(_ matrix: Matrix, _ tags: ColorTags, depth: Int, hasFullChroma: Bool) {
    (self.matrix, self.tags, self.depth, self.hasFullChroma) = (matrix, tags, depth, hasFullChroma)
  }

  /// BT.709 in limited range, with the film tagged so.
  public static let bt709 = CanvasColor(.bt709, .bt709, depth: 8, hasFullChroma: false)

  /// The colour of pictures of `size` with `tags` and `depth` bits; nil if no canvas can have it.
  ///
  /// HDR and the wide gamut of BT.2020 take 10 bits.
  public init?(_ tags: ColorTags, size: PixelSize, depth: Int = 8) {
    guard let matrix = Matrix(rawValue: tags.matrix(at: size)),
      CanvasColor.mayHave(tags, matrix, depth: depth)
    else { return nil }
    self.init(matrix, tags, depth: depth, hasFullChroma: false)
  }

  /// The same colour in 4:4:4.
  public var withFullChroma: CanvasColor {
    CanvasColor(matrix, tags, depth: depth, hasFullChroma: true)
  }

  /// True if luma and chroma go from 0 to 255, not from 16 to 235 and 240, in 8 bits.
  public var isFullRange: Bool { tags.isFullRange }

  /// True if samples have 10 bits.
  public var isDeep: Bool { depth > 8 }

  /// libavutil's name for the pixel format.
  public var pixelFormat: String {
    (hasFullChroma ? "yuv444p" : "yuv420p") + (isDeep ? "10le" : "")
  }

  /// True if the primaries are those of BT.2020, so that all others are converted.
  public var isWide: Bool { matrix == .bt2020 }

  /// The same colour with matrix and range tagged in the film, so that pictures of any size are shown correctly.
  public var stated: CanvasColor {
    var stated = tags
    if stated.matrix == "unknown" { stated.matrix = matrix.rawValue }
    if stated.range == "unknown" { stated.range = "tv" }
    return CanvasColor(matrix, stated, depth: depth, hasFullChroma: hasFullChroma)
  }

  /// Returns true if the samples of frames of `size` with `tags` can be used unchanged, given the
  /// same bit depth.
  public func hasMeaning(of tags: ColorTags, size: PixelSize) -> Bool {
    hasLight(of: tags) && tags.isFullRange == isFullRange
      && tags.matrix(at: size) == matrix.rawValue
      && tags.matrix != "bt2020c"
  }

  /// Returns true if red, green and blue of frames with `tags` are used without conversion.
  ///
  /// Primaries and transfer characteristics of standard range are converted only to and from the wide gamut.
  public func hasLight(of tags: ColorTags) -> Bool {
    if tags.isHDR || self.tags.isHDR { return tags.transfer == self.tags.transfer }
    return !isWide || tags.isWide
  }

  /// Returns true if the primaries in `tags` may be passed off as those of this colour; unspecified
  /// primaries on either side match any.
  public func hasPrimaries(of tags: ColorTags) -> Bool {
    let both = [tags.primaries, self.tags.primaries]
    return both[0] == both[1] || both.contains("unknown")
      || both.allSatisfy(CanvasColor.primariesOfBT601.contains)
  }

  /// Returns true if the transfer characteristic in `tags` may be passed off as that of this
  /// colour.
  public func hasTransfer(of tags: ColorTags) -> Bool {
    if tags.isHDR || self.tags.isHDR { return tags.transfer == self.tags.transfer }
    let both = [tags.transfer, self.tags.transfer]
    return both[0] == both[1] || both.contains("unknown")
      || both.allSatisfy(CanvasColor.transfersLikeBT709.contains)
  }

  private static func mayHave(_ tags: ColorTags, _ matrix: Matrix, depth: Int) -> Bool {
    guard [8, 10].contains(depth), ["tv", "pc", "unknown"].contains(tags.range) else {
      return false
    }
    let isUsual = transfers.contains(tags.transfer) || transfersLikeBT709.contains(tags.transfer)
    guard matrix == .bt2020 else { return primaries.contains(tags.primaries) && isUsual }
    return depth == 10 && tags.matrix != "bt2020c"
      && ["bt2020", "unknown"].contains(tags.primaries)
      && (tags.isHDR || isUsual)
  }

  /// Camera primaries for 525 and 625 lines, which are visually indistinguishable.
  private static let primariesOfBT601 = ["smpte170m", "smpte240m", "bt470bg"]
  private static let primaries = primariesOfBT601 + ["bt709", "unknown"]
  /// Different names of the same curve.
  private static let transfersLikeBT709 = [
    "bt709", "smpte170m", "bt2020-10", "bt2020-12", "iec61966-2-4",
  ]
  /// Other curves of standard range.
  private static let transfers = ["bt470m", "bt470bg", "iec61966-2-1", "unknown"]
}

extension CanvasColor: TextCodable {
  /// A text such as `smpte170m:unknown/unknown/unknown/tv`: the matrix, then the film's tags; for 10 bits `/10` is
  /// appended, for 4:4:4 `/444`.
  public var description: String {
    "\(matrix.rawValue):\(tags.matrix)/\(tags.primaries)/\(tags.transfer)/\(tags.range)"
      + (isDeep ? "/\(depth)" : "") + (hasFullChroma ? "/444" : "")
  }

  /// Reads what `description` gives; nil for any other text.
  public init?(parsing text: Substring) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let matrix = Matrix(rawValue: String(parts[0])) else { return nil }
    let tags = parts[1].split(separator: "/").map { String($0) }
    let forms: [[String]: (depth: Int, isFull: Bool)] = [
      []: (8, false), ["10"]: (10, false), ["444"]: (8, true), ["10", "444"]: (10, true),
    ]
    guard tags.count >= 4, let (depth, isFull) = forms[Array(tags[4...])] else { return nil }
    let facts = ColorTags(
      matrix: tags[0], primaries: tags[1], transfer: tags[2], range: tags[3])
    let isMeant = tags[0] == "unknown" || facts.matrix(at: PixelSize(0, 0)) == matrix.rawValue
    guard isMeant, CanvasColor.mayHave(facts, matrix, depth: depth) else { return nil }
    self.init(matrix, facts, depth: depth, hasFullChroma: isFull)
  }
}

extension ColorTags {
  /// libavutil's name for the matrix with which pictures of `size` are decoded to RGB; matrices with the same weights
  /// share one name.
  public func matrix(at size: PixelSize) -> String {
    switch matrix {
    case "unknown": CanvasColor.Matrix(usualAt: size).rawValue
    case "bt470bg": "smpte170m"
    case "bt2020c": "bt2020nc"
    default: matrix
    }
  }
}

extension CanvasColor.Matrix {
  /// The matrix that players assume for untagged pictures of `size`.
  public init(usualAt size: PixelSize) {
    self = size.height >= 720 || size.width >= 1280 ? .bt709 : .bt601
  }
}
