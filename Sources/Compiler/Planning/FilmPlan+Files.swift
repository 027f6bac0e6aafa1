// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel
import RenderProtocol

extension Output {
  /// The packaging of the film of `segments` in several files; nil for a single file.
  func delivery(of segments: [PlannedSegment], at rate: FrameRate) -> Delivery? {
    guard format.isStream else { return nil }
    let length = segment ?? Output.usualSegment
    let cuts = StreamCuts(
      lengths: segments.map(\.frameCount), most: max(1, rate.frames(covering: length)))
    let manifest = StreamForm.Manifest(rawValue: format.name) ?? .playlists
    return .stream(
      StreamForm(stem: stem, starts: cuts.starts, length: length, manifest: manifest))
  }
}

extension FilmPlan {
  /// Those of its files that stand for all where others wait for them: the first of numbered pictures.
  package var targetNames: [String] {
    if delivery?.isOneFile == true { return [] }
    if case .pictures? = delivery { return Array(fileNames.prefix(1)) }
    return fileNames
  }

  /// The names of the files that are known before anything is made, the main one first; none where it is one file.
  package var fileNames: [String] {
    delivery?.files(of: pictureCount, hasSound: sound != nil) ?? []
  }

  /// The memory of a worker that writes the files: a sheet, its converted form, and its file.
  package var heldBytes: Int64 {
    guard case .sheets(let form)? = delivery else { return 0 }
    let size = form.size(of: 0, pictures: pictureCount)
    return Int64(size.width * size.height) * 8
  }

  /// The number of its pictures.
  package var pictureCount: Int { segments.reduce(0) { $0 + $1.frameCount } }
}
