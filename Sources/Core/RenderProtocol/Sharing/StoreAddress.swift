// SPDX-License-Identifier: Apache-2.0

/// The address of a shared store: an http or https URL, perhaps with a name and a password, which are never shown.
public struct StoreAddress: Hashable, Sendable {
  /// The URL for requests, without a trailing slash.
  public let url: String
  /// The URL without name and password, for display.
  public let shown: String

  /// The address in `text`; nil unless it is the URL of a folder on a server.
  public init?(_ text: String) {
    guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      !text.contains(where: { "\"<>\\^`{|}?#".contains($0) })
    else { return nil }
    let lower = text.lowercased()
    guard let scheme = ["http://", "https://"].first(where: { lower.hasPrefix($0) }) else {
      return nil
    }
    var rest = text.dropFirst(scheme.count)
    while rest.hasSuffix("/") { rest.removeLast() }
    let authority = rest.prefix { $0 != "/" }
    let path = rest[authority.endIndex...]
    let user = authority.lastIndex(of: "@").map { authority[...$0] } ?? ""
    let host = authority.dropFirst(user.count)
    guard !host.isEmpty, host.first != ":", !path.contains("@"),
      !path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        .contains(where: { ["", ".", ".."].contains($0) })
    else { return nil }
    url = scheme + rest
    shown = scheme + host + path
  }
}
