// SPDX-License-Identifier: Apache-2.0

import ReelKit

/// Checks a project, makes its films, and returns the frame in the middle as a PNG picture.
func makeFilms(
  of file: String, by workers: Workers = Workers()
) async throws(ReelError) -> [UInt8] {
  let project = Project(file, workers: workers)

  let check = try await project.check()
  for diagnostic in check.diagnostics { print(diagnostic) }
  guard let film = check.film else { return [] }
  for clip in film.tracks.flatMap(\.clips) {
    print("\(clip.time.lowerBound) s to \(clip.time.upperBound) s: \(clip.name)")
  }

  let result = try await project.build { event in
    if case .progress(let done, let total) = event { print("\(done) of \(total)") }
  }
  for output in result.outputs { print("\(output.file): \(output.bytes) bytes") }

  let middle = film.time(ofFrame: film.frameCount / 2)
  return try await project.frame(at: middle).bytes
}
