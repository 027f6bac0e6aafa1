// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
package import Deliveries
import ProjectModel

extension Output {
  /// How the film of `segments` is written where it is more than one file; nil where it is one.
  func delivery(of segments: [PlannedSegment], at rate: FrameRate) -> Delivery? {
    guard format.isStream else { return nil }
    let length = segment ?? Output.usualSegment
    let cuts = StreamCuts(
      lengths: segments.map(\.frameCount), most: max(1, rate.frames(covering: length)))
    return .stream(StreamForm(stem: stem, starts: cuts.starts, length: length))
  }
}

extension Delivery {
  /// The name of the file that stands for all, which is written last.
  package var main: String {
    switch self {
    case .stream(let form): form.main
    case .pictures(let form): form.name(0)
    }
  }

}

extension FilmPlan {
  /// Those of its files that stand for all where others wait for them: of numbered pictures, which may be thousands, the
  /// first.
  package var targetNames: [String] {
    if case .pictures? = delivery { return Array(fileNames.prefix(1)) }
    return fileNames
  }

  /// The names of the files that are known before anything is made, the main one first; none where it is one file.
  package var fileNames: [String] {
    switch delivery {
    case .stream(let form): [form.main, form.pictures] + (sound == nil ? [] : [form.sound])
    case .pictures(let form): (0..<segments.reduce(0) { $0 + $1.frameCount }).map(form.name)
    case nil: []
    }
  }
}
