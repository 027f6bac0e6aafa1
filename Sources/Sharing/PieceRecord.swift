// SPDX-License-Identifier: Apache-2.0

public import Basics
import Digests

/// What a shared store has under the name of a piece: where its bytes are, and whose they are.
///
/// It is an `ActionResult` of the Remote Execution API, as servers that look at what is stored under
/// `/ac/` want one: a single output file, and as the output of the action a line that says of which
/// piece it is. A record of another piece, or of another length, is none of this one.
public struct PieceRecord: Hashable, Sendable, Codable {
  /// The key of the piece.
  public var key: Fingerprint
  /// Frames, or samples of the sound.
  public var length: Int64
  /// The digest of its bytes.
  public var digest: Fingerprint
  /// The number of its bytes.
  public var size: Int64

  /// No record is longer than this.
  public static let sizeLimit = 1 << 16
  /// Raised when the same key stands for something else than before.
  private static let version = "reel-piece-1"
  /// Servers want a path; nobody uses it.
  private static let path = "piece"

  /// A record of the piece under `key`.
  public init(key: Fingerprint, length: Int64, digest: Fingerprint, size: Int64) {
    self.key = key
    self.length = length
    self.digest = digest
    self.size = size
  }

  /// What the record of the piece under `key` is called, as a path on the server.
  public static func name(of key: Fingerprint) -> String {
    "ac/" + Fingerprint(of: version + "\n" + key.hex).hex
  }

  /// What the bytes are called, as a path on the server.
  public var contentName: String { "cas/" + digest.hex }

  private var line: String { "\(PieceRecord.version) \(key.hex) \(length)\n" }

  // The numbers of the fields that are used, of the messages of build.bazel.remote.execution.v2.
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

  /// Reads an `ActionResult`; nil for one that is no record of a piece, and for anything else.
  ///
  /// Fields that a server has added are passed over.
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
