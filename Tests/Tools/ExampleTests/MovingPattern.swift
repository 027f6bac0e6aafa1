// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation

extension FFmpeg {
  /// Makes a film of 20 s of a test pattern without loss, of `size` such as `96x64` and with ten pictures a second, unless
  /// it is at `path` already.
  func makeMovingPattern(_ size: String, at path: String) async throws {
    if FileManager.default.fileExists(atPath: path) { return }
    _ = try await ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(size):r=10:d=20", "-c:v",
      "ffv1", "-pix_fmt", "yuv420p", path,
    ])
  }
}
