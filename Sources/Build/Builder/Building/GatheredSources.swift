// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Host
import Planning
import RenderProtocol
import Synchronization

/// Streams with few key frames that the pieces of a build show in another order than their own.
///
/// Whoever shows a frame has to decode all that lies between the key frame before it and that frame. Where pieces would decode
/// most of a stream time and again, it is decoded once, before the first of them, and what they show of it is kept in a file
/// for as long as the build takes. Frames do not depend on where they come from.
final class GatheredSources: Sendable {
  /// A video stream.
  struct Stream: Hashable, Sendable {
    var file: MediaFile
    var stream: Int
  }

  private enum State {
    case wanted
    /// It is decoded by one; others wait for it.
    case begun([CheckedContinuation<String?, Never>])
    /// The path of its frames; nil where there are none.
    case ended(String?)
  }

  /// The container times that are kept of each stream.
  private let stretches: [Stream: [TimeRange]]
  private let states: Mutex<[Stream: State]>

  /// Less is not worth a pass of its own, in seconds of a stream that would be decoded again.
  private static let leastSaved = Time(30)
  /// No more of a stream is kept, in bytes.
  private static let mostBytes: Int64 = 8 << 30

  /// The used range of a stream, and the renderer that shows it.
  fileprivate struct Use {
    var range: TimeRange
    var renderer: Int
  }

  /// Finds such streams for `pieces`, which are in film order and dealt out to `jobs` renderers; `facts` says what is known of
  /// a file.
  init(for pieces: [Piece], jobs: Int, facts: (Fingerprint) -> VideoFacts?) {
    var uses: [Stream: [Use]] = [:]
    var reads: [Stream: VideoRead] = [:]
    for (index, piece) in pieces.enumerated() {
      guard case .segment(let segment) = piece.kind, !segment.isCopied else { continue }
      for part in segment.program.parts {
        for read in part.layers.plainReads {
          let stream = Stream(file: read.file, stream: read.stream)
          reads[stream] = read
          let rate = segment.program.canvas.rate
          let range = TimeRange(
            read.map.sourceTime(0, rate: rate),
            read.map.sourceTime(part.frameCount - 1, rate: rate))
          // About as the scheduler divides them.
          uses[stream, default: []].append(
            Use(range: range, renderer: index * jobs / pieces.count))
        }
      }
    }
    var stretches: [Stream: [TimeRange]] = [:]
    for (stream, uses) in uses {
      guard let keys = facts(stream.file.digest)?.keyFrames, let zero = reads[stream]?.zero,
        DecodingCost(of: uses, keyFrames: keys).isSaved(atLeast: Self.leastSaved)
      else { continue }
      stretches[stream] = Self.joined(uses.map(\.range)).map {
        TimeRange($0.start + zero, $0.end + zero)
      }
    }
    self.stretches = stretches
    states = Mutex(stretches.mapValues { _ in .wanted })
  }

  /// Ranges that lie apart, ascending.
  private static func joined(_ ranges: [TimeRange]) -> [TimeRange] {
    var result: [TimeRange] = []
    for range in ranges.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      if let last = result.last, range.start <= last.end {
        result[result.count - 1] = TimeRange(last.start, max(last.end, range.end))
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// The files of frames for `piece`; those that are not there yet are made by `make` first.
  func files(
    for piece: Piece, _ make: (GatherRequest) async throws -> Void,
    path: () throws -> String, threads: Int
  ) async -> [GatheredFile]? {
    guard !stretches.isEmpty, case .segment(let segment) = piece.kind, !segment.isCopied else {
      return nil
    }
    var files: [GatheredFile] = []
    var seen: Set<Stream> = []
    for read in segment.program.parts.flatMap(\.layers.plainReads) {
      let stream = Stream(file: read.file, stream: read.stream)
      guard let stretches = stretches[stream], seen.insert(stream).inserted else { continue }
      if isFirst(stream) {
        // What cannot be kept is decoded by each piece.
        var made: String?
        if let output = try? path() {
          let request = GatherRequest(
            stream.file, stream: stream.stream, stretches: stretches, output: output,
            decoderThreads: threads, mostBytes: Self.mostBytes)
          do {
            try await make(request)
            made = output
          } catch { try? Disk.remove(output) }
        }
        end(stream, made)
      }
      if let path = await made(of: stream) {
        files.append(GatheredFile(of: stream.file.digest, stream: stream.stream, at: path))
      }
    }
    return files.isEmpty ? nil : files
  }

  /// Returns true if the caller has to gather the frames of `stream`.
  private func isFirst(_ stream: Stream) -> Bool {
    states.withLock { states in
      guard case .wanted = states[stream] else { return false }
      states[stream] = .begun([])
      return true
    }
  }

  private func end(_ stream: Stream, _ path: String?) {
    let waiting = states.withLock { states in
      defer { states[stream] = .ended(path) }
      if case .begun(let waiting) = states[stream] { return waiting }
      return []
    }
    for continuation in waiting { continuation.resume(returning: path) }
  }

  private func made(of stream: Stream) async -> String? {
    await withCheckedContinuation { continuation in
      let known: String?? = states.withLock { states in
        switch states[stream] {
        case .begun(let waiting):
          states[stream] = .begun(waiting + [continuation])
          return nil
        case .ended(let path): return .some(path)
        case .wanted, nil: return .some(nil)
        }
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  /// Removes all files of frames.
  func remove() {
    let paths = states.withLock { states in
      states.values.compactMap { state -> String? in
        if case .ended(let path) = state { path } else { nil }
      }
    }
    for path in paths { try? Disk.remove(path) }
  }
}

/// The cost of decoding a stream for its uses.
private struct DecodingCost {
  /// One after the other, in seconds.
  private var plain = Time.zero
  /// In one pass, with what is kept.
  private var gathered = Time.zero

  /// For `uses`, each from the first frame to the last, shown in their order by each renderer.
  init(of uses: [GatheredSources.Use], keyFrames: [Time]) {
    func key(_ time: Time) -> Time {
      let index = keyFrames.partitioningIndex { $0 > time }
      return index == 0 ? .zero : keyFrames[index - 1]
    }
    var position: (time: Time, renderer: Int)?
    var ends: [Time: Time] = [:]
    for use in uses {
      let range = use.range
      let key = key(range.start)
      if let position, position.renderer == use.renderer, position.time <= range.start,
        position.time >= key
      {
        plain = plain + range.end - position.time
      } else {
        plain = plain + range.end - key
      }
      position = (range.end, use.renderer)
      ends[key] = max(ends[key] ?? range.end, range.end)
      // Keeping a frame and reading it again takes about as long as decoding one.
      gathered = gathered + range.end - range.start
    }
    gathered = ends.reduce(gathered) { $0 + $1.value - $1.key }
  }

  /// Returns true if one pass takes less than half, and `least` seconds less.
  func isSaved(atLeast least: Time) -> Bool {
    plain > gathered * Time(2) && plain - gathered > least
  }
}

extension [Layer] {
  /// The streams of which they show one frame after the other as it is decoded, at the pace of the part.
  fileprivate var plainReads: [VideoRead] {
    flatMap { layer -> [VideoRead] in
      if layer.pace != nil { return [] }
      guard case .picture(let picture) = layer.content else {
        return layer.stacks.flatMap(\.plainReads)
      }
      guard case .video(let read) = picture.source, read.between == nil, read.fields == nil,
        read.map.speed >= .zero, read.map.period == nil
      else { return [] }
      return [read]
    }
  }
}
