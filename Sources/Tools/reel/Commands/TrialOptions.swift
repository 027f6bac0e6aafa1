// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Driver

/// The films that are made to be looked at, in files of their own, in the place of whole ones.
struct TrialOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "This stretch of each film, in a file of its own: `10s..20s` is film.10s-20s.mp4.",
      valueName: "range"))
  var range: String?

  @Flag(help: "Quick films, at half their size and in files of their own: film.draft.mp4.")
  var draft = false

  /// Asks for them with `settings`.
  func apply(to settings: inout CompilationOptions) {
    (settings.range, settings.isDraft) = (range, draft)
  }

  /// Returns true if the file at `path` is called as a draft is, and as none of the films at
  /// `films`, without being asked for as one.
  func mistakes(_ path: String, for films: [String]) -> Bool {
    let words = path.split(separator: "/").last?.split(separator: ".").dropFirst() ?? []
    return !draft && words.contains("draft") && !films.contains(path)
  }
}
