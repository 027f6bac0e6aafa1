// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import LibAV
import MediaIO
import RenderProtocol

/// Changes the colours of a picture as a LUT has them.
final class Grading: Treating {
  private let file: MediaFile
  private let run: RenderRun
  private var table: ColorTable?

  init(_ file: MediaFile, _ run: RenderRun) { (self.file, self.run) = (file, run) }

  func prepare() throws(RenderFailure) {
    if table == nil { table = try run.context.tables.table(of: file) }
  }

  func treated(
    _ picture: ImageBuffer, _ numbers: [Double], _ index: Int, cover: FrameCover
  ) throws(AVError) -> ImageBuffer {
    guard let table else { preconditionFailure("a LUT is read before it is used") }
    let color = run.canvas.color
    let result = try ImageBuffer(size: picture.size, hasAlpha: picture.hasAlpha, in: color)
    result.grade(picture, by: table, strength: numbers[0], in: color, run.context.scratch)
    return result
  }
}

/// LUTs that were read.
final class ColorTables {
  private var tables: [Fingerprint: ColorTable] = [:]

  /// The LUT of `file`, which is read where it is not known.
  func table(of file: MediaFile) throws(RenderFailure) -> ColorTable {
    if let table = tables[file.digest] { return table }
    let read = try CubeFile(path: file.path)
    let table = ColorTable(
      read.values, size: read.size, isLattice: read.isLattice, from: read.lowest, to: read.highest)
    tables[file.digest] = table
    return table
  }

  /// Forgets all but those of `files`.
  func keep(_ files: Set<Fingerprint>) { tables = tables.filter { files.contains($0.key) } }
}
