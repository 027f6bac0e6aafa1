// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Something on the disk that decides what a build makes.
package struct Input: Hashable, Sendable {
  /// The role of an input in the project.
  package enum Kind: String, Hashable, Sendable, Codable {
    /// A project file.
    case project
    /// A table whose rows are read.
    case data
    /// Footage, a sound, an image.
    case media
    /// A font, named or found by the system.
    case font
    /// A folder that a pattern looks into: a new file in it may be one of the project's.
    case folder
  }

  /// The absolute path as the project writes it, links left in: a link may lead elsewhere tomorrow.
  package var path: String
  /// The kind of input.
  package var kind: Kind
}

/// The questions of a compilation to the disk, in the order in which it first asked.
package final class InputLog: Sendable {
  /// A question about the disk; its answer may be that nothing is there.
  package enum Question: Hashable, Sendable {
    /// The entry at an absolute path, as it is written.
    case what(String)
    /// The names in a folder.
    case names(in: String)
  }

  private struct State {
    var inputs: [Input] = []
    var missing: [Input] = []
    /// The indices of the names of each file, by its path with links resolved.
    var names: [String: [Int]] = [:]
    var paths: Set<String> = []
  }

  private let state = Mutex(State())
  private let hear: (@Sendable (Question) -> Void)?

  /// An empty log; `hear` is called with every question before it is asked.
  package init(hear: (@Sendable (Question) -> Void)? = nil) { self.hear = hear }

  /// Notes that what comes now depends on the answer to `question`, whatever it is.
  func ask(_ question: Question) { hear?(question) }

  /// Everything so far, each name once.
  package var inputs: [Input] { state.withLock { $0.inputs } }

  /// The files, and patterns of files, that are named and not there, each once.
  package var missing: [Input] { state.withLock { $0.missing } }

  /// Notes that the file at the absolute `path`, or any that fits it, would be read, and is not there.
  func addMissing(_ path: String, _ kind: Input.Kind) {
    let input = Input(path: path, kind: kind)
    state.withLock { if !$0.missing.contains(input) { $0.missing.append(input) } }
  }

  /// Notes that the file named by the absolute `path`, with links resolved `real`, is read.
  func add(_ path: String, _ real: String, _ kind: Input.Kind) {
    state.withLock { state in
      guard state.paths.insert(path).inserted else { return }
      state.names[real, default: []].append(state.inputs.count)
      state.inputs.append(Input(path: path, kind: kind))
    }
  }

  /// Notes that the file at `real`, links resolved, is read as a font, under whatever names.
  func addFont(_ real: String) {
    ask(.what(real))
    let names = state.withLock { state in
      let names = state.names[real] ?? []
      for index in names { state.inputs[index].kind = .font }
      return names
    }
    if names.isEmpty { add(real, real, .font) }
  }

  /// Notes that a new file in the folder at `path` could be one of the project's.
  func addFolder(_ path: String) {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    ask(.names(in: path))
    state.withLock {
      guard $0.paths.insert(path).inserted else { return }
      $0.inputs.append(Input(path: path, kind: .folder))
    }
  }

  /// Returns true if the file at `real`, links resolved, was read.
  func contains(_ real: String) -> Bool { state.withLock { $0.names[real] != nil } }
}
