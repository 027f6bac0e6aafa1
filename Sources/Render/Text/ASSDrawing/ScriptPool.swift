// SPDX-License-Identifier: Apache-2.0

import Base
import MediaIO
package import RenderProtocol
import Subtitles

/// Renderers of scripts, kept between parts: it takes long to find the fonts of a machine.
package final class ScriptPool {
  /// The idle ones, by the digest of the fonts that they have beside those of the machine.
  private var free: [(fonts: Fingerprint?, library: ScriptLibrary)] = []
  /// The state of the folders of fonts before these were read; nil for missing ones.
  private var stamps: [String: FileStamp?] = [:]

  private static let most = 4

  /// None yet.
  package init() {}

  /// One with the fonts of `script`.
  package func take(for script: Script) throws(RenderFailure) -> ScriptLibrary {
    if stamps.contains(where: { (try? FileStamp(of: $0.key)) != $0.value }) {
      free = []
      stamps = [:]
    }
    let fonts = script.fonts?.digest
    if let index = free.firstIndex(where: { $0.fonts == fonts }) {
      return free.remove(at: index).library
    }
    if stamps.isEmpty {
      do throws(TypesettingError) {
        for path in try FontSet().folders {
          stamps.updateValue(try? FileStamp(of: path), forKey: path)
        }
      } catch { throw RenderFailure(kind: .unsupported, message: error.message) }
    }
    return try ScriptLibrary.make(with: script.fonts)
  }

  /// Takes back `library`, which has no track any more, unless it has got fonts for characters that others lack: which it
  /// takes for the next ones would depend on these.
  package func put(back library: ScriptLibrary, of script: Script) {
    guard !library.hasSearchedForGlyphs else { return }
    if free.count >= ScriptPool.most { free.removeFirst() }
    free.append((script.fonts?.digest, library))
  }
}

extension ScriptLibrary {
  /// One with the fonts in `file`, whose digest is theirs.
  package static func make(with file: MediaFile?) throws(RenderFailure) -> ScriptLibrary {
    var fonts: [SubtitleScript.Font] = []
    if let file {
      fonts = try embedded(in: file)
    }
    guard let library = ScriptLibrary(fonts: fonts.map { Font(name: $0.name, bytes: $0.bytes) })
    else { throw RenderFailure(kind: .unsupported, message: "libass cannot be started") }
    return library
  }

  private static func embedded(
    in file: MediaFile
  ) throws(RenderFailure) -> [SubtitleScript.Font] {
    let bytes: [UInt8]
    do throws(RenderingFileError) {
      bytes = try WholeFile.read(file.path, limit: CueList.byteLimit)
    } catch {
      throw RenderFailure(
        kind: .disk, message: "cannot read a file of subtitles: \(error.reason)", log: [error.path])
    }
    // Fonts are written with the same letters in all encodings.
    for encoding: TextEncoding? in [nil, .latin1, .utf16] {
      if let script = try? SubtitleScript(bytes, encoding: encoding),
        Fingerprint(of: script.fontBytes) == file.digest
      {
        return script.fonts
      }
    }
    throw RenderFailure(
      kind: .disk, message: "'\(file.path)' was changed during the build; build again")
  }
}
