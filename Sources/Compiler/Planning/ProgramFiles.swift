// SPDX-License-Identifier: Apache-2.0

package import Base
package import RenderProtocol

/// A file that a program reads, and the clip it is read for.
package struct ProgramFile: Hashable, Sendable {
  package var file: MediaFile
  package var origin: Origin
}

extension RenderProgram {
  /// The files it reads, in order, each once for each clip.
  package var files: [ProgramFile] {
    var seen: Set<ProgramFile> = []
    let shown = pictures.compactMap { picture in
      picture.source.file.map { ProgramFile(file: $0, origin: picture.source.origin) }
    }
    let read = tables.map { ProgramFile(file: $0.file, origin: $0.origin) }
    return
      (shown + read + maps.map { ProgramFile(file: $0.map.file, origin: $0.origin) })
      .filter { seen.insert($0).inserted }
  }

  /// The digests of the text rasters it draws.
  package var rasters: [Fingerprint] {
    pictures.compactMap { picture in
      let file: MediaFile
      switch picture.source {
      case .raster(let raster, _), .letters(let raster, _, size: _, _): file = raster
      case .video, .image, .svg, .caption, .script, .graphic, .drawing: return nil
      }
      return file.digest
    }
  }

  /// The clips whose media it reads, in order and each once.
  package var origins: [Origin] {
    var seen: Set<Origin> = []
    return files.map(\.origin).filter { $0 != .none && seen.insert($0).inserted }
  }
}

extension FilmPlan {
  /// The files that are read when it is linked, in order, each once for each clip.
  package var copiedFiles: [ProgramFile] {
    var seen: Set<ProgramFile> = []
    let cover = facts?.cover.map { [ProgramFile(file: $0.file, origin: .none)] } ?? []
    let copied = segments.filter(\.isCopied).flatMap(\.program.files)
    return (cover + copied).filter { seen.insert($0).inserted }
  }
}

extension AudioProgram {
  /// The files it reads, in order, each once.
  package var files: [ProgramFile] {
    var seen: Set<MediaFile> = []
    return leaves.filter { seen.insert($0.file).inserted }
      .map { ProgramFile(file: $0.file, origin: $0.origin) }
  }

  /// The clips that are heard, in order and each once.
  package var origins: [Origin] {
    var seen: Set<Origin> = []
    return (clips + leaves).map(\.origin).filter { $0 != .none && seen.insert($0).inserted }
  }
}
