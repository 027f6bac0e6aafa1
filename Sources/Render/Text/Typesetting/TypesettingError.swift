// SPDX-License-Identifier: Apache-2.0

/// The reason why a text could not be set.
public struct TypesettingError: Error, Hashable, Sendable {
  /// The cause of the failure.
  public enum Kind: Hashable, Sendable {
    /// The font or the text: the project is invalid.
    case text
    /// The text or its picture exceeds a limit.
    case limit
    /// Fontconfig, Pango or Cairo failed, due to the machine.
    case system
  }

  /// The cause of the failure.
  public var kind: Kind
  /// A sentence in lower case, without a period.
  public var message: String
  /// Further information, such as similar family names.
  public var log: [String]

  init(_ kind: Kind, _ message: String, log: [String] = []) {
    self.kind = kind
    self.message = message
    self.log = log
  }
}
