// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV

extension AudioStreamSource {
  /// Number of first packets that are always decoded, to verify their computed lengths.
  static let confirming = 40
  /// Number of packets after skipped ones whose output still lacks their predecessors.
  static let settling = 6

  /// True if its last packet may be a tag, which is not worth reporting.
  var mayEndWithTag: Bool { ["mp3", "mp2", "mp1"].contains(codec) }

  /// Reports what is missing at the end.
  func reportEnd() {
    guard let broken else { return }
    if broken.count > 2 || !mayEndWithTag {
      report(broken.error, at: broken.hole)
    } else if broken.isSound {
      remark(
        "the last packet of the sound cannot be decoded; it is not heard",
        at: broken.hole ?? placer.tail ?? target)
    }
    self.broken = nil
  }

  /// Says so where samples of `frame`, of which silence is made, are no numbers.
  func noteOddities(of frame: borrowing Frame) {
    guard let first = AudioBuffer.firstOddity(of: frame) else { return }
    let place = frame.timestamp.map { feed.clock($0) } ?? placer.tail ?? target
    remark(
      "samples of the sound are no numbers; there is silence instead", at: place + Int64(first))
  }

  /// A problem that occurred while a section was decoded.
  struct Problem {
    /// libav's error.
    var error: AVError
    /// The source time from which sound is missing, or at which it continued or ended.
    var time: Time
    /// The note on it if the sound goes on nevertheless; nil if it is an error.
    var note: String?
  }

  /// A problem that occurred before a place that is not known yet.
  struct Break {
    /// The first error.
    var error: AVError
    /// The number of packets that failed in a row.
    var count: Int
    /// The clock position from which sound is missing, if it is known.
    var hole: Int64?
    /// True if a packet that failed does not begin like a tag.
    var isSound: Bool
    /// The clock positions that the first packet that failed has by its timestamp; nil without one.
    var packet: Range<Int64>?
  }
}

// MARK: - Noting and reporting

extension AudioStreamSource {
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
      isSound: broken?.isSound ?? false || !(sent?.isTag ?? true),
      packet: broken?.packet ?? sent.flatMap(feed.place))
  }

  /// Says that something of the sound is missing from clock position `place` on, which is no reason to end.
  func remark(_ message: String, at place: Int64) {
    guard problem == nil else { return }
    let error = AVError(unreadable: "decode \(codec)", because: message)
    problem = Problem(error: error, time: feed.time(of: place), note: message)
  }

  func report(_ error: AVError, at hole: Int64? = nil) {
    if problem.map({ $0.note != nil }) ?? true {
      let place = hole ?? placer.tail ?? target
      problem = Problem(error: error, time: feed.time(of: place))
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
