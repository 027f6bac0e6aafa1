// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Builder
package import Diagnostics
import Host
package import RenderProtocol
import Timeline

/// A picture of a project that is made beside its outputs; other files are not overwritten.
package struct PictureFile {
  private let name: String
  private let target: String
  private let isForced: Bool
  private let session: ProjectSession
  private let maker: OutputMaker

  /// The picture that the user calls `name`, at the absolute path `target`.
  package init(_ name: String, at target: String, force: Bool, _ session: ProjectSession) {
    (self.name, self.target, isForced, self.session) = (name, target, force, session)
    maker = OutputMaker(project: session.path)
  }

  /// True if there is a file that is no picture of the project.
  private var isOccupied: Bool {
    guard !isForced, let path = try? session.world.destination(target, from: "/") else {
      return false
    }
    return maker.isStranger(path, to: session.folder.outputs)
  }

  /// The problem with the place of the picture; nil where it may be written there.
  package var problem: Diagnostic? {
    do throws(FileProblem) {
      let path = try session.world.destination(target, from: "/")
      guard !session.world.isSource(path) else {
        return .simple("output-file", "'\(name)' is a file the project reads")
      }
    } catch {
      return .simple("output-file", "cannot write '\(name)': \(error.reasonOfWriting)")
    }
    return isOccupied ? .occupied(name) : nil
  }

  /// Has the picture made at the path that `perform` is given, and puts it in its place.
  package func make(
    _ perform: (_ path: String) async throws -> Reply
  ) async throws -> [RenderNote] {
    let path: String
    do throws(FileProblem) { path = try session.world.destination(target, from: "/") } catch {
      throw RenderFailure(
        kind: .disk, message: "cannot write '\(name)': \(error.reasonOfWriting)")
    }
    guard !session.world.isSource(path) else {
      throw RenderFailure(kind: .disk, message: "'\(name)' is a file the project reads")
    }
    let mark = maker.mark(of: path)
    let file = try OutputFile(path: path)
    do {
      guard case .frame(let notes) = try await perform(file.temporary) else {
        throw RenderFailure.wrongAnswer
      }
      let published = try file.publish(mark: mark) {
        !isForced && maker.isStranger(path, to: session.folder.outputs)
      }
      // Where it cannot be remembered, the mark on the file is enough.
      try? session.folder.outputs.record(
        path, stamp: published.stamp, key: Fingerprint(of: "frame"), maker: mark,
        content: published.content, scratch: try session.folder.temporaryPath())
      return notes
    } catch {
      file.discard()
      if error is OutputFile.Occupied { throw RenderFailure(occupied: name) }
      throw error
    }
  }
}
