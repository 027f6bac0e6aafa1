// SPDX-License-Identifier: Apache-2.0

public import Base

/// A picture of a sound that is wanted.
public struct AudioPictureRequest: Hashable, Sendable, Codable {
  /// The sound.
  public var program: AudioProgram
  /// The kind of image.
  public var kind: Kind
  /// The size of the picture.
  public var size: PixelSize
  /// The path of the PNG file; the caller renames it.
  public var output: String

  /// The kinds of images of audio.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The greatest and the least samples of each column of pixels, the left channel above the right.
    case waveform
    /// The strength of each frequency in each column, from 0 at the bottom to half the sample rate.
    case spectrogram
  }

  /// A picture of `program`.
  public init(program: AudioProgram, kind: Kind, size: PixelSize, output: String) {
    (self.program, self.kind, self.size, self.output) = (program, kind, size, output)
  }
}
