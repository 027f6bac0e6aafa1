// SPDX-License-Identifier: Apache-2.0

public import Actions
public import Basics
public import Diagnostics

/// Everything a build does for one project, worked out before anything is rendered.
public struct BuildPlan: Sendable {
  /// One plan per output, in the order of the file.
  public var outputs: [OutputPlan]
  /// Where in the project an `Origin` points: `origins[origin.index]`.
  public var origins: [OriginFacts]

  /// A plan of `outputs`.
  public init(outputs: [OutputPlan], origins: [OriginFacts]) {
    self.outputs = outputs
    self.origins = origins
  }
}

/// What an origin points at.
public struct OriginFacts: Hashable, Sendable {
  /// The clip or overlay in the project.
  public var span: Span?
  /// Its name, such as `beach`.
  public var name: String
  /// The media file's path as the project writes it.
  public var asset: String

  /// A place in the project.
  public init(span: Span?, name: String, asset: String) {
    self.span = span
    self.name = name
    self.asset = asset
  }
}

/// One file to be made.
public struct OutputPlan: Sendable {
  /// The output's name in the project.
  public var name: String
  /// The absolute path of the file.
  public var path: String
  /// The path as the project (or the default) writes it.
  public var displayPath: String
  /// The place in the project, if it is written there.
  public var span: Span?
  /// Format of the frames and of the sound.
  public var canvas: CanvasFormat
  /// What is made.
  public var product: Product

  /// What an output is.
  public enum Product: Sendable {
    /// A film (or a sound file: no segments).
    case film(FilmPlan)
    /// A still picture; `output` of the request is empty.
    case still(FrameRequest, key: Fingerprint)
  }

  /// An output made as `product`.
  public init(
    name: String, path: String, displayPath: String, span: Span?, canvas: CanvasFormat,
    product: Product
  ) {
    self.name = name
    self.path = path
    self.displayPath = displayPath
    self.span = span
    self.canvas = canvas
    self.product = product
  }
}

/// A film to be made of segments and a sound.
public struct FilmPlan: Sendable {
  /// The segments in film order; the same key may stand twice (it is rendered once).
  public var segments: [PlannedSegment]
  /// The sound, if there is any.
  public var sound: PlannedSound?
  /// libavformat's name of the container.
  public var container: String
  /// Whether the index goes to the front.
  public var fastStart: Bool
  /// The fingerprint of the whole film: of its segments' keys, its sound's key and its container.
  public var key: Fingerprint

  /// A film of `segments` and `sound`.
  public init(
    segments: [PlannedSegment], sound: PlannedSound?, container: String, fastStart: Bool,
    key: Fingerprint
  ) {
    self.segments = segments
    self.sound = sound
    self.container = container
    self.fastStart = fastStart
    self.key = key
  }
}

/// A segment of a film.
public struct PlannedSegment: Sendable {
  /// The fingerprint of everything that decides its bytes.
  public var key: Fingerprint
  /// What is rendered.
  public var program: PictureProgram
  /// How it is encoded.
  public var encoding: VideoEncoding
  /// The film frame at which it starts.
  public var firstFrame: Int
  /// Its number of frames.
  public var frameCount: Int

  /// A segment that starts at `firstFrame`.
  public init(key: Fingerprint, program: PictureProgram, encoding: VideoEncoding, firstFrame: Int) {
    self.key = key
    self.program = program
    self.encoding = encoding
    self.firstFrame = firstFrame
    frameCount = program.frameCount
  }
}

/// The sound of a film.
public struct PlannedSound: Sendable {
  /// The fingerprint of everything that decides its bytes.
  public var key: Fingerprint
  /// What is mixed.
  public var program: SoundProgram
  /// How it is encoded.
  public var encoding: AudioEncoding

  /// A mix under `key`.
  public init(key: Fingerprint, program: SoundProgram, encoding: AudioEncoding) {
    self.key = key
    self.program = program
    self.encoding = encoding
  }
}
