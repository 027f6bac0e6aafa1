// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV

/// Finds the picture with which a stream begins to be shown.
///
/// A recording of a broadcast begins anywhere, with pictures that refer to some that are not there. So do those around a
/// first key frame that precede it on the screen (an open GOP).
struct OpeningScan {
  private enum State {
    case start
    /// No key frame has been there.
    case before
    /// Behind the key frame at `entry`, up to the next one.
    case leading
    case shown
  }

  private let info: StreamInfo
  private let format: String
  private var state = State.start
  private var packets = 0
  private var isAmid = false
  private var entry: Int64?
  /// The earliest time of the hidden pictures; nil if none is hidden.
  private(set) var hidden: Int64?
  /// The number of hidden pictures.
  private(set) var hiddenCount = 0

  init(_ info: StreamInfo, of demuxer: borrowing Demuxer) {
    (self.info, format) = (info, demuxer.format)
  }

  /// Returns true if the next picture is hidden.
  mutating func hides(_ packet: borrowing Packet) -> Bool {
    let time = packet.presentation ?? packet.decoding
    if state == .start {
      isAmid = beginsAmid(packet)
      let mayHide = packet.isKey ? info.codec == "h264" : waits
      state = mayHide ? .before : .shown
    }
    defer { packets += 1 }
    switch state {
    case .start, .shown: return false
    case .before:
      // Without its time it is not known what precedes it.
      if packet.isKey, !isBorrowed, packet.presentation != nil || !isBroadcast {
        (state, entry) = (.leading, packet.presentation)
        return false
      }
    case .leading:
      if packet.isKey { state = .shown }
      guard !packet.isKey, time ?? .max < entry ?? .min else { return false }
    }
    hiddenCount += 1
    hidden = [hidden, time].compactMap(\.self).min()
    return true
  }

  /// True if no packet was an entry for decoding.
  var hasNoEntry: Bool { state == .before }

  /// Where pictures begin to be shown; nil where all are, and refer to none that is not there.
  var opening: PictureOpening? {
    guard hidden != nil || isAmid, let entry else { return nil }
    return PictureOpening(
      stream: info.index, entry: Time(ticks: entry, base: info.timeBase), isAmid: isAmid)
  }

  private var isBroadcast: Bool { ["mpegts", "mpeg"].contains(format) }

  /// True if a stream that begins without a key frame is a part of a recording.
  ///
  /// libavformat does not mark every key frame of other codecs.
  private var waits: Bool {
    isBroadcast && ["mpeg1video", "mpeg2video", "mpeg4", "h264", "hevc"].contains(info.codec)
  }

  /// In a program stream, libavformat gives the time of a picture to what is left of the one before it.
  private var isBorrowed: Bool { format == "mpeg" && packets == 1 }

  /// True for a first packet of H.264 without an IDR picture (7.4.1.2.4 of ITU-T H.264) in a stream that may begin anywhere.
  private func beginsAmid(_ packet: borrowing Packet) -> Bool {
    guard isBroadcast, info.codec == "h264" else { return false }
    let bytes = packet.bytes
    return !bytes.indices.dropLast(3).contains {
      bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] == 1 && bytes[$0 + 3] & 0x1F == 5
    }
  }
}
