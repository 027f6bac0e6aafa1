// SPDX-License-Identifier: Apache-2.0

extension KeyEffect {
  private static func between(_ keys: String, _ first: String, _ second: String) -> KeyEffect {
    KeyEffect(
      "tracks: {main: {@clips: [\((1...4).map { "{clip: wide.mp4, range: \($0)s..+3s}" }.joined(separator: ", "))]}}",
      first.isEmpty && keys.isEmpty ? "" : "between: {\(keys)\(first)}, ",
      "between: {\(keys)\(second)}, ")
  }

  /// Transitions between all neighbours.
  static let between: [String: KeyEffect] = [
    "track.between": between("", "", "transition: dissolve"),
    "between.transition": between("", "transition: dissolve", "transition: [dissolve, wipe-left]"),
    "between.random": between("", "transition: dissolve", "random: [wipe-left, slide-up]"),
    "between.seed": between("random: all, ", "seed: 1", "seed: 2"),
    "between.with": between("transition: pinwheel", "", ", with: {speed: 3}"),
    "between.duration": between("transition: dissolve", "", ", duration: 500ms"),
    "between.length": between("transition: dissolve", "", ", length: handles"),
    "between.audio": between("transition: dissolve", "", ", audio: {offset: -200ms}"),
    "between.easing": between("transition: dissolve", "", ", easing: ease-in"),
    "between.reverse": between("transition: heart", "", ", reverse: true"),
  ]
}
