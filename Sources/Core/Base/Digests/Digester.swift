// SPDX-License-Identifier: Apache-2.0

import CNettle

/// Computes the SHA-256 fingerprint of bytes that arrive piece by piece.
public struct Digester: Sendable {
  private var state = sha256_ctx()

  /// A digester that has seen nothing yet.
  public init() { nettle_sha256_init(&state) }

  /// Takes in the next bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    nettle_sha256_update(&state, bytes.count, start.assumingMemoryBound(to: UInt8.self))
  }

  /// Takes in the next bytes.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Takes in the UTF-8 of `text`.
  public mutating func update(_ text: String) {
    update(Array(text.utf8))
  }

  /// The fingerprint of everything seen so far.
  public func fingerprint() -> Fingerprint {
    var state = state
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_SIZE)) { digest, count in
      reel_sha256_digest(&state, digest.baseAddress)
      count = digest.count
    }
    return Fingerprint(bytes: bytes)
  }
}

extension Fingerprint {
  /// The fingerprint of `bytes`.
  public init(of bytes: [UInt8]) {
    var digester = Digester()
    digester.update(bytes)
    self = digester.fingerprint()
  }

  /// The fingerprint of the UTF-8 of `text`.
  public init(of text: String) {
    self.init(of: Array(text.utf8))
  }
}
