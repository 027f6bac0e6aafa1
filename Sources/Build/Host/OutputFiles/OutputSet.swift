// SPDX-License-Identifier: Apache-2.0

package import Base
package import BuildSystem
import Glibc
package import RenderProtocol

/// The files of an output beside its main one, which a build publishes before that.
///
/// A file whose bytes did not change is left as it is. Those of the last build that are no longer needed are removed after
/// the main file is published, unless they were changed since; any other file is never touched.
package struct OutputSet: Sendable {
  /// The path that the files are recorded under.
  package let family: String
  private let folder: String
  /// The folder as messages show it, with a slash at its end; empty for none.
  private let shownFolder: String
  private let maker: OutputMaker
  private let log: OutputLog
  private let overwrites: Bool
  /// The files of the last build by name; of one that died, perhaps several as which a file may stand.
  private let former: [String: [OtherFile]]

  /// The number of files between two checks whether the build was cancelled.
  private static let batch = 64

  /// The files beside that at the absolute `path`, made by `maker`, whose builds `log` remembers.
  ///
  /// - Parameters:
  ///   - shown: The path as messages show it.
  ///   - family: The path that they are recorded under.
  ///   - overwrites: True if files that the project did not make are replaced.
  package init(
    beside path: String, shown: String, family: String, by maker: OutputMaker, _ log: OutputLog,
    overwrites: Bool
  ) {
    self.family = family
    shownFolder = shown.lastIndex(of: "/").map { String(shown[...$0]) } ?? ""
    folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    (self.maker, self.log, self.overwrites) = (maker, log, overwrites)
    former = Dictionary(grouping: log.others(of: family), by: \.name)
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Returns true if the last build left the file `name` with `stamp`, or was about to write it so.
  private func isFormer(_ name: String, _ stamp: FileStamp) -> Bool {
    former[name]?.contains { $0.isForeign != true && $0.stamp.isUnwritten(since: stamp) } ?? false
  }

  /// The file `name` as messages show it.
  package func shown(_ name: String) -> String { shownFolder + name }

  /// Returns true if a build of the project has made the file `name`, regardless of later changes.
  package func isOwn(_ name: String) -> Bool {
    former[name]?.contains { $0.isForeign != true } ?? false || maker.made(path(name), as: log)
  }

  /// The first of `names` that exists and was not made for the project; nil if none does.
  package func stranger(among names: [String]) -> String? {
    if overwrites { return nil }
    return names.first { name in
      guard let stamp = Disk.plainFile(path(name)) else { return Disk.hasEntry(path(name)) }
      return !isFormer(name, stamp) && maker.isStranger(path(name), to: log)
    }
  }

  /// Gives the finished `files`, which are in the folder `temporary`, their names.
  ///
  /// Those that are to be written are recorded before, with those of the last build: wherever this ends, a later build
  /// knows them.
  ///
  /// - Parameter scratch: Gives paths for unfinished records.
  package func publish(
    _ files: [DeliveredFile], from temporary: String, scratch: () throws -> String
  ) async throws -> [OtherFile] {
    let standing = try await batches(of: files) { file -> OtherFile? in
      let place = path(file.name)
      guard let stamp = Disk.plainFile(place), stamp.size == file.bytes,
        (try? Disk.haveSameBytes(place, "\(temporary)/\(file.name)")) == true
      else { return nil }
      var other = OtherFile(name: file.name, stamp: stamp)
      if !overwrites, !isFormer(file.name, stamp), maker.isStranger(place, to: log) {
        other.isForeign = true
      }
      return other
    }
    let new = zip(files, standing).filter { $0.1 == nil }.map(\.0)
    if let stranger = stranger(among: new.map(\.name)) {
      throw RenderFailure(occupied: shown(stranger))
    }
    let mark = maker.mark(of: path("main"))
    let written = try await batches(of: new) { file in
      let made = "\(temporary)/\(file.name)"
      _ = try OutputMaker.put(mark, on: made)
      try Disk.sync(made)
      return OtherFile(name: file.name, stamp: try FileStamp(of: made))
    }
    try log.record(family, others: union(written), scratch: try scratch())
    _ = try await batches(of: new) { file in
      try Disk.rename("\(temporary)/\(file.name)", to: path(file.name))
    }
    let folder = folder
    if !new.isEmpty {
      try await BlockingWork.perform { try Disk.sync(folder.isEmpty ? "/" : folder) }
    }
    return try await batches(of: Array(zip(files, standing))) { file, standing in
      if let standing { return standing }
      return OtherFile(name: file.name, stamp: try FileStamp(of: path(file.name)))
    }
  }

  /// The files of the last build, in the order of their names, and `new` ones.
  private func union(_ new: [OtherFile]) -> [OtherFile] {
    former.keys.sorted().flatMap { former[$0] ?? [] } + new
  }

  /// The results of `work` for `items`, on a thread that may wait for the disk.
  private func batches<Item: Sendable, Result: Sendable>(
    of items: [Item], isCancellable: Bool = true,
    _ work: @escaping @Sendable (Item) throws -> Result
  ) async throws -> [Result] {
    var results: [Result] = []
    var rest = items[...]
    while !rest.isEmpty {
      if isCancellable { try Task.checkCancellation() }
      let batch = Array(rest.prefix(Self.batch))
      rest = rest.dropFirst(batch.count)
      results += try await BlockingWork.perform { try batch.map(work) }
    }
    return results
  }

  /// Returns true if `files` beside a main file with `stamp` are others than those of the last
  /// build, or some of them have been written anew.
  package func isChanged(to files: [OtherFile], beside stamp: FileStamp) -> Bool {
    let now = Set(files.map(\.stamp) + [stamp])
    let before = Set(former.keys.sorted().flatMap { former[$0] ?? [] }.map(\.stamp) + [stamp])
    return now != before
  }

  /// Removes the files of the last build that are not among `files`, unless they were changed since or are `kept`.
  ///
  /// The main file is published by then, so that this is done even where the build was cancelled.
  package func removeStale(sparing files: [OtherFile], _ kept: Set<String>) async {
    let names = Set(files.map(\.name))
    let stale = former.keys.sorted().filter { !names.contains($0) && !kept.contains(path($0)) }
    _ = try? await batches(of: stale, isCancellable: false) { name in
      guard let stamp = Disk.plainFile(path(name)), isFormer(name, stamp) else { return }
      // A file that cannot be removed does no harm, and later builds do not try again.
      try? Disk.remove(path(name))
    }
  }

  /// The pieces, by their places in `sources`, whose files all stand as the last build wrote them from the same; never the
  /// first, as the main file is of it.
  package func standing(of sources: [[ImageSequenceFile]]) -> [Int] {
    sources.indices.dropFirst().filter { index in
      sources[index].allSatisfy { standing($0.name)?.source == $0.source }
    }
  }

  /// The unchanged files among `names` that the last build left.
  package func former(of names: [String]) -> [OtherFile] { names.compactMap { standing($0) } }

  private func standing(_ name: String) -> OtherFile? {
    guard let known = former[name], let stamp = Disk.plainFile(path(name)) else { return nil }
    return known.first { $0.stamp == stamp }
  }
}

/// A file of one picture, and what it is written from.
package struct ImageSequenceFile {
  /// The name of the file.
  package var name: String
  /// The key of the piece, and the place in it.
  package var source: String

  /// The file `name`, written from `source`.
  package init(name: String, source: String) { (self.name, self.source) = (name, source) }
}

extension RenderFailure {
  /// A file that no build of the project made has appeared as `name` since the build began.
  package init(occupied name: String) {
    self.init(
      kind: .disk,
      message: "'\(name)' was written by another program during the build, and is left as it is")
  }
}
