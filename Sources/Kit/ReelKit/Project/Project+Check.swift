// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Driver

extension Project {
  /// Everything that is wrong with a project, and its film.
  public struct Check: Sendable {
    /// All errors and warnings, in the order of the text.
    public var diagnostics: [Diagnostic]
    /// The film; nil where there are errors.
    public var film: Film?
  }

  /// Reads the project, its media and its texts, and returns everything that is wrong with it.
  ///
  /// Nothing is rendered. Mistakes of the project are no error of this method.
  public func check() async throws(ReelError) -> Check {
    do throws(ReelError) {
      return try await opened { session in
        let result = await session.compilation(settings.compilation).check()
        let (summary, found) = try Project.product(of: result, in: session)
        let occupied = session.warnings(of: summary)
        return Check(
          diagnostics: found + occupied.map { Diagnostic($0, in: result.sources) },
          film: Film(summary, in: result.sources))
      }
    } catch {
      guard case .wrongProject(let found) = error else { throw error }
      return Check(diagnostics: found, film: nil)
    }
  }
}
