// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Compiler
import DiskAccess
import Facilities
import Workers

/// Small copies of what the project shows on frames of an output, composed anew from its sources.
///
/// Programs that are the same are rendered once. It is what decides whether black or still pictures of a film are asked for:
/// whatever the reason, the project's own picture there is black or still, too.
struct PlanPictures {
  private var expected: ExpectedOutput
  private let pool: WorkerPool
  private var programs: [Int: PictureProgram] = [:]
  private var known: [PictureProgram: ProofPicture] = [:]

  init(_ expected: ExpectedOutput, _ pool: WorkerPool) {
    (self.expected, self.pool) = (expected, pool)
  }

  /// Whether the project says the same for all of `frames`, so that nothing has to be rendered to know that it stands still.
  mutating func isSaidOnce(_ frames: [Int]) -> Bool {
    guard let first = frames.first else { return true }
    let program = program(first)
    return frames.dropFirst().allSatisfy { self.program($0) == program }
  }

  /// The pictures of `frames`, in their order; nil where one cannot be rendered.
  ///
  /// - Parameter width: That of pictures to look at; nil for none.
  mutating func pictures(_ frames: [Int], width: Int? = nil) async throws -> [ProofPicture?] {
    var wanted: [PictureProgram] = []
    for frame in frames {
      let program = program(frame)
      if known[program] == nil || width != nil && known[program]?.jpeg == nil {
        if !wanted.contains(program) { wanted.append(program) }
      }
    }
    let pool = pool
    for start in stride(from: 0, to: wanted.count, by: 16) {
      let batch = wanted[start..<min(start + 16, wanted.count)]
      let found = try await withThrowingTaskGroup(of: (PictureProgram, ProofPicture?).self) {
        group in
        for program in batch {
          group.addTask { (program, try await rendered(program, width, by: pool)) }
        }
        var found: [(PictureProgram, ProofPicture?)] = []
        for try await picture in group { found.append(picture) }
        return found
      }
      for (program, picture) in found { known[program] = picture }
    }
    return frames.map { frame in
      var picture = known[program(frame)]
      picture?.frame = frame
      return picture
    }
  }

  private mutating func program(_ frame: Int) -> PictureProgram {
    if let program = programs[frame] { return program }
    let program = expected.program(ofFrame: frame)
    programs[frame] = program
    return program
  }
}

/// A copy of the frame of `program`; nil where it cannot be rendered, which builds report.
func rendered(
  _ program: PictureProgram, _ width: Int?, by pool: WorkerPool
) async throws -> ProofPicture? {
  do {
    let request = ProofRequest(program: program, frame: 0, width: width)
    guard case .proof(let picture) = try await pool.perform(.proof(request)) else {
      throw RenderFailure.wrongAnswer
    }
    return picture
  } catch let failure as RenderFailure {
    if failure.kind.isOfTheProject { return nil }
    throw failure
  }
}
