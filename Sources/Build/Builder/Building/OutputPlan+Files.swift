// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Host
import Planning
import RenderProtocol

extension OutputSet {
  /// The files of `output`, made by `maker`, whose builds `log` remembers.
  init(of output: OutputPlan, by maker: OutputMaker, _ log: OutputLog, overwrites: Bool) {
    self.init(
      beside: output.path, shown: output.displayPath, family: output.familyPath, by: maker, log,
      overwrites: overwrites)
  }
}

extension OutputPlan {
  /// The absolute path of its folder; empty for the root.
  var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }

  /// The name of its main file.
  var fileName: String { path.split(separator: "/").last.map(String.init) ?? "" }

  /// The path that its files beside the main one are recorded under: of numbered pictures, that of their pattern, as the
  /// main one has the number of the first.
  fileprivate var familyPath: String {
    guard case .film(let film) = product, let pattern = film.delivery?.pattern,
      let slash = path.lastIndex(of: "/")
    else { return path }
    return path[...slash] + pattern
  }
}

extension FilmPlan {
  /// The files of each piece where each picture has its own; none for all else.
  var pictureSources: [[ImageSequenceFile]] {
    guard case .pictures(let form) = delivery else { return [] }
    var number = 0
    return segments.map { segment in
      defer { number += segment.frameCount }
      return (0..<segment.frameCount).map {
        ImageSequenceFile(name: form.name(number + $0), source: "\(segment.key.hex) \($0)")
      }
    }
  }
}
