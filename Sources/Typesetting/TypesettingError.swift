// SPDX-License-Identifier: Apache-2.0

/// Why a text could not be set.
public struct TypesettingError: Error, Hashable, Sendable {
  /// Who is at fault.
  public enum Kind: Hashable, Sendable {
    /// The font or the text: the project is wrong.
    case text
    /// The text or its picture is larger than allowed.
    case limit
    /// Fontconfig, Pango or Cairo failed: the machine is at fault.
    case system
  }

  /// Who is at fault.
  public var kind: Kind
  /// One sentence, lower case, without a period.
  public var message: String
  /// What helps to understand it, such as the nearest family names.
  public var log: [String]

  init(_ kind: Kind, _ message: String, log: [String] = []) {
    self.kind = kind
    self.message = message
    self.log = log
  }
}
