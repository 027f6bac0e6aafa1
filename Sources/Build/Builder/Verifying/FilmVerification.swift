// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
package import Catalog
package import Driver
package import Host
import RenderProtocol

/// Verifies films of a project, one after the other.
package struct FilmVerification {
  private let expectations: FilmExpectations
  private let pool: WorkerPool
  /// Files of outputs that cannot be verified, and why; they are neither right nor wrong.
  package private(set) var passedOver: [String] = []

  /// Verifies films beside `expectations` with workers of `pool`.
  package init(_ expectations: FilmExpectations, pool: WorkerPool) {
    (self.expectations, self.pool) = (expectations, pool)
  }

  /// Lays each film beside its output, and hands the report of each to `show`.
  ///
  /// - Parameters:
  ///   - film: The absolute path of a film, and what it is called, that is laid beside the only output that there is, or that
  ///     has this path; nil for the films of all outputs at their own places.
  ///   - showsClips: True if a proof sheet is wanted.
  package mutating func run(
    film: (path: String, name: String)?, showingClips showsClips: Bool,
    _ show: (FilmReport) -> Void
  ) async throws -> [FilmReport] {
    var wanted = expectations.outputs
    if let film, wanted.count > 1 {
      wanted = wanted.filter { $0.path == film.path || $0.mayHave(film.path) }
    }
    var reports: [FilmReport] = []
    for expected in wanted {
      let name = film?.name ?? expected.shownPath
      if case .other(let what) = expected.kind {
        passedOver.append(
          "\(name) (output '\(expected.name)'): \(what) is not verified; films and files of sound are"
        )
        continue
      }
      if film == nil, expected.hasMarks {
        passedOver.append(
          "\(name) (output '\(expected.name)'): it may have several names; say which film is meant with --film"
        )
        continue
      }
      let verifier = FilmVerifier(
        expected, path: film?.path ?? expected.path, file: name, pool: pool)
      let report = try await verifier.report(showingClips: showsClips)
      show(report)
      reports.append(report)
    }
    return reports
  }

  /// The check of the file at the absolute `path`, called `name`, against the players of `profile`.
  package static func report(
    of path: String, called name: String, for profile: PlayerProfile, by pool: WorkerPool
  ) async throws -> ProfileReport {
    let exam = try await FilmExam.of(path, by: pool)
    return ProfileReport(
      file: name, profile: profile, verdicts: profile.rules.verdicts(of: FilmFeatures(exam)))
  }
}

extension ExpectedOutput {
  /// True if its name has placeholders for numbers or the day.
  fileprivate var hasMarks: Bool { path.contains("{n}") || path.contains("{date}") }

  /// Returns true if the file at `path` may be one of its files.
  fileprivate func mayHave(_ path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    guard hasMarks, self.path.hasPrefix(folder),
      !self.path.dropFirst(folder.count).contains("/"), let name = MarkedName(path: self.path)
    else { return false }
    return name.number(in: path.dropFirst(folder.count)) != nil
  }
}

extension ProofSheet {
  /// Why a sheet is not written.
  package enum Obstacle: Error {
    /// There is another file.
    case occupied
    /// The system refuses.
    case system(String)

    /// The description of the obstacle.
    package var words: String {
      switch self {
      case .occupied: "there is a file that is no proof sheet; --force overwrites it"
      case .system(let reason): reason
      }
    }
  }

  /// Writes the page to the file at the absolute `path`, in place of an earlier one, or of any file where `overwrites`.
  package func write(to path: String, overwrites: Bool) throws(Obstacle) {
    do {
      if !overwrites, Disk.hasEntry(path) {
        // An earlier sheet begins as this one does.
        let head = try? Disk.head(of: path, count: ProofSheet.beginning.utf8.count)
        guard let head, head.starts(with: ProofSheet.beginning.utf8) else {
          throw Obstacle.occupied
        }
      }
      let file = try OutputFile(path: path)
      do {
        // The name is held by an empty file.
        try? Disk.remove(file.temporary)
        try Disk.create(file.temporary, holding: Array(html.utf8), isDurable: false)
        _ = try file.publish { false }
      } catch {
        file.discard()
        throw error
      }
    } catch let obstacle as Obstacle { throw obstacle } catch {
      throw .system(RenderFailure(error).message)
    }
  }
}
