// SPDX-License-Identifier: Apache-2.0

public import Base

/// A shared store's record of a piece: where its bytes are, and which piece they belong to.
///
/// It is an `ActionResult` of the Remote Execution API, as required by servers that validate the contents of
/// `/ac/`: a single output file, and the identity of the piece as the output of the action. A record of another
/// piece or length is rejected.
public struct PieceRecord: Hashable, Sendable, Codable {
  /// The key of the piece.
  public var key: Fingerprint
  /// Number of frames, or of samples for audio.
  public var length: Int64
  /// The digest of its bytes.
  public var digest: Fingerprint
  /// The size in bytes.
  public var size: Int64

  /// The maximum size of a record.
  public static let sizeLimit = 1 << 16
  /// Incremented when the meaning of a key changes.
  private static let version = "reel-piece-1"
  /// Servers require a path, which is not used.
  private static let path = "piece"

  /// A record of the piece under `key`.
  public init(key: Fingerprint, length: Int64, digest: Fingerprint, size: Int64) {
    self.key = key
    self.length = length
    self.digest = digest
    self.size = size
  }

  /// The path of the record of the piece under `key` on the server.
  public static func name(of key: Fingerprint) -> String {
    "ac/" + Fingerprint(of: version + "\n" + key.hex).hex
  }

  /// The path of the bytes on the server.
  public var contentName: String { "cas/" + digest.hex }

  private var line: String { "\(PieceRecord.version) \(key.hex) \(length)\n" }

  // The numbers of the used fields in the messages of build.bazel.remote.execution.v2.
  private enum Field {
    static let resultFiles = 2
    static let resultOutput = 5
    static let filePath = 1
    static let fileDigest = 2
    static let digestHash = 1
    static let digestSize = 2
  }

  /// The record as an `ActionResult`.
  public var bytes: [UInt8] {
    var digest = ProtobufWriter()
    digest.append(Field.digestHash, Array(self.digest.hex.utf8))
    digest.append(Field.digestSize, UInt64(size))
    var file = ProtobufWriter()
    file.append(Field.filePath, Array(PieceRecord.path.utf8))
    file.append(Field.fileDigest, digest.bytes)
    var result = ProtobufWriter()
    result.append(Field.resultFiles, file.bytes)
    result.append(Field.resultOutput, Array(line.utf8))
    return result.bytes
  }

  /// Reads an `ActionResult`; nil if it is no record of a piece or invalid.
  ///
  /// Fields added by a server are skipped.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= PieceRecord.sizeLimit, let result = ProtobufFields(bytes),
      let file = result.onlyBytes(Field.resultFiles).flatMap({ ProtobufFields($0) }),
      let digest = file.onlyBytes(Field.fileDigest).flatMap({ ProtobufFields($0) }),
      let hash = digest.onlyBytes(Field.digestHash),
      let content = Fingerprint(hex: String(decoding: hash, as: UTF8.self)),
      let size = digest.onlyNumber(Field.digestSize).flatMap({ Int64(exactly: $0) }), size > 0,
      let line = result.onlyBytes(Field.resultOutput)
    else { return nil }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count == 3, let key = Fingerprint(hex: String(words[1])),
      let length = Int64(words[2].dropLast()), length > 0
    else { return nil }
    self.init(key: key, length: length, digest: content, size: size)
    guard Array(self.line.utf8) == line else { return nil }
  }
}
