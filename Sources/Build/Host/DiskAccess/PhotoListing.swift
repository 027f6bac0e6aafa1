// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Glibc
import Timeline

extension DiskWorld {
  func listing(
    of pattern: String, from folder: String, except made: MadeFiles
  ) throws(FileProblem) -> FileListing {
    var rows: [String] = []
    var placeholders: [Placeholder] = []
    let matches = try matches(of: pattern, from: folder)
    for path in matches.paths {
      let real: String
      do throws(FileProblem) { real = try locate(path, from: folder) } catch {
        guard case .notFetched(let some) = error else { throw error }
        placeholders += some
        continue
      }
      if made.contains(real) { continue }
      rows.append(row(path, number: rows.count + 1, PhotoMetadata(of: PhotoFile(real))))
    }
    if !placeholders.isEmpty { throw .notFetched(placeholders) }
    if rows.isEmpty { return FileListing(nil, misnamed: matches.misnamed) }
    return FileListing(
      Array("[\(rows.joined(separator: ",\n"))]\n".utf8), misnamed: matches.misnamed)
  }

  /// The row of a file of a pattern for `${photo.…}`, in JSON on one line.
  private func row(_ path: String, number: Int, _ notes: PhotoMetadata) -> String {
    let last = path.split(separator: "/").last ?? ""
    let dot = last.lastIndex(of: ".").flatMap { $0 == last.startIndex ? nil : $0 }
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    let taken = notes.taken
    let date = taken.map {
      [padded($0.year, 4), padded($0.month, 2), padded($0.day, 2)].joined(separator: "-")
    }
    let time = taken?.time.map { "\(padded($0.hour, 2)):\(padded($0.minute, 2))" }
    let fields = [
      ("file", jsonText(literalPattern(path))), ("path", jsonText(path)),
      ("name", jsonText(String(last[..<(dot ?? last.endIndex)]))),
      ("number", "\(number)"), ("caption", jsonText(notes.caption ?? "")),
      ("captioned", "\(notes.caption != nil)"), ("date", jsonText(date ?? "")),
      ("dated", "\(taken != nil)"), ("year", jsonText(taken.map { "\($0.year)" } ?? "")),
      ("month", jsonText(taken.map { "\($0.month)" } ?? "")),
      ("day", jsonText(taken.map { "\($0.day)" } ?? "")), ("time", jsonText(time ?? "")),
    ]
    return "{" + fields.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}"
  }
}

/// A file of which parts are read; one that cannot be read is empty, as its use as a picture will report that.
private final class PhotoFile: PhotoBytes {
  private let descriptor: Int32

  init(_ path: String) { descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func bytes(at offset: Int, count: Int) -> [UInt8] {
    // No part that is asked for is larger.
    let count = min(count, 1 << 20)
    guard descriptor >= 0, offset >= 0, count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let found = pread(descriptor, buffer.baseAddress! + filled, count - filled, offset + filled)
        if found < 0, errno == EINTR { continue }
        guard found > 0 else { return }
        filled += found
      }
    }
  }
}
