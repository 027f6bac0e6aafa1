// SPDX-License-Identifier: Apache-2.0

package import Base
package import BuildSystem

/// An event that a build reports while it runs.
package enum BuildEvent: Sendable {
  /// Another build of the same folder runs; this one waits for it.
  case waiting
  /// The amounts of work to do and of work already done.
  case planned(BuildAmount)
  /// So much of it is rendered, in the same unit as `BuildAmount.total`.
  case progress(Int)
  /// A segment, or a piece of sound, is stored.
  case stored(String, isPicture: Bool)
  /// A segment, or a piece of sound, has come from a shared store, or is not needed because of that.
  case fetched(String, Fingerprint, isPicture: Bool, PieceFetches.Find)
  /// A stored piece was rendered anew and compared.
  case verified(String, Fingerprint, Verdict)
  /// An output is being put together.
  case linking(output: String)
  /// An output is up to date.
  case finished(OutputSummary)
}

/// The amount of work of a build.
package struct BuildAmount: Hashable, Sendable {
  /// Frames to be rendered.
  package var frames = 0
  /// Frames that are in the store.
  package var reusedFrames = 0
  /// Frames whose packets are copied from sources.
  package var copiedFrames = 0
  /// Segments to be rendered.
  package var segments = 0
  /// Segments that are in the store.
  package var reusedSegments = 0
  /// Hundredths of a second of sound to be mixed.
  package var mixing = 0
  /// Hundredths of a second of mixed sound that are in the store, or have gone into what is.
  package var reusedSound = 0
  /// Hundredths of a second of sound to be encoded.
  var encoding = 0
  /// Pieces of sound to be made: chunks to be mixed, and sounds to be encoded.
  package var sounds = 0

  /// Pieces that are in the store.
  package var reusedPieces = 0
  /// Those of them that are rendered anew to compare.
  package var verified = 0
  /// Their frames.
  var verifiedFrames = 0
  /// Hundredths of a second of their sound.
  var verifiedSound = 0
  /// Frames that came from a shared store.
  package var fetchedFrames = 0
  /// Hundredths of a second of mixed sound that came from a shared store, or have gone into what did.
  package var fetchedSound = 0

  /// Frames to be rendered, for whatever reason.
  package var allFrames: Int { frames + verifiedFrames }
  /// The total for progress: frames if there are any, else hundredths of a second of audio that are
  /// mixed or encoded.
  package var total: Int { allFrames > 0 ? allFrames : mixing + encoding + verifiedSound }

  /// Nothing to do.
  package init() {}

  /// Counts `piece` as one that was there.
  mutating func add(reused piece: Piece) {
    switch piece.kind {
    case .segment:
      reusedSegments += 1
      reusedFrames += piece.size
    case .chunk: reusedSound += piece.size
    case .passage, .sound: break
    }
  }

  /// Adds what a later round of the same build has made; what it reused is of the round before.
  mutating func add(round amount: BuildAmount) {
    frames += amount.frames
    copiedFrames += amount.copiedFrames
    segments += amount.segments
    mixing += amount.mixing
    encoding += amount.encoding
    sounds += amount.sounds
  }

  /// Counts `piece` as one that was found.
  mutating func add(_ piece: Piece) {
    switch piece.kind {
    case .segment: fetchedFrames += piece.size
    case .chunk: fetchedSound += piece.size
    case .passage, .sound: break
    }
  }
}

/// The result of an output; in events it has the same names.
package struct OutputSummary: Hashable, Sendable, Encodable {
  /// Its name in the project.
  package var name: String
  /// The path as the project writes it.
  package var file: String
  /// Size in bytes.
  package var bytes: Int64
  /// Frames of the film; 0 for sound alone, 1 for a still.
  package var frames: Int
  /// Why it was made; nil when it stood as it should.
  package var reason: RunReason?
  /// True if the file was written; one made anew with the same bytes is left alone.
  package var isWritten: Bool
}
