// SPDX-License-Identifier: Apache-2.0

import Base
package import BuildSystem
package import Planning
import RenderProtocol

extension SourceWatch {
  /// Throws if one of `files` is not, or has not been all the time, what its digest says.
  ///
  /// To be asked after a program was performed, and before what came of it gets its key.
  func verify(_ files: [ProgramFile]) throws(RenderFailure) {
    for read in files where !stands(read.file.path, as: read.file.digest) {
      throw RenderFailure(
        kind: .disk, message: "'\(read.file.path)' was changed during the build; build again",
        origin: read.origin)
    }
  }

  /// Returns the result of `perform` if `files` are unchanged; if a file was changed meanwhile, a
  /// failure to read it is reported as that change.
  package func reading<Made>(
    _ files: [ProgramFile], _ perform: () async throws -> Made
  ) async throws -> Made {
    let made: Made
    do { made = try await perform() } catch let failure as RenderFailure {
      try verify(files)
      throw failure
    }
    try verify(files)
    return made
  }
}
