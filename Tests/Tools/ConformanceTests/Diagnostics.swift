// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation

/// Parses the output of `--diagnostics json`.
enum Diagnostics {
  private struct Line: Decodable {
    struct Position: Decodable { var line: Int }
    var code: String
    var severity: String
    var start: Position?
  }

  /// The code of the first error, which must have a location in the project.
  static func code(in text: String) throws -> String {
    let errors = text.split(separator: "\n").filter { $0.hasPrefix("{\"code\":") }
      .compactMap { try? JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
      .filter { $0.severity == "error" }
    guard let first = errors.first else {
      throw Command.Failure("it failed without an error: \(text)")
    }
    guard first.start != nil else {
      throw Command.Failure("error '\(first.code)' points nowhere: \(text)")
    }
    return first.code
  }
}
