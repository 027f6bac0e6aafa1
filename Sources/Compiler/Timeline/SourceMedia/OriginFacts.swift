// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import RenderProtocol

/// The item of the project that an origin refers to.
public struct OriginFacts: Hashable, Sendable {
  /// The kind of an item in a project.
  public enum Kind: String, Hashable, Sendable {
    /// An interval of media on a track.
    case clip
    /// Something over all tracks.
    case overlay
  }

  /// The kind of origin.
  public var kind: Kind
  /// The clip or overlay in the project.
  public var span: Span?
  /// Its name, such as `beach`.
  public var name: String
  /// The media file's path as the project writes it.
  public var asset: String
  /// Of an item of a film within the film: where the project shows that film first.
  public var use: Span?
  /// The font files a text is drawn with.
  public var fonts: [MediaFile] = []

  /// The title in sentences, such as `clip 'beach'`.
  package var title: String { "\(kind.rawValue) '\(name)'" }

  /// A place in the project.
  public init(span: Span?, name: String, asset: String, kind: Kind = .clip) {
    self.kind = kind
    self.span = span
    self.name = name
    self.asset = asset
  }
}
