// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import BuildEngine
import Deliveries
import Digests
import DiskAccess
import Glibc
import Planning

/// The files of an output beside its main one, which a build publishes before that.
///
/// A file whose bytes did not change is left as it is. Those of the last build that are no longer needed are removed after
/// the main file is published, unless they were changed since; any other file is never touched.
struct OutputSet {
  private let folder: String
  private let maker: OutputMaker
  private let log: OutputLog
  private let overwrites: Bool
  private let former: [OtherFile]

  /// The files of the output at `path`, made by `maker`, whose builds `log` remembers.
  ///
  /// - Parameter overwrites: Whether files that the project did not make are replaced.
  init(beside path: String, by maker: OutputMaker, _ log: OutputLog, overwrites: Bool) {
    folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    (self.maker, self.log, self.overwrites) = (maker, log, overwrites)
    former = log.others(of: path)
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// The first of `names` that stands there and was not made for the project; nil where there is none.
  func stranger(among names: [String]) -> String? {
    if overwrites { return nil }
    return names.first { name in
      guard let stamp = try? FileStamp(of: path(name)) else {
        var facts = stat()
        return lstat(path(name), &facts) == 0
      }
      if former.contains(where: { $0.name == name && $0.stamp.isUnwritten(since: stamp) }) {
        return false
      }
      return maker.isStranger(path(name), to: log)
    }
  }

  /// Gives the finished `files`, which are in the folder `temporary`, their names.
  func publish(_ files: [DeliveredFile], from temporary: String) throws -> [OtherFile] {
    let isCurrent = files.map { file in
      let (made, path) = ("\(temporary)/\(file.name)", path(file.name))
      guard let stamp = try? FileStamp(of: path), stamp.size == file.bytes else { return false }
      return (try? Disk.haveSameBytes(path, made)) == true
    }
    let new = zip(files, isCurrent).filter { !$0.1 }.map(\.0)
    if let stranger = stranger(among: new.map(\.name)) {
      throw RenderFailure(occupied: stranger)
    }
    let mark = maker.mark(of: path("main"))
    for file in new {
      let made = "\(temporary)/\(file.name)"
      _ = try OutputMaker.put(mark, on: made)
      try Disk.sync(made)
      try Disk.rename(made, to: path(file.name))
    }
    if !new.isEmpty { try Disk.sync(folder.isEmpty ? "/" : folder) }
    var others: [OtherFile] = []
    for file in files {
      others.append(OtherFile(name: file.name, stamp: try FileStamp(of: path(file.name))))
    }
    return others
  }

  /// Removes the files of the last build that are not among `files`, unless they were changed since or are `kept`.
  func removeStale(sparing files: [OtherFile], _ kept: Set<String>) {
    let names = Set(files.map(\.name))
    for old in former where !names.contains(old.name) && !kept.contains(path(old.name)) {
      guard let stamp = try? FileStamp(of: path(old.name)), stamp.isUnwritten(since: old.stamp)
      else { continue }
      // A later build does not try again; a file that cannot be removed is in nobody's way.
      try? Disk.remove(path(old.name))
    }
  }

  /// The pieces, by their places in `sources`, whose files all stand as the last build wrote them from the same; never the
  /// first, as the main file is of it.
  func standing(of sources: [[PictureSource]]) -> [Int] {
    let known = Dictionary(former.map { ($0.name, $0) }) { first, _ in first }
    return sources.indices.dropFirst().filter { index in
      sources[index].allSatisfy { file in
        guard let old = known[file.name], old.source == file.source else { return false }
        return (try? FileStamp(of: path(file.name))) == old.stamp
      }
    }
  }

  /// What the last build left of the files called `names`.
  func former(of names: [String]) -> [OtherFile] {
    let wanted = Set(names)
    return former.filter { wanted.contains($0.name) }
  }
}

/// A file of one picture, and what it is written from.
struct PictureSource {
  var name: String
  /// The key of the piece, and the place in it.
  var source: String
}

extension FilmPlan {
  /// The files of each piece where each picture has its own; none for all else.
  var pictureSources: [[PictureSource]] {
    guard case .pictures(let form) = delivery else { return [] }
    var number = 0
    return segments.map { segment in
      defer { number += segment.frameCount }
      return (0..<segment.frameCount).map {
        PictureSource(name: form.name(number + $0), source: "\(segment.key.hex) \($0)")
      }
    }
  }
}
