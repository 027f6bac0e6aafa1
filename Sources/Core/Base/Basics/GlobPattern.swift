// SPDX-License-Identifier: Apache-2.0

/// Returns true if a path of the project is a glob pattern: it holds `*`, `?` or `[`, other than in
/// a class of that one character (`[[]`), which stands for it.
public func isGlob(_ path: String) -> Bool {
  guard path.utf8.contains(where: { "*?[".utf8.contains($0) }) else { return false }
  return literalPath(path).isPattern
}

/// The path of the file that `text` names, where it is no pattern: classes of one special character become it.
public func literalPath(_ text: String) -> (path: String, isPattern: Bool) {
  var path: [UInt8] = []
  var isPattern = false
  var rest = Array(text.utf8)[...]
  while let byte = rest.popFirst() {
    guard "*?[".utf8.contains(byte) else {
      path.append(byte)
      continue
    }
    if byte == UInt8(ascii: "["), let inner = rest.first, "*?[".utf8.contains(inner),
      rest.dropFirst().first == UInt8(ascii: "]")
    {
      path.append(inner)
      rest = rest.dropFirst(2)
    } else {
      path.append(byte)
      isPattern = true
    }
  }
  return (isPattern ? text : String(decoding: path, as: UTF8.self), isPattern)
}

/// A glob pattern that matches only the file at `path`: its `*`, `?` and `[` are written as
/// classes.
public func literalPattern(_ path: String) -> String {
  guard path.utf8.contains(where: { "*?[".utf8.contains($0) }) else { return path }
  return path.unicodeScalars.map { "*?[".unicodeScalars.contains($0) ? "[\($0)]" : String($0) }
    .joined()
}
