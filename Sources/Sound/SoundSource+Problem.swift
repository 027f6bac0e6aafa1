// SPDX-License-Identifier: Apache-2.0

import AV
import Basics

extension SoundSource {
  /// Number of first packets that are always decoded, to verify their computed lengths.
  static let confirming = 40
  /// Number of packets after skipped ones whose output still lacks their predecessors.
  static let settling = 6

  /// Whether its last packet may be a tag, which is not worth reporting.
  var mayEndWithTag: Bool { ["mp3", "mp2", "mp1"].contains(codec) }

  /// A problem that occurred while a section was decoded.
  struct Problem {
    /// libav's error.
    var error: AVError
    /// The source time from which sound is missing, or at which it continued or ended.
    var time: Time
  }

  /// A problem that occurred before a place that is not known yet.
  struct Break {
    /// The first error.
    var error: AVError
    /// The number of packets that failed in a row.
    var count: Int
    /// The clock position from which sound is missing, if it is known.
    var hole: Int64?
    /// The clock positions that the first packet that failed has by its timestamp; nil without one.
    var packet: Range<Int64>?
  }
}

// MARK: - Noting and reporting

extension SoundSource {
  /// Reports a problem unless it is before the target; after a gap, its position is known only later.
  func reportPlaced() {
    guard let broken, let tail = placer.settledTail else { return }
    if tail >= target { report(broken.error, at: broken.hole) }
    self.broken = nil
  }

  /// Reports a problem of a packet that starts before `last`, although the frames that would place it come later.
  func reportPending(before last: Int64) {
    guard let broken, let packet = broken.packet, packet.lowerBound < last,
      packet.upperBound > target
    else { return }
    report(broken.error, at: broken.hole ?? max(packet.lowerBound, target))
  }

  /// Records errors that were logged but concealed.
  func noteLog(_ log: [String], hole: Int64? = nil) {
    guard !log.isEmpty else { return }
    var error = AVError(unreadable: "decode \(codec)", because: "")
    error.log = log
    note(error, hole: hole)
  }

  func note(_ error: AVError, hole: Int64? = nil) {
    _ = decoder.takeLog()
    if feed.tellsLengths { isIrregular = true }
    broken = Break(
      error: broken?.error ?? error, count: (broken?.count ?? 0) + 1, hole: broken?.hole ?? hole,
      packet: broken?.packet ?? sent.flatMap(feed.place))
  }

  func report(_ error: AVError, at hole: Int64? = nil) {
    if problem == nil {
      let place = hole ?? placer.tail ?? target
      problem = Problem(error: error, time: Time(place, over: Int64(rate)))
    }
    isIrregular = true
    broken = nil
  }
}

extension AVError {
  /// The error if the data is its cause; a failure of the machine is thrown.
  var ofMedia: AVError {
    get throws(AVError) {
      guard kind.isOfMedia else { throw self }
      return self
    }
  }
}
