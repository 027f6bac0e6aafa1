// SPDX-License-Identifier: Apache-2.0

package import Base
import BuildSystem
import Dispatch
import Glibc
import Synchronization

/// Reports which projects must be compiled again, once their files have stopped changing.
///
/// Folders are watched, not files: editors replace a file by a new one, and for a missing file only its folder can be
/// watched. A compilation adds each watch just before it reads the file, so that no change between the two is missed.
package final class FolderWatch: Sendable {
  /// Something that changed.
  package struct Change: Hashable, Sendable {
    /// Its absolute path; nil when it is unknown.
    package var path: String?
    /// True if a project names it, or a folder it is in; else it is new in a folder that a pattern
    /// looks into.
    package var isNamed: Bool
    /// The projects it matters to.
    package var projects: Set<Int>
  }

  /// After so long without a further change, what changed is taken to be finished.
  static let quiet = Duration.milliseconds(200)
  /// The time after which finished changes are reported, even if other files still change.
  static let patience = Duration.milliseconds(2000)
  /// The time for which a missing file may return: some editors remove the old file first.
  static let absence = Duration.milliseconds(1000)

  /// A folder, and who asked for what in it: projects with the number of the round they asked in.
  private struct Folder {
    var path: String
    var bits: Int32
    var names: [String: [Int: Int]] = [:]
    var everything: [Int: Int] = [:]

    var projects: Set<Int> {
      names.values.reduce(into: Set(everything.keys)) { $0.formUnion($1.keys) }
    }
  }

  private struct State {
    var folders: [Int32: Folder] = [:]
    /// The last round of each project: the compilation that asks, or asked last.
    var rounds: [Int: Int] = [:]
    /// The numbers of the folders that were watched in the last round of each project, by path.
    var numbers: [Int: [String: Int32]] = [:]
    /// The files that each project writes.
    var outputs: [Int: Set<String>] = [:]
    var failure: SystemFailure?
    var blind: Set<String> = []
  }

  private let inotify: Inotify
  private let state = Mutex(State())

  /// Watches nothing yet; `hear` is called with changes, on a thread of its own, until `stop`.
  package init(_ hear: @escaping @Sendable ([Change]) -> Void) throws(SystemFailure) {
    inotify = try Inotify()
    // It waits for hours: that is no use of the threads that others share.
    DispatchQueue(label: "watch").async { [self] in run(hear) }
  }

  /// Ends the watch.
  package func stop() { inotify.ring() }

  // MARK: - What is watched

  /// Begins a round of questions for `project`; the closure returned must be called with each question before it is
  /// asked.
  package func ask(for project: Int) -> @Sendable (InputLog.Question) -> Void {
    let round = state.withLock { state in
      state.rounds[project, default: 0] += 1
      state.numbers[project] = [:]
      return state.rounds[project, default: 0]
    }
    let looks = Mutex(
      Looks(
        watch: { [self] name in
          watch(name.folder, project, isWhole: name.isEnd) {
            $0.names[name.name, default: [:]][project] = round
          }
        },
        watchAll: { [self] path in
          watch(path, project, isWhole: true) { $0.everything[project] = round }
        }))
    return { question in looks.withLock { $0.add(question) } }
  }

  /// Ends a round of `project`, which writes `outputs`.
  ///
  /// Entries of only earlier rounds are watched no more. Throws if a watch fails for want of room;
  /// gives the folders that cannot be watched for other reasons.
  package func settle(_ project: Int, outputs: Set<String>?) throws(SystemFailure) -> [String] {
    let (failure, blind) = state.withLock { state in
      let round = state.rounds[project, default: 0]
      if let outputs { state.outputs[project] = outputs }
      for (number, var folder) in state.folders {
        if folder.everything[project] != round { folder.everything[project] = nil }
        for (name, askers) in folder.names where askers[project].map({ $0 != round }) ?? false {
          folder.names[name]?[project] = nil
          if folder.names[name]?.isEmpty ?? false { folder.names[name] = nil }
        }
        let isNeeded = !folder.names.isEmpty || !folder.everything.isEmpty
        state.folders[number] = isNeeded ? folder : nil
        if !isNeeded { inotify.remove(number) }
      }
      defer { state.failure = nil }
      return (state.failure, state.blind)
    }
    if let failure { throw failure }
    return blind.sorted()
  }

  /// Watches the folder at `path` and changes who asked for what in it.
  private func watch(
    _ path: String, _ project: Int, isWhole: Bool, _ note: (inout Folder) -> Void
  ) {
    var bits = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
    if isWhole { bits |= IN_CLOSE_WRITE | IN_ATTRIB }
    state.withLock { state in
      var number = state.numbers[project]?[path]
      let known = number.flatMap { state.folders[$0]?.bits }
      if known.map({ $0 & bits != bits }) ?? true {
        do throws(SystemFailure) {
          number = try inotify.add(path, bits)
        } catch {
          switch error.code {
          // It was removed since it was examined: the watch on its own folder reports that.
          case ENOENT, ENOTDIR: break
          case ENOSPC, ENOMEM: state.failure = error
          // On the way to a file it is enough that the other folders are watched.
          default: if isWhole { state.blind.insert(path) }
          }
          return
        }
      }
      guard let number else { return }
      state.numbers[project]?[path] = number
      var folder = state.folders[number] ?? Folder(path: path, bits: 0)
      folder.path = path
      folder.bits |= bits
      note(&folder)
      state.folders[number] = folder
    }
  }

  // MARK: - What happens

  /// Something that changed, and how it looked then.
  private struct Pending {
    var change: Change
    var stamp: FileStamp?
    var since: ContinuousClock.Instant
    var last: ContinuousClock.Instant
  }

  private func run(_ hear: ([Change]) -> Void) {
    var pending: [String: Pending] = [:]
    var due: ContinuousClock.Instant?
    var first: ContinuousClock.Instant?
    while let events = inotify.wait(due.map { ContinuousClock.now.duration(to: $0) }) {
      let now = ContinuousClock.now
      for event in events {
        guard let change = change(event) else { continue }
        let path = change.path ?? ""
        var entry = pending[path] ?? Pending(change: change, since: now, last: now)
        entry.change.projects.formUnion(change.projects)
        entry.change.isNamed = entry.change.isNamed || change.isNamed
        entry.stamp = try? FileStamp(of: path)
        entry.last = now
        pending[path] = entry
        // A file that is written without a pause does not hold back the others.
        let start = first ?? now
        if due == nil || now < start + FolderWatch.patience { due = now + FolderWatch.quiet }
        first = start
      }
      guard let time = due, now >= time else { continue }
      let restless = FolderWatch.restless(&pending, now)
      let finished = pending.filter { restless[$0.key] == nil }
      let isLate = finished.values.contains { now >= $0.since + FolderWatch.patience }
      guard restless.isEmpty || isLate else {
        due = now + FolderWatch.quiet
        continue
      }
      due = restless.isEmpty ? nil : now + FolderWatch.quiet
      first = restless.isEmpty ? nil : now
      // A file that no project names, and that is gone again, was another program's temporary file.
      let changes = finished.sorted { $0.key < $1.key }.map(\.value).filter {
        $0.change.isNamed || $0.change.path == nil || $0.stamp != nil
      }
      pending = restless
      if !changes.isEmpty { hear(changes.map(\.change)) }
    }
  }

  /// The unsettled entries: they look different than last time, or may be about to come back.
  private static func restless(
    _ pending: inout [String: Pending], _ now: ContinuousClock.Instant
  ) -> [String: Pending] {
    var restless: [String: Pending] = [:]
    for (path, entry) in pending where entry.change.path != nil {
      let stamp = try? FileStamp(of: path)
      let isAway = stamp == nil && entry.change.isNamed && now < entry.since + absence
      pending[path]?.stamp = stamp
      if stamp != entry.stamp || isAway || now < entry.last + quiet {
        restless[path] = pending[path]
      }
    }
    return restless
  }

  /// The change that `event` means to projects; nil for none.
  private func change(_ event: Inotify.Event) -> Change? {
    state.withLock { state in
      if event.has(IN_Q_OVERFLOW) {
        return Change(path: nil, isNamed: false, projects: Set(state.rounds.keys))
      }
      guard let folder = state.folders[event.folder] else { return nil }
      if event.name.isEmpty {
        let change = Change(path: folder.path, isNamed: true, projects: folder.projects)
        if event.has(IN_IGNORED) { state.folders[event.folder] = nil }
        return change.projects.isEmpty ? nil : change
      }
      let path = Looks.join(folder.path, event.name)
      if event.has(IN_CREATE), !event.has(IN_ISDIR), FolderWatch.isBegun(path) { return nil }
      let named = folder.names[event.name].map { Set($0.keys) } ?? []
      var others: Set<Int> = []
      // Patterns match no hidden names.
      if !event.name.hasPrefix(".") {
        others = Set(folder.everything.keys.filter { !FolderWatch.writes(state.outputs[$0], path) })
      }
      let projects = named.union(others)
      return projects.isEmpty
        ? nil : Change(path: path, isNamed: !named.isEmpty, projects: projects)
    }
  }

  /// Returns true if the new file at `path` has just been opened to be written, so that its closing
  /// is still to come; links and files that were linked into place come whole.
  private static func isBegun(_ path: String) -> Bool {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return false }
    return facts.st_mode & S_IFMT == S_IFREG && facts.st_nlink == 1 && facts.st_size == 0
  }

  /// Returns true if one of `outputs` is at `path` or below.
  private static func writes(_ outputs: Set<String>?, _ path: String) -> Bool {
    outputs?.contains { PathPolicy.isInside($0, path) } ?? false
  }
}
