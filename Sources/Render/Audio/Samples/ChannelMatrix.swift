// SPDX-License-Identifier: Apache-2.0

package import Base

/// The factors of each channel of a sound in each channel of a layout.
///
/// Channels go where their names say, at full level. Channels that a layout lacks are heard on
/// their neighbours, after ITU-R BS.775:
///
/// - In stereo, one channel is heard on both sides at full level. The centre is heard on both sides at -3 dB, surrounds on
///   their own side at -3 dB, low frequencies not at all; then all is lowered so far that full scale cannot be exceeded.
/// - In surround, one channel is the centre, and two are left and right. Where a layout has one pair of surrounds and a sound
///   has two, both are heard there at -3 dB each, and so is what is heard from the middle behind. What lies between the
///   centre and a side is heard on both at -3 dB. What is above, below or beside a channel (ITU-R BS.2051) is heard there,
///   at -3 dB where the sound has that channel, too.
package struct ChannelMatrix {
  /// The factors of all channels that go in, for each channel that comes out.
  package let rows: [[Double]]

  /// -3.01 dB.
  private static let half = 0.5.squareRoot()

  /// The way from one layout to one that films are mixed in.
  package init(from source: ChannelLayout, to target: ChannelLayout) {
    guard let matrix = ChannelMatrix(from: source.speakers.map(\.rawValue), to: target) else {
      preconditionFailure("a layout of unknown speakers")
    }
    self = matrix
  }

  /// The way of channels with libavutil's abbreviations, in the order in which samples lie, to a layout that films are mixed
  /// in; nil where one of them has no known place.
  package init?(from names: [String], to target: ChannelLayout) {
    precondition(target.mixed == target, "films are mixed in stereo or surround")
    let places = target.speakers.map(\.rawValue)
    var rows = Array(repeating: Array(repeating: 0.0, count: names.count), count: places.count)
    for (input, name) in names.enumerated() {
      let shares =
        target.isSurround
        ? ChannelMatrix.surround(name, among: names, places)
        : ChannelMatrix.stereo(name, isAlone: names.count == 1)
      guard let shares else { return nil }
      for (place, factor) in shares {
        if let output = places.firstIndex(of: place) { rows[output][input] += factor }
      }
    }
    if !target.isSurround, names.count > 1 {
      let most = rows.map { $0.reduce(0, +) }.max() ?? 0
      if most > 1 { rows = rows.map { $0.map { $0 / most } } }
    }
    self.rows = rows
  }

  /// The place in surround of the channel `name` of a sound with the channels `names`.
  private static func surround(
    _ name: String, among names: [String], _ places: [String]
  ) -> [(String, Double)]? {
    // Whichever pair of surrounds a layout lacks, a sound with both has them on the other one.
    let isDouble = !places.contains("SL") && names.contains("SL") && names.contains("BL")
    switch name {
    case "BL" where isDouble, "SL" where isDouble: return [("BL", half)]
    case "BR" where isDouble, "SR" where isDouble: return [("BR", half)]
    case _ where places.contains(name): return [(name, 1)]
    case "SL": return [("BL", 1)]
    case "SR": return [("BR", 1)]
    case "BC", "TBC": return [("BL", half), ("BR", half)]
    case "FLC": return [("FL", half), ("FC", half)]
    case "FRC": return [("FR", half), ("FC", half)]
    case "LFE2": return [("LFE", names.contains("LFE") ? half : 1)]
    default: break
    }
    guard let neighbour = neighbours[name] else { return nil }
    // What is beside is nearer than what is behind, where a layout has both.
    var place = neighbour
    if let side = beside[name], places.contains(side) { place = side }
    return [(place, names.contains(neighbour) || names.contains(place) ? half : 1)]
  }

  /// The channels of 5.1 near those that are above, below or beside them.
  private static let neighbours = [
    "DL": "FL", "WL": "FL", "TFL": "FL", "BFL": "FL", "DR": "FR", "WR": "FR", "TFR": "FR",
    "BFR": "FR", "TFC": "FC", "TC": "FC", "BFC": "FC", "TBL": "BL", "TSL": "BL", "SDL": "BL",
    "TBR": "BR", "TSR": "BR", "SDR": "BR",
  ]

  /// Those of them that are beside, not behind.
  private static let beside = ["TSL": "SL", "TSR": "SR", "SDL": "SL", "SDR": "SR"]

  /// The place of the channel `name` in stereo.
  private static func stereo(_ name: String, isAlone: Bool) -> [(String, Double)]? {
    switch name {
    case "FL", "FR": [(name, 1)]
    case "FC": isAlone ? [("FL", 1), ("FR", 1)] : [("FL", half), ("FR", half)]
    case "BL", "SL": [("FL", half)]
    case "BR", "SR": [("FR", half)]
    case "LFE": []
    default: nil
    }
  }
}

extension ChannelMatrix {
  /// The formula of each channel of `layout` from the input channels `names`, with factors to a
  /// hundredth: `FL = FL, BL = 0.71 BL + 0.71 SL`.
  package func words(from names: [String], to layout: ChannelLayout) -> String {
    zip(layout.speakers, rows).compactMap { speaker, row in
      let parts = zip(names, row).filter { $0.1 != 0 }.map { name, factor in
        let hundredths = Int((factor * 100).rounded())
        let digits = hundredths % 100
        return hundredths == 100
          ? name : "\(hundredths / 100).\(digits < 10 ? "0" : "")\(digits) \(name)"
      }
      return parts.isEmpty ? nil : "\(speaker.rawValue) = \(parts.joined(separator: " + "))"
    }.joined(separator: ", ")
  }

  /// The samples of the output channels for `samples`.
  package func map(_ samples: AudioBuffer) -> AudioBuffer {
    precondition(rows.allSatisfy { $0.count == samples.channels.count }, "as many channels")
    return AudioBuffer(
      channels: rows.map { row in
        let used = row.indices.filter { row[$0] != 0 }
        if used.count == 1, row[used[0]] == 1 { return samples.channels[used[0]] }
        var sum = [Float](repeating: 0, count: samples.count)
        for input in used {
          let factor = Float(row[input])
          samples.channels[input].withUnsafeBufferPointer { samples in
            sum.withUnsafeMutableBufferPointer { sum in
              for n in sum.indices { sum[n] += samples[n] * factor }
            }
          }
        }
        return sum
      })
  }
}
