// SPDX-License-Identifier: Apache-2.0

package import Base

// The files of outputs that are more than one.

extension Output {
  /// The length of media segments where nothing says another.
  package static let usualSegment = Time(6)

  /// The name of its file without folders and extension.
  package var stem: String {
    let name = file.value.split(separator: "/").last ?? ""
    return String(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
  }

  /// The names of its pictures or sheets, where these are numbered.
  package var numberedName: NumberedName? {
    guard format.isSequence || format.isSheet, let name = file.value.split(separator: "/").last
    else { return nil }
    return NumberedName(String(name))
  }

  /// The names of the sprites beside a text about thumbnails.
  package var spriteName: NumberedName? { format.isStoryboard ? .sprites(of: stem) : nil }

  /// The path of the file that stands for all: `path`, with the first number.
  package func mainPath(_ path: String) -> String {
    guard let name = numberedName else { return path }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let number = String(startNumber ?? 1)
    let zeros = String(repeating: "0", count: max(0, name.digits - number.count))
    return folder + name.before + zeros + number + name.after
  }

  /// The frames that it has of so many, by their places from 0, ascending.
  package func kept(of count: Int, at rate: FrameRate) -> [Int] {
    guard let step = step?.value else {
      guard format.isSheet, let sheet else { return Array(0..<count) }
      // The middles of intervals of the same length.
      let pictures = min(count, (sheet.grid ?? SheetSettings.usualGrid).count)
      return (0..<pictures).map { (2 * $0 + 1) * count / (2 * pictures) }
    }
    let frames = step * rate.perSecond
    var kept: [Int] = []
    while true {
      let next = (Time(Int64(kept.count)) * frames).rounded
      if next >= count { return kept }
      kept.append(Int(next))
    }
  }
}
