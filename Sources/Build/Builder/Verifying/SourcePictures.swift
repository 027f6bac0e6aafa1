// SPDX-License-Identifier: Apache-2.0

import Host
import RenderProtocol

/// A copy of the frame of `program`; nil where it cannot be rendered, which builds report.
func rendered(
  _ program: RenderProgram, _ width: Int, by pool: WorkerPool
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
