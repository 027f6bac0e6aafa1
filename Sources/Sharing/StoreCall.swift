// SPDX-License-Identifier: Apache-2.0

public import Actions
public import Basics

/// What `reel` writes to the standard input of `reel-store`, which answers each call once, in any
/// order, but for `.open`, which comes first and has no answer.
public typealias StoreCall = Call<StoreRequest>

/// Something to be done with a shared store.
public enum StoreRequest: Hashable, Sendable, Codable {
  /// The store is at this URL; not an argument of the process, as others could read it there.
  case open(url: String)
  /// Brings a piece into a file.
  case fetch(FetchRequest)
  /// Stores a piece.
  case send(SendRequest)
}

/// Asks for a piece.
public struct FetchRequest: Hashable, Sendable, Codable {
  /// Its key.
  public var key: Fingerprint
  /// Frames, or samples of the sound.
  public var length: Int64
  /// Bytes that such a piece can have; nothing larger is taken.
  public var sizeLimit: Int64
  /// The absolute path of the file to be made; nothing is there.
  public var output: String

  /// Asks for the piece under `key`, into `output`.
  public init(key: Fingerprint, length: Int64, sizeLimit: Int64, output: String) {
    self.key = key
    self.length = length
    self.sizeLimit = sizeLimit
    self.output = output
  }
}

/// Asks for a piece to be stored.
public struct SendRequest: Hashable, Sendable, Codable {
  /// What is to be known of it.
  public var record: PieceRecord
  /// The absolute path of its bytes.
  public var input: String

  /// Asks for the bytes in `input` to be stored with `record`.
  public init(record: PieceRecord, input: String) {
    self.record = record
    self.input = input
  }
}

/// What `reel-store` writes to its standard output.
public typealias StoreAnswer = Answer<StoreReply>

/// What came of a request.
public enum StoreReply: Hashable, Sendable, Codable {
  /// The piece is in the file, and its bytes are those that the record names.
  case fetched(PieceRecord)
  /// The store does not have it.
  case missing
  /// The store has it.
  case sent
  /// Neither; the file, if it was made, is gone again.
  case failed(StoreFailure)
}

/// Why a store was of no use.
public struct StoreFailure: Error, Hashable, Sendable, Codable {
  /// In words, after `the store`; lower case, without a period.
  public var message: String

  /// A failure that is told as `message`.
  public init(_ message: String) { self.message = message }
}
