// SPDX-License-Identifier: Apache-2.0

import Base
public import RenderProtocol

extension AudioProgram {
  /// The audio as intervals that are mixed one by one and, in a row, are the whole mix.
  ///
  /// Borders are where a clip starts or ends. Between two of them more than 12 s apart there are
  /// others, at every 10 s of the source that has sounded longest there, none nearer than 2 s to
  /// either: they belong to the source, so that a clip which moves in the film takes its chunks along.
  ///
  /// A span shorter than a second (or than two, where a clip begins that goes on, as in a
  /// crossfade) goes along with the one after it, the last before a silence with the one before it.
  /// In a row of short ones some are the end of a chunk all the same; their own contents decide
  /// which, so that an edit among them moves only the next few borders. Silence around chunks is
  /// left out of them, and so is all silence of a second or more.
  public func divided() -> [AudioInterval<AudioProgram>] {
    var division = AudioDivision(self)
    division.divide()
    return division.intervals()
  }
}

private struct AudioDivision {
  /// Samples in which the same clips sound, or those of a chunk.
  private struct Span {
    var range: Range<Int64>
    /// Indices of the clips that sound, ascending.
    var clips: [Int]

    var count: Int64 { Int64(range.count) }
  }

  /// An audible clip of the program, or of the mix that a clip plays, at its place in the program.
  private struct Sounding {
    var clip: AudioClip
    /// The index of the program's clip.
    var owner: Int
    /// True if the clips in it are listed, too.
    var isBus = false
  }

  private let program: AudioProgram
  private let clips: [AudioClip]
  private let sounding: [Sounding]
  /// Of each clip whose mix has clips that are listed, where all of these up to one have ended.
  private var ends: [Int: [Int64]] = [:]

  private let second: Int64
  private let grid: Int64
  /// A span that is not longer is not divided.
  private let longest: Int64
  /// Shorter spans are gathered.
  private let short: Int64
  /// A gathered span of this length is not extended without need; the pieces of a long span are no
  /// shorter.
  private let enough: Int64
  /// Short spans are not gathered beyond this.
  private let limit: Int64

  /// The next chunk; it starts and ends with a span that has audible clips.
  private var gathered: [Span] = []
  private var chunks: [Span] = []

  init(_ program: AudioProgram) {
    self.program = program
    second = Int64(program.sampleRate)
    var clips = AudioDivision.joined(program.clips, program.sampleRate)
    var sounding: [Sounding] = []
    for index in clips.indices {
      guard clips[index].isBus, let mix = clips[index].mix else {
        sounding.append(Sounding(clip: clips[index], owner: index))
        continue
      }
      let inner = AudioDivision.joined(mix.program.clips, program.sampleRate)
      clips[index].mix?.program.clips = inner
      var end: Int64 = 0
      ends[index] = inner.map {
        end = max(end, $0.start + $0.count)
        return end
      }
      let bus = clips[index]
      let shift = bus.start + mix.start - bus.firstSample(program.sampleRate)
      let range = bus.start..<(bus.start + bus.count)
      for var clip in inner {
        clip.start += shift
        let heard = (clip.start..<(clip.start + clip.count)).clamped(to: range)
        guard !heard.isEmpty else { continue }
        let skipped = Time(heard.lowerBound - clip.start, over: Int64(program.sampleRate))
        clip.sourceStart = clip.sourceStart + skipped
        (clip.start, clip.count) = (heard.lowerBound, Int64(heard.count))
        sounding.append(Sounding(clip: clip, owner: index))
      }
      sounding.append(Sounding(clip: bus, owner: index, isBus: true))
    }
    self.clips = clips
    let isPlain = ends.isEmpty
    if !isPlain {
      // Sorting is stable only with the places in it.
      sounding = sounding.enumerated().sorted {
        ($0.element.clip.start, $0.offset) < ($1.element.clip.start, $1.offset)
      }.map(\.element)
    }
    self.sounding = sounding
    grid = (isPlain ? 10 : 20) * second
    longest = (isPlain ? 12 : 24) * second
    short = (isPlain ? 1 : 5) * second
    enough = (isPlain ? 2 : 8) * second
    limit = (isPlain ? 8 : 20) * second
  }

  /// The clips, those that go on where another stops as one with it: cutting a clip in two changes
  /// no chunk.
  private static func joined(_ clips: [AudioClip], _ sampleRate: Int) -> [AudioClip] {
    struct Continuation: Hashable {
      var file: MediaFile
      var stream: Int
      var channels: [Int]?
      var zero: Time
      var remap: AudioRemap?
      var gains: [Gain]
      /// On the source's clock and in the mix.
      var sample, time: Int64
    }
    var result: [AudioClip] = []
    var ends: [Continuation: Int] = [:]
    for clip in clips where clip.count > 0 {
      let isSteady =
        clip.chain == nil
        && clip.gains.allSatisfy {
          switch $0 {
          case .constant, .routed: true
          case .keys(let keys, _, let during): keys.count == 1 && during == nil
          }
        }
      guard isSteady else {
        result.append(clip)
        continue
      }
      let first = clip.firstSample(sampleRate)
      var place = Continuation(
        file: clip.file, stream: clip.stream, channels: clip.channels, zero: clip.zero,
        remap: clip.remap,
        gains: clip.gains, sample: first, time: clip.start)
      let index = ends.removeValue(forKey: place)
      place.sample += clip.count
      place.time += clip.count
      ends[place] = index ?? result.count
      if let index { result[index].count += clip.count } else { result.append(clip) }
    }
    return result
  }

  /// Finds the chunks.
  mutating func divide() {
    for span in spans() {
      if span.clips.isEmpty {
        if span.count >= second { close() } else if !gathered.isEmpty { gathered.append(span) }
      } else {
        for piece in pieces(of: span) { gather(piece) }
      }
    }
    close()
  }

  /// The chunks and the silence between them.
  func intervals() -> [AudioInterval<AudioProgram>] {
    var result: [AudioInterval<AudioProgram>] = []
    var end: Int64 = 0
    for chunk in chunks {
      // What sounds at the end goes on far enough to be faded over.
      let window =
        chunk.range
        .lowerBound..<min(
          chunk.range.upperBound + AudioProgram.overlap, program.sampleCount)
      var heard: [AudioClip] = []
      var underWay = 0
      for index in owners(of: chunk) {
        guard let slice = clips[index].slice(window, sampleRate: program.sampleRate) else {
          continue
        }
        heard.append(slice.trimmed(program.sampleRate, ends: ends[index]))
        if clips[index].start < chunk.range.lowerBound { underWay += 1 }
      }
      // Faded out all the time it is silence, too.
      if heard.isEmpty { continue }
      if chunk.range.lowerBound > end { result.append(.silence(chunk.range.lowerBound - end)) }
      result.append(
        .chunk(
          AudioProgram(
            sampleRate: program.sampleRate, sampleCount: chunk.count, clips: heard,
            underWay: underWay, layout: program.layout)))
      end = chunk.range.upperBound
    }
    if end < program.sampleCount { result.append(.silence(program.sampleCount - end)) }
    return result
  }

  /// The clips of the program that sound in a chunk, in its order.
  private func owners(of chunk: Span) -> [Int] {
    if ends.isEmpty { return chunk.clips }
    return Set(chunk.clips.map { sounding[$0].owner }).sorted()
  }

  // MARK: - Borders

  private func spans() -> [Span] {
    var borders = [0, program.sampleCount]
    for place in sounding {
      borders.append(place.clip.start)
      borders.append(place.clip.start + place.clip.count)
    }
    borders = borders.filter { (0...program.sampleCount).contains($0) }.sorted()
    var spans: [Span] = []
    var heard: [Int] = []
    var next = 0
    for (first, last) in zip(borders, borders.dropFirst()) where first < last {
      heard.removeAll { sounding[$0].clip.start + sounding[$0].clip.count <= first }
      while next < sounding.count, sounding[next].clip.start <= first {
        heard.append(next)
        next += 1
      }
      spans.append(Span(range: first..<last, clips: heard))
    }
    return spans
  }

  /// A long span, divided at whole multiples of the grid on the clock of its first clip's source.
  private func pieces(of span: Span) -> [Span] {
    guard span.count > longest else { return [span] }
    let clip = source(of: span)
    let shift = clip.firstSample(program.sampleRate) - clip.start
    var border = span.range.lowerBound + enough
    let past = (border + shift) % grid
    border += past > 0 ? grid - past : -past
    var pieces: [Span] = []
    var start = span.range.lowerBound
    while border <= span.range.upperBound - enough {
      pieces.append(Span(range: start..<border, clips: span.clips))
      start = border
      border += grid
    }
    pieces.append(Span(range: start..<span.range.upperBound, clips: span.clips))
    return pieces
  }

  /// The longest-running clip in `span`; of tracks that go through filters, one of their clips.
  private func source(of span: Span) -> AudioClip {
    sounding[span.clips.first { !sounding[$0].isBus } ?? span.clips[0]].clip
  }

  // MARK: - Gathering

  private var gatheredCount: Int64 {
    guard let first = gathered.first, let last = gathered.last else { return 0 }
    return last.range.upperBound - first.range.lowerBound
  }

  private mutating func gather(_ span: Span) {
    let isShort = isShort(span)
    if gatheredCount >= enough, !isShort || gatheredCount + span.count > limit { flush() }
    gathered.append(span)
    if !isShort || gatheredCount >= enough && isEnd(span) { flush() }
  }

  private func isShort(_ span: Span) -> Bool {
    if span.count < short { return true }
    return span.count < enough
      && span.clips.contains {
        let clip = sounding[$0].clip
        return clip.start == span.range.lowerBound
          && clip.start + clip.count > span.range.upperBound
      }
  }

  /// Returns true if a short span ends the chunk being gathered: one in four does.
  private func isEnd(_ span: Span) -> Bool {
    let clip = source(of: span)
    let sample = clip.firstSample(program.sampleRate) + span.range.lowerBound - clip.start
    var hash = UInt64(bitPattern: sample)
    for byte in clip.file.digest.hex.utf8.prefix(16) {
      hash = (hash ^ UInt64(byte)) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash >> 29
    }
    return hash % 4 == 0
  }

  /// Makes a chunk of the gathered spans, without silence at its end.
  private mutating func flush() {
    while let last = gathered.last, last.clips.isEmpty { gathered.removeLast() }
    guard let first = gathered.first, let last = gathered.last else { return }
    chunks.append(
      Span(
        range: first.range.lowerBound..<last.range.upperBound,
        clips: AudioDivision.union(gathered)))
    gathered = []
  }

  /// Makes a chunk of the spans gathered before a silence; a short one is appended to the previous chunk.
  private mutating func close() {
    let before = chunks.count
    flush()
    guard chunks.count > before, before > 0 else { return }
    let (last, previous) = (chunks[before], chunks[before - 1])
    guard last.count < second, previous.range.upperBound == last.range.lowerBound,
      previous.count <= longest
    else { return }
    chunks.removeLast()
    chunks[before - 1] = Span(
      range: previous.range.lowerBound..<last.range.upperBound,
      clips: AudioDivision.union([previous, last]))
  }

  private static func union(_ spans: [Span]) -> [Int] {
    var clips: [Int] = []
    for index in spans.flatMap(\.clips).sorted() where index != clips.last { clips.append(index) }
    return clips
  }
}
