// SPDX-License-Identifier: Apache-2.0

public import Base

/// A message from `reel` to the standard input of `reel-store`, which answers each call once, in any order.
///
/// The first call is `.open`, which has no answer.
public typealias StoreCall = Call<StoreRequest>

/// A request to a shared store.
public enum StoreRequest: Hashable, Sendable, Codable {
  /// Sets the URL of the store, which is no command line argument because other users could read it there.
  case open(url: String)
  /// Downloads a piece into a file.
  case fetch(FetchRequest)
  /// Uploads a piece.
  case send(SendRequest)
}

/// A request to download a piece.
public struct FetchRequest: Hashable, Sendable, Codable {
  /// The piece's key.
  public var key: Fingerprint
  /// Number of frames, or of samples for audio.
  public var length: Int64
  /// The maximum size of such a piece in bytes; a larger one is rejected.
  public var sizeLimit: Int64
  /// The absolute path of the file to create, which does not exist.
  public var output: String

  /// A request for the piece under `key`, to be written to `output`.
  public init(key: Fingerprint, length: Int64, sizeLimit: Int64, output: String) {
    self.key = key
    self.length = length
    self.sizeLimit = sizeLimit
    self.output = output
  }
}

/// A request to upload a piece.
public struct SendRequest: Hashable, Sendable, Codable {
  /// The piece's record.
  public var record: PieceRecord
  /// The absolute path of its bytes.
  public var input: String

  /// A request to upload the bytes in `input` with `record`.
  public init(record: PieceRecord, input: String) {
    self.record = record
    self.input = input
  }
}

/// A message from `reel-store` on its standard output.
public typealias StoreAnswer = Answer<StoreReply>

/// The result of a request.
public enum StoreReply: Hashable, Sendable, Codable {
  /// The piece is in the file, and its bytes match the record.
  case fetched(PieceRecord)
  /// The store does not have it.
  case missing
  /// The store has it.
  case sent
  /// The request failed; the file, if it was created, has been removed.
  case failed(StoreFailure)
}

/// The reason why a request to the store failed.
public struct StoreFailure: Error, Hashable, Sendable, Codable {
  /// A description that follows `the store`, in lower case, without a period.
  public var message: String

  /// A failure with the description `message`.
  public init(_ message: String) { self.message = message }
}
