// SPDX-License-Identifier: Apache-2.0

/// Which part of footage a layer plays, how it fills its box, and what becomes of its sound.
public struct Playback: Hashable, Sendable {
  /// The stretch of the source, in source time; nil for all of it (`duration: d` reads as `0s..+d`).
  public var range: RangeExpression?
  /// Whether the source starts again at its end, as long as the layer lasts (or until the range's end).
  public var loops = false
  /// How it fills its box; nil for the canvas's way.
  public var fit: FitMode?
  /// What becomes of its sound.
  public var audio = AudioMode.on

  /// All of the source, once.
  public init() {}
}

/// What becomes of the sound of footage.
public enum AudioMode: String, Hashable, Sendable, CaseIterable {
  /// It is heard, and crossfades along with transitions.
  case on
  /// It is not heard.
  case off
  /// It is heard, and cut where a transition begins or ends instead of crossfaded.
  case cut
}
