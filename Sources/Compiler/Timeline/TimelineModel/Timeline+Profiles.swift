// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
package import Diagnostics
import ProjectModel
import RenderProtocol

extension Timeline {
  /// Reports what the players of outputs with a profile do not accept of the canvas's sound.
  package func checkProfiles(_ sink: inout DiagnosticSink) {
    guard clips.contains(where: \.isHeard) else { return }
    for output in outputs.map(\.output) where output.format.isFilm && !output.isSilent {
      guard let profile = output.profile else { continue }
      let rules = profile.value.rules
      func report(_ what: String, _ hint: String) {
        sink.report(
          .simple(
            "profile",
            "profile '\(profile.value.rawValue)' (\(rules.players)) does not take \(what)",
            at: profile.span, hint: hint))
      }
      if let most = rules.mostChannels, canvas.layout.count > most {
        let layout = most >= 6 ? "5.1" : "stereo"
        report(
          "sound in \(canvas.layout.rawValue)", "write canvas: {channels: \(layout)} in the output")
      }
    }
  }

  /// The settings that the profile of `output` determines, in a few words; nil for no profile.
  func profileWords(of output: Output, _ encoding: VideoEncoding?) -> String? {
    guard let profile = output.profile else { return nil }
    func value(_ name: String) -> String? { encoding?.options.first { $0.name == name }?.value }
    var words: [String] = []
    if let size = output.size, size.span == profile.span { words.append("\(size.value)") }
    if let level = value("level") { words.append("level \(level)") }
    if let most = value("maxrate").flatMap({ Int($0) }) {
      words.append("at most \(most / 1000) kbit/s")
    }
    if let frames = value("g").flatMap({ Int64($0) }) {
      words.append("key frames \(Time(frames) / canvas.rate.perSecond) s apart")
    }
    if output.fastStart, profile.value.rules.indexFirst,
      ["mp4", "mov"].contains(output.format.name)
    {
      words.append("index first")
    }
    return "for \(profile.value.rawValue)"
      + (words.isEmpty ? "" : ": " + words.joined(separator: ", "))
  }
}
