// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Timeline

extension CodecChoice {
  /// The encoding and what is copied beside it, of a film that shows `sources`.
  func decide(
    by sources: [MediaFile: VideoFacts], _ planner: (String) -> CopyPlanner
  ) -> (encoding: VideoEncoding, planner: CopyPlanner) {
    func isShown(_ codec: String) -> Bool { sources.values.contains { $0.codec == codec } }
    // Of no codec, nothing is copied.
    var best = (encoding: usual, planner: planner(whole.contains(usual.codec) ? "" : usual.codec))
    var shown: CopyPlanner?
    for other in others where isShown(other.codec) {
      let found = planner(other.codec)
      shown = shown ?? found
      if found.copiedFrames > best.planner.copiedFrames { best = (other, found) }
    }
    var obstacles: [String: [CopyObstacle]] = [:]
    for codec in whole where isShown(codec) {
      let found = planner(codec)
      if found.copiesAll { best = (usual, found) } else { obstacles[codec] = found.firstObstacles }
    }
    // Where nothing is copied, what counts is why not of the codec that is there.
    if best.planner.record == nil, !isShown(usual.codec), let shown { best.planner = shown }
    best.planner.wholeObstacles = obstacles
    return best
  }
}

extension VideoEncoding {
  /// The same for frames in one film with copied packets: with their profile, level and interlacing,
  /// and with a parameter set number that they do not use.
  func beside(_ planner: CopyPlanner) -> VideoEncoding {
    guard let record = planner.record else { return self }
    var encoding = self
    guard let number = record.encodedNumber else { return encoding }
    if case .avc(let record) = record {
      return encoding.beside(record, number, planner.form.fields)
    }
    encoding.setNumber = number
    // Players take from the first parameter sets how many frames they have to hold back.
    if planner.delay == 0 {
      for index in encoding.options.indices where encoding.options[index].name == "x265-params" {
        encoding.options[index].value += ":bframes=0"
      }
    }
    return encoding
  }

  private func beside(
    _ record: AVCRecord, _ number: Int, _ fields: FieldOrder?
  ) -> VideoEncoding {
    var encoding = self
    encoding.fields = fields
    if let level = VideoEncoding.levels[record.level] {
      encoding.options.append(EncoderOption("level", level))
    }
    let isLossless = options.contains { $0.name == "qp" }
    if let profile = VideoEncoding.profiles[record.profile], !isLossless {
      encoding.options.append(EncoderOption("profile", profile))
    }
    for index in encoding.options.indices where encoding.options[index].name == "x264-params" {
      encoding.options[index].value += ":sps-id=\(number)"
      if let fields { encoding.options[index].value += fields == .top ? ":tff=1" : ":bff=1" }
    }
    return encoding
  }

  /// Names of levels (ITU-T H.264, A.3), by `level_idc`.
  private static let levels: [UInt8: String] = [
    10: "1", 12: "1.2", 13: "1.3", 20: "2", 21: "2.1", 22: "2.2", 30: "3", 31: "3.1", 32: "3.2",
    40: "4", 41: "4.1", 42: "4.2", 50: "5", 51: "5.1", 52: "5.2",
  ]

  /// x264's names of profiles that hold 4:2:0 (ITU-T H.264, A.2), by `profile_idc`.
  private static let profiles: [UInt8: String] = [
    66: "baseline", 77: "main", 100: "high", 110: "high10",
  ]
}
