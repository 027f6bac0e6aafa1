// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
public import RenderProtocol

/// Reads a text stream of a file, as texts with tags of ASS, and lists the file's streams of subtitles.
///
/// Times are rounded to the millisecond, as files of subtitles have them.
public func readTexts(_ request: TextStreamRequest) throws(RenderFailure) -> TextStreamFacts {
  var facts = TextStreamFacts()
  var scan: TextScan
  do throws(AVError) {
    var demuxer = try Demuxer(path: request.path, depth: .packets)
    let streams = demuxer.subtitles
    facts.streams = streams.map { stream in
      TextStreamFacts.Stream(
        .init(stream.kind), codec: stream.codec, language: stream.language.flatMap(plainTag))
    }
    let texts = streams.filter { $0.kind == .text }
    guard texts.indices.contains(request.stream) else { return facts }
    let stream = texts[request.stream]
    demuxer.select([stream.index])
    scan = TextScan(timeBase: stream.timeBase, zero: request.start)
    var decoder = try Decoder(stream: stream.index, of: demuxer, isStrict: false)
    let packet = try Packet()
    do throws(AVError) {
      while !scan.isTooLarge, try demuxer.read(into: packet) {
        CrashBreadcrumbs.touch()
        if packet.stream == stream.index { try scan.take(packet, &decoder) }
      }
    } catch {
      // The texts before the damage can be used; probing reports it.
      guard error.kind == .invalidData || error.kind == .other else { throw error }
    }
  } catch { throw RenderFailure(reading: error) }
  guard !scan.isTooLarge else {
    let limits = TextStreamFacts.limits
    throw RenderFailure(
      kind: .limit,
      message: "a text stream has at most \(limits.texts) texts and \(limits.bytes >> 20) MB")
  }
  (facts.texts, facts.lost) = (scan.finished, scan.lost)
  return facts
}

/// The texts of one stream, packet by packet.
private struct TextScan {
  let timeBase: Time
  /// The time of the container that is 0 in source time.
  let zero: Time
  private(set) var lost = 0
  private var texts: [TextStreamFacts.Text] = []
  private var bytes = 0

  /// A packet of more bytes holds no text that anybody reads.
  private static let packetLimit = 1_000_000
  /// The duration of the last text of a stream that states none, in milliseconds.
  private static let lastLength: Int64 = 5_000

  init(timeBase: Time, zero: Time) { (self.timeBase, self.zero) = (timeBase, zero) }

  /// True if there are more texts or bytes than the limits allow.
  var isTooLarge: Bool {
    texts.count + lost > TextStreamFacts.limits.texts || bytes > TextStreamFacts.limits.bytes
  }

  /// Takes the texts of a packet of the stream; what cannot be decoded is lost.
  mutating func take(_ packet: borrowing Packet, _ decoder: inout Decoder) throws(AVError) {
    // An empty packet ends the text before it.
    if packet.bytes.isEmpty { return }
    guard let ticks = packet.presentation, packet.bytes.count <= Self.packetLimit else {
      lost += 1
      return
    }
    let start = milliseconds(Time(ticks: ticks, base: timeBase) - zero)
    var end = start
    if packet.duration > 0 {
      let exact = Time(ticks: ticks, base: timeBase) + Time(ticks: packet.duration, base: timeBase)
      end = max(start + 1, milliseconds(exact - zero))
    }
    let lines: [String]
    do throws(AVError) { lines = try decoder.texts(of: packet) } catch {
      guard error.kind == .invalidData || error.kind == .other else { throw error }
      lost += 1
      return
    }
    let settings = packet.cueSettings
    for line in lines {
      guard let text = text(of: line) else { continue }
      guard text.utf8.count <= TextStreamFacts.textLimit else {
        lost += 1
        continue
      }
      bytes += text.utf8.count + settings.utf8.count
      texts.append(TextStreamFacts.Text(start, end, text, settings: plain(settings)))
    }
  }

  /// All texts by their start; one without an end is shown until the next one starts.
  var finished: [TextStreamFacts.Text] {
    var sorted = texts.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }.map(\.element)
    var next: Int64?
    for index in sorted.indices.reversed() {
      let start = sorted[index].start
      if index + 1 < sorted.count, sorted[index + 1].start > start {
        next = sorted[index + 1].start
      }
      if sorted[index].end <= start { sorted[index].end = next ?? start + Self.lastLength }
    }
    return sorted
  }

  /// The text of a line of ASS, which is behind the eighth comma.
  private func text(of line: String) -> String? {
    var rest = line.utf8[...]
    for _ in 0..<8 {
      guard let comma = rest.firstIndex(of: UInt8(ascii: ",")) else { return nil }
      rest = rest[rest.index(after: comma)...]
    }
    return plain(String(decoding: rest, as: UTF8.self))
  }

  /// The text without control characters.
  private func plain(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 32 || $0 == 127 }) else { return text }
    return String(decoding: text.utf8.filter { $0 >= 32 && $0 != 127 }, as: UTF8.self)
  }

  /// Within three hundred years of the start.
  private func milliseconds(_ time: Time) -> Int64 {
    min(max((time * Time(1000)).rounded, -10_000_000_000_000), 10_000_000_000_000)
  }
}

/// A language tag that can be shown; nil for anything else, and for the one of no language.
func plainTag(_ text: String) -> String? {
  let isTag =
    (1...35).contains(text.utf8.count) && text != "und"
    && text.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || byte == UInt8(ascii: "-")
    }
  return isTag ? text : nil
}

/// The title of a stream as it can be shown; nil for one of nothing.
func plainTitle(_ text: String) -> String? {
  let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control }
  let title = String(String.UnicodeScalarView(text.unicodeScalars.filter { !isControl($0) }))
  return title.isEmpty ? nil : String(title.prefix(200))
}

extension TextStreamFacts.Stream.Kind {
  fileprivate init(_ kind: SubtitleStream.Kind) {
    self =
      switch kind {
      case .text: .text
      case .pictures: .pictures
      case .other: .other
      }
  }
}
