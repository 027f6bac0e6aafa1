// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Builder
package import Catalog
package import Host
import RenderProtocol

/// Draws small pictures of `styles` into a .png file.
///
/// - Parameters:
///   - path: The absolute path of the file.
///   - name: Its name in messages.
///   - overwrites: True if it may be there already.
package func drawSheet(
  of styles: [TransitionStyle], into path: String, named name: String, overwrites: Bool,
  by pool: WorkerPool
) async throws {
  let scratch = ScratchFolder()
  defer { scratch.remove() }
  let folder = try scratch.makePath()
  try Disk.makeFolder(folder)
  let sheet = TransitionSheet(styles)
  var rasters: [TransitionSheet.Raster] = []
  for text in sheet.labels.map(\.text) {
    let block = TextBlock(
      text: text, font: FontChoice(family: "sans-serif"), size: TransitionSheet.fontSize,
      color: .white, alignment: .left)
    let reply = try await pool.perform(.text(TextRequest(block: block, folder: folder)))
    guard case .text(let facts) = reply,
      let file = try Disk.names(in: folder).first(where: { $0.hasPrefix(facts.raster.hex) })
    else { throw RenderFailure.wrongAnswer }
    rasters.append(
      TransitionSheet.Raster(
        file: MediaFile(path: "\(folder)/\(file)", digest: facts.raster), box: facts.box))
  }
  let rings = greyRings()
  try Disk.create("\(folder)/rings.bmp", holding: rings, isDurable: false)
  let map = TransitionMap(
    file: MediaFile(path: "\(folder)/rings.bmp", digest: Fingerprint(of: rings)))
  let file = try OutputFile(path: path)
  do {
    let request = FrameRequest(
      program: sheet.program(rasters, map: map), encoder: "png", output: file.temporary)
    guard case .frame = try await pool.perform(.frame(request)) else {
      throw RenderFailure.wrongAnswer
    }
    _ = try file.publish { !overwrites && Disk.hasEntry(path) }
  } catch {
    file.discard()
    if error is OutputFile.Occupied { throw RenderFailure(occupied: name) }
    throw error
  }
}

/// A picture of grey rings, dark in the middle, for kinds that read one: a .bmp file.
private func greyRings() -> [UInt8] {
  let (width, height) = (160, 90)
  func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  let size = 3 * width * height
  var bytes = Array("BM".utf8)
  for (value, count) in [
    (54 + size, 4), (0, 4), (54, 4), (40, 4), (width, 4), (height, 4), (1, 2), (24, 2), (0, 4),
    (size, 4), (0, 16),
  ] {
    bytes += number(value, count)
  }
  for y in 0..<height {
    // Rows are as long as a multiple of four bytes.
    for x in 0..<width {
      let (dx, dy) = (Double(2 * x - width + 1), Double(2 * y - height + 1))
      let way = (dx * dx + dy * dy).squareRoot() / Double(2 * height)
      let ring = 4 * way - (4 * way).rounded(.down)
      bytes += Array(repeating: UInt8(255 * min(0.7 * way + 0.3 * ring, 1)), count: 3)
    }
  }
  return bytes
}
