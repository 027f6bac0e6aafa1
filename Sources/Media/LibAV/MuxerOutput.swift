// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import CFFmpegShims
import Glibc

/// The output of a muxer: libavformat's buffer in front of a file.
final class MuxerOutput {
  let context: UnsafeMutablePointer<AVIOContext>
  private let link: UnsafeMutablePointer<reel_output>
  private let target: Target

  /// The target of libavformat's callbacks, with the current position in the file.
  private final class Target {
    let file: BackgroundFile
    var position: Int64 = 0

    init(_ file: BackgroundFile) { self.file = file }
  }

  init(path: String, call: String) throws(AVError) {
    guard let file = BackgroundFile(path: path) else {
      throw AVError(reel_error_of_system(errno), call)
    }
    target = Target(file)
    link = .allocate(capacity: 1)
    link.initialize(
      to: reel_output(
        target: Unmanaged.passUnretained(target).toOpaque(),
        write: { target, bytes, count in
          guard let target, let bytes else { return reel_error_invalid() }
          let output = Unmanaged<Target>.fromOpaque(target).takeUnretainedValue()
          let code = output.file.write(
            UnsafeRawBufferPointer(start: bytes, count: Int(count)), at: output.position)
          output.position += Int64(count)
          return code == 0 ? count : reel_error_of_system(code)
        },
        seek: { target, position in
          guard let target, position >= 0 else { return Int64(reel_error_invalid()) }
          Unmanaged<Target>.fromOpaque(target).takeUnretainedValue().position = position
          return position
        }))
    guard let context = reel_output_open(link, Int32(BackgroundFile.bufferBytes)) else {
      link.deallocate()
      throw AVError.noMemory(call)
    }
    self.context = context.assumingMemoryBound(to: AVIOContext.self)
  }

  deinit {
    var context: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(context)
    reel_output_close(&context)
    link.deallocate()
  }

  /// Waits until everything is written; returns 0 or libav's error code.
  func finish() -> Int32 {
    avio_flush(context)
    let code = target.file.finish()
    return code == 0 ? min(context.pointee.error, 0) : reel_error_of_system(code)
  }
}
