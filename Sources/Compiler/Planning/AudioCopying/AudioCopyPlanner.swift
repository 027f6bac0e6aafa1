// SPDX-License-Identifier: Apache-2.0

package import Base
package import RenderProtocol
import Timeline

/// Why the sound of a film is mixed and encoded, in words that follow "encoded: ".
package struct AudioCopyObstacle: Error, Hashable {
  package var text: String

  init(_ text: String) { self.text = text }
}

/// Divides a film's sound into packets that are copied from its sources, and the rest.
///
/// All packets of a film lie on one grid. A clip's packets lie on it where its place in the film, and where
/// it is cut, happen to have it so (as with takes of a camera that divides what it records): what of the
/// others is heard is mixed and encoded, as is where clips meet. Sounds may be moved by up to a millisecond
/// for that, as the times of many containers are no more exact.
package struct AudioCopyPlanner {
  let program: AudioProgram
  let sources: [AudioOfFile: AudioFacts]
  /// The encoding of the rest.
  let encoding: AudioEncoding
  /// The channels that the project asks for; nil where whole sounds keep their own.
  let channels: ChannelLayout?
  /// Codecs that may be copied into the film's container.
  let codecs: [String]
  /// The filename extension of the film's container.
  let container: String

  /// The properties that all copied audio shares.
  private typealias Kind = PlainAudio.Kind

  /// The copied packets of an audio stream.
  package struct Division {
    package var copy: AudioCopy
    /// Why the rest is encoded; nil where there is none.
    package var obstacle: AudioCopyObstacle?
  }

  /// A planner for `program`, of whose files `sources` says what is known.
  ///
  /// - Parameters:
  ///   - encoding: The encoding of the rest.
  ///   - channels: The channels that the project asks for; nil where whole sounds keep their own.
  ///   - codecs: Those that may be copied into the film's container.
  ///   - container: The filename extension of that container.
  package init(
    program: AudioProgram, sources: [AudioOfFile: AudioFacts], encoding: AudioEncoding,
    channels: ChannelLayout?, codecs: [String], container: String
  ) {
    (self.program, self.sources, self.encoding) = (program, sources, encoding)
    (self.channels, self.codecs, self.container) = (channels, codecs, container)
  }

  /// The sources of the packets, or the reason why too few could be copied.
  package func plan() -> Result<Division, AudioCopyObstacle> {
    if program.clips.isEmpty { return .failure(AudioCopyObstacle("there is no sound")) }
    if encoding.level?.loudness != nil || encoding.level?.peak != nil {
      return .failure(AudioCopyObstacle("its level is set"))
    }
    let found = plainSounds()
    let mixing = AudioCopyObstacle("it is mixed of \(program.clips.count) clips")
    guard let kind = prevailingKind(found.sounds) else { return .failure(found.obstacle ?? mixing) }
    let sounds = found.sounds.filter { $0.kind == kind }
    let count =
      (Time(program.sampleCount, over: Int64(program.sampleRate))
      * Time(Int64(kind.sampleRate))).rounded
    // Nothing else may be heard, not even where this is not.
    let heard = program.clips.count { $0.count > 0 }
    if sounds.count == 1, sounds[0].clips.count == heard, isWhole(sounds[0], of: count) {
      return .success(Division(copy: whole(sounds[0], count)))
    }
    if let obstacle = obstacle(to: sounds) { return .failure(obstacle) }
    let grid = AudioGrid(sounds, kind)
    let copy = grid.copy(of: program, count, encoding(beside: kind))
    guard copy.encodedSamples * 2 <= count else {
      return .failure(AudioCopyObstacle(grid.obstacle))
    }
    let isPartial = copy.encodedSamples > 0
    return .success(
      Division(copy: copy, obstacle: isPartial ? found.obstacle ?? grid.obstacleOfRest : nil))
  }

  /// Intervals of which packets might be copied, and what is in the way of most others; nil where
  /// there are no others.
  private func plainSounds() -> (sounds: [PlainAudio], obstacle: AudioCopyObstacle?) {
    var sounds: [PlainAudio] = []
    var obstacles = KeyWeights<String>()
    var rest = program.sampleCount
    for (index, range) in program.solos() {
      let clip = program.clips[index]
      rest -= Int64(range.count)
      guard let obstacle = obstacle(of: clip) else {
        guard let facts = sources[AudioOfFile(clip)],
          let sound = PlainAudio(index, of: program, in: range, facts)
        else { continue }
        if let last = sounds.last, last.isContinued(by: sound) {
          sounds[sounds.count - 1].heard = last.heard.lowerBound..<sound.heard.upperBound
          sounds[sounds.count - 1].clips += sound.clips
        } else {
          sounds.append(sound)
        }
        continue
      }
      obstacles.add(Int64(range.count), to: obstacle)
    }
    if rest > 0 { obstacles.add(rest, to: "it is mixed of \(program.clips.count) clips") }
    return (sounds, obstacles.greatest.first.map { AudioCopyObstacle($0) })
  }

  /// The obstacle to copying packets of `clip`.
  private func obstacle(of clip: AudioClip) -> String? {
    guard clip.gains.allSatisfy({ $0 == .constant(1) }) else { return "its volume is changed" }
    if clip.chain != nil { return "it goes through filters" }
    if clip.channels != nil { return "only some of its channels are heard" }
    if clip.remap != nil { return "it is played at another speed" }
    guard let facts = sources[AudioOfFile(clip)] else {
      return "another stream than the one that was probed"
    }
    guard codecs.contains(facts.codec) else {
      return facts.codec == encoding.codec
        ? "codec \(facts.codec) cannot be copied into \(container)"
        : "codec \(facts.codec), output \(encoding.codec)"
    }
    if let channels, facts.channels != channels.count {
      let count = facts.channels == 1 ? "one channel" : "\(facts.channels) channels"
      return "it has \(count), and the film is \(channels.rawValue)"
    }
    if let channels, let layout = facts.layout, !channels.isHeard(as: layout) {
      return "its channels are \(layout), and the film is \(channels.rawValue)"
    }
    return facts.coding == nil ? "its packets do not follow each other evenly" : nil
  }

  /// The kind with the most audible samples; if two have the same number, the first.
  private func prevailingKind(_ sounds: [PlainAudio]) -> Kind? {
    var weights = KeyWeights<Kind>()
    for sound in sounds { weights.add(Int64(sound.heard.count), to: sound.kind) }
    return weights.greatest.first
  }

  /// The obstacle to encoding audio beside `sounds`.
  private func obstacle(to sounds: [PlainAudio]) -> AudioCopyObstacle? {
    guard sounds[0].codec == encoding.codec || sounds[0].coding.packetSamples == 1 else {
      return AudioCopyObstacle(
        "\(sounds[0].codec) is copied only where nothing is encoded beside it")
    }
    let isOther = sounds[0].layout.map { !encoding.layout.isHeard(as: $0) } ?? false
    if sounds[0].channels != encoding.layout.count || isOther {
      return AudioCopyObstacle(
        "what is encoded beside it is \(encoding.layout.rawValue), and it is not")
    }
    if sounds.allSatisfy(\.coding.canBeJoined) { return nil }
    guard sounds[0].codec == "aac", sounds[0].channels == 2 else {
      let many = sounds[0].channels == 2 ? "" : " of \(encoding.layout.rawValue)"
      return AudioCopyObstacle(
        "\(sounds[0].codec)\(many) is copied only where nothing is encoded beside it")
    }
    return AudioCopyObstacle(
      "its AAC is coded with sine windows, beside which nothing can be encoded")
  }

  private func encoding(beside kind: Kind) -> AudioEncoding {
    if kind.packetSamples > 1 { return encoding }
    var own = AudioEncoding(encoder: kind.codec, layout: encoding.layout)
    // Samples of floating-point numbers may be over full scale.
    if !kind.codec.hasPrefix("pcm_f") { own.level = encoding.level }
    return own
  }

  // MARK: - One clip

  /// Returns true if only `sound` is audible; of a film it may leave out a second at both ends, as
  /// those of its source do.
  private func isWhole(_ sound: PlainAudio, of count: Int64) -> Bool {
    let second = Int64(sound.sampleRate)
    guard count - sound.heard.upperBound <= second else { return false }
    // What begins later than the film must have nothing before but what an encoder puts in front.
    let (start, lower) = (sound.firstPacket - sound.offset, sound.heard.lowerBound)
    let lead = Int64(sound.coding.leadPackets * sound.coding.packetSamples)
    return lower <= 0 || lower <= second && (0...lower).contains(start) && lower - start <= lead
  }

  private func whole(_ sound: PlainAudio, _ count: Int64) -> AudioCopy {
    let samples = Int64(sound.coding.packetSamples)
    let end = min(count, sound.heard.upperBound)
    // As many before the first that is heard as there are, up to what is needed.
    let first = sound.offset - sound.firstPacket - Int64(sound.coding.leadPackets) * samples
    let packet = max(0, Time(first, over: samples).floor)
    let start = sound.firstPacket + packet * samples - sound.offset
    return AudioCopy(
      sampleRate: sound.sampleRate, packetSamples: samples, start: start,
      sampleCount: end,
      intervals: [
        .copied(
          AudioCopy.Source(
            file: sound.clip.file, stream: sound.clip.stream, sample: start + sound.offset,
            origin: sound.clip.origin),
          packets: Time(end - start, over: samples).ceiling)
      ])
  }
}

extension AudioCopy {
  /// The number of encoded samples.
  package var encodedSamples: Int64 {
    intervals.reduce(0) {
      if case .encoded(let packets) = $1 { $0 + packets * packetSamples } else { $0 }
    }
  }
}

extension ChannelLayout {
  /// Returns true if audio with the same number of channels in libavutil's layout `name` has the
  /// same speaker positions; audio without positions is assumed to match.
  func isHeard(as name: String) -> Bool {
    if name.hasSuffix("channels") { return true }
    return switch self {
    case .surround: ["5.1", "5.1(side)"].contains(name)
    case .mono, .stereo, .wideSurround: name == rawValue
    }
  }
}
