// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import RenderProtocol

/// Opens the sources of clips, and keeps a few open for reuse.
///
/// Within a program, a clip that continues where another has stopped continues its decoder without a seek.
/// Between programs, a source is kept only to avoid opening its file again: it is reset to the state of a newly
/// opened one, so earlier mixes do not affect samples.
final class AudioPool {
  private struct Key: Hashable {
    var path: String
    var digest: Fingerprint
    var stream: Int
    var channels: [Int]?
    var zero: Time
    var drift: Time?
    var remap: AudioRemap?

    init(_ clip: AudioClip) {
      (path, digest) = (clip.file.path, clip.file.digest)
      (stream, channels, zero, remap) = (clip.stream, clip.channels, clip.zero, clip.remap)
      drift = clip.drift
    }
  }

  private struct Entry {
    var key: Key
    var sound: RemappedAudio
    /// The state of the files when it was opened; nil if unknown.
    var files: [FileStamp]?
  }

  private static let idleLimit = 4
  private static let restingLimit = 8

  private var rate = 0
  private var layout = ChannelLayout.stereo
  private var keepsGoing = false
  /// Sources that this program has used.
  private var idle: [Entry] = []
  /// Sources that earlier programs have used, the latest last.
  private var resting: [Entry] = []
  /// The files of sources in use.
  private var marks: [ObjectIdentifier: [FileStamp]] = [:]
  private var converters: [Int: RateConverter] = [:]
  /// The same for sounds that are played at these speeds.
  private var pacers: [Time: RateConverter] = [:]

  /// Starts a program at `rate` samples per second, mixed on the channels of `layout`, in which mixes that are sources are silent after errors in media if
  /// it `keepsGoing`.
  func begin(rate: Int, layout: ChannelLayout, keepsGoing: Bool) {
    if rate != self.rate || layout != self.layout || keepsGoing != self.keepsGoing {
      (idle, resting, converters, pacers) = ([], [], [:], [:])
      (self.rate, self.layout, self.keepsGoing) = (rate, layout, keepsGoing)
    }
    marks = [:]
    for entry in idle { rest(entry) }
    idle = []
  }

  /// A source for `clip`, to be read from `first` of the clock that it is played on.
  func take(for clip: AudioClip, from first: Int64) throws(AVError) -> RemappedAudio {
    let key = Key(clip)
    var best: (index: Int, distance: Int64)?
    for (index, candidate) in idle.enumerated() where candidate.key == key {
      let distance = candidate.sound.distance(to: first) ?? Int64.max
      if best.map({ distance < $0.distance }) ?? true { best = (index, distance) }
    }
    if let best { return use(idle.remove(at: best.index)) }
    let files = AudioPool.stamps(of: clip)
    while let index = resting.lastIndex(where: { $0.key == key }) {
      let entry = resting.remove(at: index)
      if files != nil, entry.files == files, try entry.sound.renew(at: first) { return use(entry) }
    }
    let source = try open(clip)
    let sound: RemappedAudio
    if let remap = clip.remap {
      sound = try RemappedAudio(
        source, remap, rate: rate, layout: layout, converter: { pacer(at: $0) })
    } else {
      sound = RemappedAudio(source)
    }
    return use(Entry(key: key, sound: sound, files: files))
  }

  private func open(_ clip: AudioClip) throws(AVError) -> any PlayableAudio {
    if let mix = clip.mix { return MixedAudio(mix, layout: layout, keepsGoing: keepsGoing) }
    let source = try AudioStreamSource(
      path: clip.file.path, stream: clip.stream, channels: clip.channels, zero: clip.zero,
      drift: clip.drift, restarts: clip.file.restarts,
      uneven: clip.file.uneven?.first { $0.stream == clip.stream }, layout: layout)
    guard let drift = clip.drift else {
      return ClockedAudio(source, converter: converter(from: source.rate))
    }
    let speed = Time(Int64(source.rate), over: Int64(rate)) / drift
    return ClockedAudio(source, converter: pacer(at: speed))
  }

  /// The state of all files that `clip` is read from; nil where one is unknown.
  private static func stamps(of clip: AudioClip) -> [FileStamp]? {
    let leaves = clip.mix?.program.leaves ?? [clip]
    let paths = Set(leaves.map(\.file.path)).sorted()
    let stamps = paths.compactMap { try? FileStamp(of: $0) }
    return stamps.count == paths.count ? stamps : nil
  }

  /// Returns the source of a clip that has ended.
  func give(_ sound: RemappedAudio, of clip: AudioClip) {
    let files = marks.removeValue(forKey: ObjectIdentifier(sound))
    idle.append(Entry(key: Key(clip), sound: sound, files: files))
    if idle.count > AudioPool.idleLimit { rest(idle.removeFirst()) }
  }

  private func use(_ entry: Entry) -> RemappedAudio {
    marks[ObjectIdentifier(entry.sound)] = entry.files
    return entry.sound
  }

  private func rest(_ entry: Entry) {
    resting.append(entry)
    if resting.count > AudioPool.restingLimit { resting.removeFirst() }
  }

  /// Converters are cached because computing their coefficients is slow.
  private func converter(from source: Int) -> RateConverter? {
    if source == rate { return nil }
    if let known = converters[source] { return known }
    if converters.count == 4 { converters = [:] }
    let made = RateConverter(from: source, to: rate)
    converters[source] = made
    return made
  }

  private func pacer(at speed: Time) -> RateConverter {
    if let known = pacers[speed] { return known }
    if pacers.count == 4 { pacers = [:] }
    let made = RateConverter(speed: speed)
    pacers[speed] = made
    return made
  }
}
