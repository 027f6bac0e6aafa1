// SPDX-License-Identifier: Apache-2.0

/// The families of a set of fonts, as far as it was asked for; fontconfig goes through all fonts for each answer.
final class KnownFamilies {
  private var isInstalled: [String: Bool] = [:]
  /// More names than these are asked for again.
  private static let most = 1000

  /// Returns true if a font is of family `name`, of which `find` asks fontconfig.
  func has(_ name: String, _ find: () -> Bool) -> Bool {
    if let known = isInstalled[name] { return known }
    if isInstalled.count >= KnownFamilies.most { isInstalled = [:] }
    let found = find()
    isInstalled[name] = found
    return found
  }
}
