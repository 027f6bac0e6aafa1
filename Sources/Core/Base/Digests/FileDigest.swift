// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Fingerprint {
  /// The fingerprint of the bytes of the file at `path`, read 1 MiB at a time.
  ///
  /// `isCancelled` is asked between the pieces; when it answers yes the call fails with `ECANCELED`.
  public init(
    ofFile path: String, isCancelled: () -> Bool = { false }
  ) throws(SystemFailure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last("open", path) }
    defer { close(descriptor) }
    try self.init(ofOpen: descriptor, at: path, isCancelled: isCancelled)
  }

  /// The fingerprint of the bytes of an open file from where it stands, which is called `path` when
  /// that fails.
  public init(
    ofOpen descriptor: Int32, at path: String, isCancelled: () -> Bool = { false }
  ) throws(SystemFailure) {
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    var digester = Digester()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { buffer.deallocate() }
    while true {
      if isCancelled() { throw SystemFailure(call: "read", path: path, code: ECANCELED) }
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw .last("read", path)
      }
      if count == 0 { break }
      digester.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    self = digester.fingerprint()
  }
}
