// SPDX-License-Identifier: Apache-2.0

import Crypto

/// Computes the SHA-256 fingerprint of bytes that arrive piece by piece.
public struct Digester: Sendable {
  private var state = SHA256()

  /// A digester that has seen nothing yet.
  public init() {}

  /// Takes in the next bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    state.update(bufferPointer: bytes)
  }

  /// Takes in the next bytes.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { state.update(bufferPointer: $0) }
  }

  /// Takes in the UTF-8 of `text`.
  public mutating func update(_ text: String) {
    update(Array(text.utf8))
  }

  /// The fingerprint of everything seen so far.
  public func fingerprint() -> Fingerprint {
    Fingerprint(bytes: Array(state.finalize()))
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
