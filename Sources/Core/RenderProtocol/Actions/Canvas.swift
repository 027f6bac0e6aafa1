// SPDX-License-Identifier: Apache-2.0

public import Base

/// The format of every composed frame and of the mixed sound.
///
/// Pictures have the bits and the chroma format of `color`; width and height are even. Sound is 32-bit float.
public struct CanvasFormat: Hashable, Sendable {
  /// Width and height in pixels, both even.
  public var size: PixelSize
  /// Frames per second.
  public var rate: FrameRate
  /// Samples per second of each channel.
  public var sampleRate: Int
  /// The channels of the sound.
  public var layout: ChannelLayout
  /// The colour format of the frames.
  public var color: CanvasColor

  /// A canvas of the given format.
  public init(
    size: PixelSize, rate: FrameRate, sampleRate: Int = 48000, layout: ChannelLayout = .stereo,
    color: CanvasColor = .bt709
  ) {
    self.size = size
    self.rate = rate
    self.sampleRate = sampleRate
    self.layout = layout
    self.color = color
  }
}

extension CanvasFormat: Codable {
  private enum CodingKeys: String, CodingKey { case size, rate, sampleRate, channels, color }

  /// Writes everything, but the channels and the colour only where they are not the usual ones.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(size, forKey: .size)
    try container.encode(rate, forKey: .rate)
    try container.encode(sampleRate, forKey: .sampleRate)
    if layout != .stereo { try container.encode(layout, forKey: .channels) }
    if color != .bt709 { try container.encode(color, forKey: .color) }
  }

  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    size = try container.decode(PixelSize.self, forKey: .size)
    rate = try container.decode(FrameRate.self, forKey: .rate)
    sampleRate = try container.decode(Int.self, forKey: .sampleRate)
    layout = try container.decodeIfPresent(ChannelLayout.self, forKey: .channels) ?? .stereo
    color = try container.decodeIfPresent(CanvasColor.self, forKey: .color) ?? .bt709
  }
}

/// The place in the project of an operation: an index into a table that only `reel` holds.
///
/// A worker hands it back with a failure. It never enters a key.
public struct Origin: Hashable, Sendable, Codable {
  /// The index; -1 for "nowhere in particular".
  public var index: Int

  /// An origin with an index of `reel`'s choosing.
  public init(_ index: Int) { self.index = index }

  /// No place in the project.
  public static let none = Origin(-1)

  /// Writes the index; nothing when it is written for a key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(encoder.isForKey ? -1 : index)
  }

  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    index = try decoder.singleValueContainer().decode(Int.self)
  }
}

extension Encoder {
  /// True if a value is encoded for a cache key, without fields that do not decide bytes.
  var isForKey: Bool {
    guard let key = CodingUserInfoKey(rawValue: "isForKey") else { return false }
    return userInfo[key] as? Bool ?? false
  }
}

/// A file that a worker opens, and what its bytes are.
public struct MediaFile: Hashable, Sendable, Codable {
  /// The absolute path, symbolic links resolved; already checked to lie inside the allowed folders.
  public var path: String
  /// The digest of its bytes; keys use this in place of the path.
  public var digest: Fingerprint
  /// Of a drawing with text in it, the fonts that there are to set it in: they decide how it looks.
  public var fonts: Fingerprint?
  /// The places in it at which times begin anew, which its content says, too; nil for nowhere.
  public var restarts: [TimeRestart]?
  /// The first pictures of parts of a recording, which its content says, too; nil where all are shown.
  public var openings: [PictureOpening]?
  /// The streams of sound whose times run ahead of their samples and come back, which its content says, too; nil for none.
  public var uneven: [UnevenAudio]?

  /// The file at `path` with the content `digest`.
  public init(path: String, digest: Fingerprint, fonts: Fingerprint? = nil) {
    self.path = path
    self.digest = digest
    self.fonts = fonts
  }

  /// The file's name, without its folder.
  public var name: String { String(path.split(separator: "/").last ?? "") }

  private enum CodingKeys: String, CodingKey {
    case path, digest, fonts, restarts, openings, uneven
  }

  /// Writes everything; for a key everything but the path, and what follows from the content.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !encoder.isForKey {
      try container.encode(path, forKey: .path)
      try container.encodeIfPresent(restarts, forKey: .restarts)
      try container.encodeIfPresent(openings, forKey: .openings)
      try container.encodeIfPresent(uneven, forKey: .uneven)
    }
    try container.encode(digest, forKey: .digest)
    try container.encodeIfPresent(fonts, forKey: .fonts)
  }
}
