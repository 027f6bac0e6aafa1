// SPDX-License-Identifier: Apache-2.0

public import Base
import CFFmpeg

/// A chapter as stored in a container.
public struct ChapterTags: Hashable, Sendable {
  /// The title; nil if there is none or it is not valid text.
  public var title: String?
  /// Start and end in the container's time.
  public var time: TimeRange

  /// The chapter `title` during `time`.
  public init(title: String?, time: TimeRange) {
    self.title = title
    self.time = time
  }
}

extension Demuxer {
  /// The container's timecode of the first frame; nil if there is none.
  public var timecode: String? { tag("timecode", in: pointer.pointee.metadata) }

  /// Where the container says that it was recorded, in its own words; as ISO 6709 has it where it is right.
  public var locations: [String] {
    ["location", "com.apple.quicktime.location.ISO6709"].compactMap {
      tag($0, in: pointer.pointee.metadata)
    }
  }

  /// The container's recording time, in seconds since 1970-01-01.
  public var creation: Time? { creationTime(in: pointer.pointee.metadata) }

  /// The first `count` chapters with valid times, in the container's order.
  public func chapters(atMost count: Int) -> [ChapterTags] {
    var chapters: [ChapterTags] = []
    for index in 0..<Int(pointer.pointee.nb_chapters) where chapters.count < count {
      guard let chapter = pointer.pointee.chapters[index]?.pointee,
        chapter.time_base.num > 0, chapter.time_base.den > 0,
        let start = sane(chapter.start), let end = sane(chapter.end)
      else { continue }
      let base = Time(chapter.time_base)
      let time = TimeRange(Time(ticks: start, base: base), Time(ticks: end, base: base))
      if time.isEmpty { continue }
      chapters.append(ChapterTags(title: tag("title", in: chapter.metadata), time: time))
    }
    return chapters
  }
}

extension Muxer {
  /// Sets the container's tag `name` to `value`; call it before `start`.
  public mutating func setTag(_ name: String, to value: String) throws(AVError) {
    try check(av_dict_set(&pointer.pointee.metadata, name, value, 0), "say its '\(name)'")
  }

  /// Sets the tag `name` of a stream to `value`; call it before `start`.
  public mutating func setTag(
    _ name: String, ofStream stream: Int, to value: String
  ) throws(AVError) {
    guard let stream = pointer.pointee.streams[stream] else { return }
    try check(av_dict_set(&stream.pointee.metadata, name, value, 0), "say its '\(name)'")
  }

  /// Sets the chapters; call it once, before `start`.
  public mutating func setChapters(_ chapters: [ChapterTags]) throws(AVError) {
    precondition(pointer.pointee.nb_chapters == 0, "chapters are given once")
    let call = "write its chapters"
    let size = MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
    guard let memory = av_calloc(max(1, chapters.count), size) else { throw AVError.noMemory(call) }
    // The context frees this memory.
    let list = memory.bindMemory(
      to: UnsafeMutablePointer<AVChapter>?.self, capacity: max(1, chapters.count))
    pointer.pointee.chapters = list
    for (index, chapter) in chapters.enumerated() {
      guard let memory = av_mallocz(MemoryLayout<AVChapter>.stride) else {
        throw AVError.noMemory(call)
      }
      let made = memory.bindMemory(to: AVChapter.self, capacity: 1)
      list[index] = made
      pointer.pointee.nb_chapters = UInt32(index + 1)
      made.pointee.id = Int64(index + 1)
      made.pointee.time_base = AVRational(num: 1, den: 1_000_000_000)
      made.pointee.start = (chapter.time.start * Time(1_000_000_000)).rounded
      made.pointee.end = (chapter.time.end * Time(1_000_000_000)).rounded
      // The MP4 muxer omits chapters without a title and extends the previous one.
      try check(av_dict_set(&made.pointee.metadata, "title", chapter.title ?? "", 0), call)
    }
  }
}

/// The value of `name` in `dictionary`; nil if it is absent or not valid text.
func tag(_ name: String, in dictionary: OpaquePointer?) -> String? {
  guard let value = av_dict_get(dictionary, name, nil, 0)?.pointee.value else { return nil }
  return String(validatingCString: value)
}

/// The recording time in `dictionary`, in seconds since 1970-01-01.
func creationTime(in dictionary: OpaquePointer?) -> Time? {
  // Only complete UTC timestamps are accepted: libavutil would complete others with today's date or the local
  // time zone.
  guard let text = tag("creation_time", in: dictionary), (10...40).contains(text.utf8.count),
    text.utf8.prefix(4).allSatisfy({ (48...57).contains($0) }),
    text.utf8.dropFirst(4).first == UInt8(ascii: "-"), text.utf8.last == UInt8(ascii: "Z")
  else { return nil }
  var microseconds: Int64 = 0
  guard av_parse_time(&microseconds, text, 0) >= 0, let sane = sane(microseconds) else {
    return nil
  }
  return Time(sane, over: 1_000_000)
}
