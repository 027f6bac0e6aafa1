// SPDX-License-Identifier: Apache-2.0

public import Basics
import FoundationEssentials

extension CodingUserInfoKey {
  /// Set while a value is written for a key: what does not decide bytes is left out.
  public static let isForKey = CodingUserInfoKey(rawValue: "isForKey")
}

extension Fingerprint {
  /// The fingerprint of `value` in canonical form: JSON with sorted keys, without what does not
  /// decide bytes.
  public init(ofCanonical value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    if let key = CodingUserInfoKey.isForKey { encoder.userInfo[key] = true }
    do {
      self.init(of: [UInt8](try encoder.encode(value)))
    } catch {
      preconditionFailure("a key that cannot be written: \(error)")
    }
  }
}
