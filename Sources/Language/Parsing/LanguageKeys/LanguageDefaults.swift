// SPDX-License-Identifier: Apache-2.0

import Catalog

/// A default of the language, for people.
public struct LanguageDefault: Hashable, Sendable {
  /// The object's name and the key, such as `transition.length`.
  public var key: String
  /// The default, if the key is not written: a value, or words that tell its origin.
  public var value: String
  /// A description of the key, one sentence.
  public var doc: String
}

/// The defaults of all keys that have one, in the order of the reference.
public func languageDefaults() -> [LanguageDefault] {
  KeyTable.objects.flatMap { shape in
    shape.keys.compactMap { key in
      guard key.isSupported, let fallback = key.fallback else { return nil }
      return LanguageDefault(key: "\(shape.name).\(key.name)", value: fallback, doc: key.doc)
    }
  }
}

extension KeyTable {
  /// All objects, in the order of the reference.
  package static let objects: [ObjectShape] =
    [
      project, canvas, asset, track, clip,
    ] + drawnItems + gradients + Property.Group.all.map { shape(of: $0) } + [
      stroke,
      mask, motionBlur, loopSeam, streams, soundStream, pictureStream, fade, denoise, equalizer,
      compressor, reverb,
      ducking, entrance, kenBurns,
      transition, pictureTransition,
      transitionSound,
      transitionSettings, between, gap,
      freeze,
      instruction,
      layer, overlay, richText, run, font, outline, background, counter, particles, subtitles,
      spokenWords, highlight,
      output, sheet, thumbnails, video, audio, canvasOfOutput, metadata, outputCaptions, captions,
      beats, defaults,
      clipDefaults, textDefaults, transitionDefaults, projectParameter, each,
    ]
}
