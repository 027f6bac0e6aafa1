// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Shows what goes on between builds: one line that is taken away again on a terminal, plain lines
/// elsewhere.
package final class WatchView: Sendable {
  /// The numbers of watched files and folders; also a line of `--json`.
  package struct Rest: Hashable, Sendable, Encodable {
    package let event = EventKind.watching
    /// Files that the projects name.
    package var files: Int
    /// Folders that patterns look into.
    package var folders: Int
    /// True if all outputs are up to date.
    package var isWell: Bool

    package init(files: Int, folders: Int, isWell: Bool) {
      (self.files, self.folders, self.isWell) = (files, folders, isWell)
    }

    /// As a line for people.
    package var text: String {
      var things = files == 1 ? "1 file" : "\(files) files"
      if folders > 0 { things += folders == 1 ? " and 1 folder" : " and \(folders) folders" }
      let state = isWell ? "" : "nothing is made until this is mended; "
      return "\(state)watching \(things); ctrl-c stops"
    }
  }

  private struct State {
    var progress: ProgressView?
    var hasLine = false
    var last: Rest?
  }

  private let style: ProgressView.Style
  private let terminal: Terminal
  private let state = Mutex(State())

  package init(_ style: ProgressView.Style, terminal: Terminal = .output) {
    self.style = style
    self.terminal = terminal
  }

  /// Shows that a build, which `progress` shows, has begun; nil when it is over.
  package func follow(_ progress: ProgressView?) {
    clear()
    state.withLock { $0.progress = progress }
  }

  /// Removes lines that are redrawn, so that other text can follow.
  package func clear() {
    let progress = state.withLock { state in
      if state.hasLine { terminal.write("\r\u{1B}[K") }
      state.hasLine = false
      return state.progress
    }
    progress?.clear()
  }

  /// Says that changes are waited for; where lines stay, only if `isNews`, or if it is said in other
  /// words than the last time.
  package func rest(_ rest: Rest, isNews: Bool) {
    state.withLock { state in
      defer { state.last = rest }
      switch style {
      case .quiet: break
      case .json:
        if let line = Shown.json(rest) { terminal.writeLine(line) }
      case .plain: if isNews || rest != state.last { terminal.writeLine(rest.text) }
      case .line:
        terminal.write("\r\u{1B}[K" + rest.text.prefix(max(1, terminal.width - 1)))
        state.hasLine = true
      }
    }
  }

  /// Says that `files` have changed, as an event; for people it is the heading of a build.
  package func show(changed files: [String], of project: String) {
    guard style == .json else { return }
    let event = ChangeEvent(project: project, files: files)
    if let line = Shown.json(event) { terminal.writeLine(line) }
  }

  /// Says that it is over, as an interrupt has come.
  package func leave() {
    clear()
    guard let progress = state.withLock({ $0.progress }) else { return }
    progress.end(.interrupted)
    if style != .quiet {
      Terminal.errors.writeLine("interrupted; the next build goes on from here")
    }
  }
}

/// The changed files of a project, as a line of `--json`.
private struct ChangeEvent: Encodable {
  var event = EventKind.changed
  var project: String
  var files: [String]
}
