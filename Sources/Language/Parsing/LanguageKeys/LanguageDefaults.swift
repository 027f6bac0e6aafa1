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
    [project.shape, canvas.shape, asset.shape, track.shape, clip.shape]
    + drawnItems.map(\.shape) + gradients + Property.Group.all.map { object(of: $0).shape }
    + [
      stroke.shape, mask.shape, motionBlur.shape, loopSeam.shape, streams.shape, soundStream.shape,
      pictureStream.shape, fade.shape, denoise.shape, equalizer.shape, compressor.shape,
      reverb.shape,
      ducking.shape, entrance.shape, kenBurns.shape, transition.shape, pictureTransition,
      transitionSound.shape, transitionSettings, between.shape, gap.shape, freeze.shape,
      instruction.shape,
      layer.shape, overlay.shape, richText.shape, run.shape, font.shape, outline.shape,
      background.shape, counter.shape, particles.shape, subtitles.shape, spokenWords.shape,
      highlight.shape, output.shape, sheet.shape,
      thumbnails.shape, video.shape, audio.shape, canvasOfOutput.shape, metadata.shape,
      outputCaptions.shape,
      captions.shape, beats.shape, defaults.shape,
      clipDefaults.shape, textDefaults.shape, transitionDefaults.shape, projectParameter, each,
    ]
}
