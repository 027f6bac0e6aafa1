// SPDX-License-Identifier: Apache-2.0

public import Base

/// The place of a worker in its work.
///
/// It writes this into memory that `reel` reads too, before every step that could crash or hang, so that `reel` can
/// report the failed step.
public struct WorkerStatus: Hashable, Sendable {
  /// The steps of a worker.
  public enum Step: UInt8, Sendable {
    /// Something with no name of its own, or nothing.
    case other
    /// Opening a file and looking into it.
    case opening
    /// Decoding, and bringing what comes out into shape.
    case decoding
    /// Composing the frame.
    case drawing
    /// Encoding it.
    case encoding
    /// Copying packets into a film.
    case linking
  }

  /// The current step.
  public var step: Step
  /// The clip it is done for.
  public var origin: Origin
  /// Source time of that clip.
  public var sourceTime: Time?
  /// Frame of the program.
  public var frame: Int?

  /// In the middle of `step`.
  public init(
    _ step: Step, origin: Origin = .none, sourceTime: Time? = nil, frame: Int? = nil
  ) {
    self.step = step
    self.origin = origin
    self.sourceTime = sourceTime
    self.frame = frame
  }
}
