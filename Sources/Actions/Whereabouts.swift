// SPDX-License-Identifier: Apache-2.0

public import Basics

/// Where in its work a worker is.
///
/// It writes this into memory that `reel` sees too, before every step that could take it along: when
/// it dies or hangs, the last thing it wrote tells at what.
public struct Whereabouts: Hashable, Sendable {
  /// What is being done.
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

  /// What is being done.
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

/// The shared memory itself: a beat that changes with every sign of life, then the whereabouts.
///
/// One writes, the other reads; what is read while it is written may be a mixture, so it is to be
/// believed only of a worker that has stopped.
public struct WhereaboutsPage {
  /// Bytes of the memory.
  public static let byteCount = 64
  private let base: UnsafeMutableRawPointer

  /// The page at `base`, which is aligned to 8 bytes and has `byteCount` of them.
  public init(_ base: UnsafeMutableRawPointer) { self.base = base }

  /// A number that changes with every sign of life.
  public var beat: UInt64 { base.load(as: UInt64.self) }

  /// Gives a sign of life.
  public func touch() { base.storeBytes(of: beat &+ 1, as: UInt64.self) }

  /// What was last written.
  public var whereabouts: Whereabouts {
    get {
      var found = Whereabouts(Whereabouts.Step(rawValue: load(8, UInt8.self)) ?? .other)
      found.origin = Origin(Int(load(12, Int32.self)))
      let frame = Int(load(16, Int64.self))
      if frame >= 0 { found.frame = frame }
      let denominator = load(32, Int64.self)
      if denominator > 0 { found.sourceTime = Time(load(24, Int64.self), over: denominator) }
      return found
    }
    nonmutating set {
      store(newValue.step.rawValue, 8)
      store(Int32(clamping: newValue.origin.index), 12)
      store(Int64(newValue.frame ?? -1), 16)
      store(newValue.sourceTime?.numerator ?? 0, 24)
      store(newValue.sourceTime?.denominator ?? 0, 32)
      touch()
    }
  }

  private func load<Value: BitwiseCopyable>(_ offset: Int, _ type: Value.Type) -> Value {
    base.load(fromByteOffset: offset, as: type)
  }

  private func store<Value: BitwiseCopyable>(_ value: Value, _ offset: Int) {
    base.storeBytes(of: value, toByteOffset: offset, as: Value.self)
  }
}
