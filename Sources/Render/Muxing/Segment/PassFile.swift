// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import LibAV
import RenderProtocol

/// The file in which a first pass leaves what it has found, beside the segment that is being made.
struct PassFile {
  let path: String

  init(beside segment: String) { path = segment + ".pass" }

  /// Makes second passes of different segments begin with the same parameter sets, so that they can be joined.
  ///
  /// x264 writes the mean of the quantizers in the file as the one that slices count from. It has no other use of them.
  func settle(_ encoder: String) throws(RenderFailure) {
    guard encoder == "libx264" else { return }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw RenderFailure(
        kind: .disk, message: "what the first pass has found is not there", log: [path])
    }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.hasPrefix("in:")
          ? line.split(separator: " ", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("aq:") ? "aq:26.00" : $0 }.joined(separator: " ")
          : String(line)
      }
    do {
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
    } catch {
      throw RenderFailure(
        kind: .disk, message: "cannot keep what the first pass has found", log: [path])
    }
  }

  /// Removes it, and what encoders leave beside it.
  func remove() { for file in EncoderPass.files(path) { unlink(file) } }
}
