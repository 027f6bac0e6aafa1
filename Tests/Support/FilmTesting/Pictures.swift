// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension FFmpeg {
  /// The frames numbered `indices` of a stream as raw 4:2:0 pictures, filtered by `filters` after selection;
  /// `input` options precede the file.
  public func frames(
    _ indices: [Int], of path: String, stream: Int, through filters: [String] = [],
    input: [String] = [], format: String = "yuv420p"
  ) async throws -> Data {
    let wanted = Set(indices).sorted()
    let selection = wanted.map { "eq(n\\,\($0))" }.joined(separator: "+")
    return try await ffmpeg.data(
      ["-nostdin", "-v", "error"] + input + ["-i", path, "-map", "0:\(stream)"]
        + [
          "-vf", (["select=" + selection] + filters + ["format=" + format]).joined(separator: ","),
        ]
        + ["-fps_mode", "passthrough", "-frames:v", "\(wanted.count)"]
        + ["-f", "rawvideo", "-"])
  }

  /// The MD5 of every decoded frame of the first picture stream.
  public func frameDigests(of path: String) async throws -> [String] {
    let output = try await ffmpeg.data([
      "-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough",
      "-pix_fmt", "yuv420p", "-f", "framemd5", "-",
    ])
    return String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.hasPrefix("#")
        ? nil : line.split(separator: ",").last?.trimmingCharacters(in: .whitespaces)
    }
  }

  /// The PSNR of each frame in dB; infinite if equal.
  ///
  /// - Parameters:
  ///   - left: The path of a film.
  ///   - right: The path of another film with the same number of frames.
  public func likeness(of left: String, and right: String) async throws -> [Double] {
    try await likeness(["-i", left, "-i", right])
  }

  /// The same for raw pictures of one size, in 4:2:0 or another format of 8 bits.
  public func likeness(
    of left: Data, and right: Data, width: Int, height: Int, format: String = "yuv420p"
  ) async throws -> [Double] {
    guard left.count == right.count else { return [] }
    if left == right { return [.infinity] }
    let folder = try TemporaryFolder()
    let form = ["-f", "rawvideo", "-pix_fmt", format, "-s", "\(width)x\(height)"]
    try left.write(to: URL(filePath: folder / "left.yuv"))
    try right.write(to: URL(filePath: folder / "right.yuv"))
    return try await likeness(
      form + ["-i", folder / "left.yuv"] + form + ["-i", folder / "right.yuv"], format: format)
  }

  private func likeness(
    _ inputs: [String], format: String = "yuv420p"
  ) async throws -> [Double] {
    // Timestamps are replaced, so that frames are compared by number; tags are taken off, as FFmpeg 9 converts samples
    // of one to those of the other.
    let plain = "setpts=N/TB,setparams=colorspace=unknown,format=\(format)"
    let chain =
      "[0:v:0]\(plain)[a];[1:v:0]\(plain)[b];"
      + "[a][b]psnr=stats_file=-:shortest=1"
    let output = try await ffmpeg.data(
      ["-nostdin", "-v", "error"] + inputs + ["-lavfi", chain, "-f", "null", "-"], seconds: 600)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("psnr_avg:") }
        .flatMap { Double($0.dropFirst("psnr_avg:".count)) }
    }
  }
}
