// SPDX-License-Identifier: Apache-2.0

import Base
import Bitstreams
import LibAV
import MediaIO
import RenderProtocol

/// Writes a film as a stream: its pictures and its sound as tracks of their own, each cut into media segments.
///
/// As the tracks are apart, a change of the pictures leaves the files of the sound as they are. Pictures are cut where
/// pieces of the film meet, of which each begins with a key frame and refers to no other; within a long piece also at a
/// key frame. Sound is cut at the packets that begin nearest after multiples of the length that is wanted.
struct StreamWriter {
  private let film: LinkRequest
  private let form: StreamForm
  private var folder: String { film.output }

  /// A film to be written into the folder that is its output.
  init(_ film: LinkRequest, _ form: StreamForm) { (self.film, self.form) = (film, form) }

  /// Writes all files, the main playlist last.
  func write(progress: (Int) -> Void) throws(RenderFailure) -> [DeliveredFile] {
    let pictures = try writePictures(progress)
    var playlists = [(form.pictures, pictures)]
    var sound: StreamTrack?
    if let path = film.sound {
      let track = try writeSound(AudioTrack(path: path))
      playlists.append((form.sound, track))
      sound = track
    }
    var files = playlists.flatMap { $0.1.files }
    let main = MainPlaylist(
      pictures: pictures, sound: sound, canvas: film.canvas, form: form)
    switch form.manifest {
    case .playlists:
      for (name, track) in playlists { files.append(try write(track.playlist, as: name)) }
      files.append(try write(main.text, as: form.main))
    case .description:
      files.append(try write(Presentation(main).text, as: form.main))
    }
    var seen: Set<String> = []
    return files.filter { seen.insert($0.name).inserted }
  }

  private func write(_ text: String, as name: String) throws(RenderFailure) -> DeliveredFile {
    let bytes = Array(text.utf8)
    try StreamHeader.write(bytes, to: folder + "/" + name)
    return DeliveredFile(name: name, bytes: Int64(bytes.count))
  }

  private func writePictures(_ progress: (Int) -> Void) throws(RenderFailure) -> StreamTrack {
    let rate = film.canvas.rate
    let source = try PictureTrack(film.segments, rate: rate)
    let prefix = form.stem + "-video-"
    try source.open(film.segments[0])
    guard try source.next() != nil else {
      throw RenderFailure(kind: .program, message: "a segment without packets")
    }
    let header = try StreamHeader(
      pictures: source.stream, first: source.packet, rate: rate, sampleAspect: film.sampleAspect,
      in: folder, prefix: prefix)
    let delay = Int64(source.stream.parameters.delay)
    let ticks = TickScale(from: rate.frameDuration, to: header.timeBase)
    let most = Int64(max(1, rate.frames(covering: form.length)))
    var track = StreamTrack(header, stream: source.stream)
    let starts = Set(form.starts)
    let isByteStream = ByteStream.isOne(source.stream.stored.extradata)
    var file: FragmentFile?
    // The frame with which the media segment begins, and the frames before the piece.
    var (begun, before): (Int64, Int64) = (0, 0)
    for (index, segment) in film.segments.enumerated() {
      try source.open(segment)
      let count = try source.frameCount
      var packets: Int64 = 0
      while let (_, shown) = try source.next() {
        let number = before + packets
        let isCut =
          packets == 0
          ? starts.contains(index)
          : source.packet.isKey && number - begun >= most && (count - packets) * 2 >= most
        if isCut, let size = try file?.finish(prefix: prefix) {
          track.add(size, lasting: ticks(number) - ticks(begun))
          file = nil
        }
        if file == nil {
          file = try FragmentFile(folder: folder, start: ticks(number), number: number)
          begun = number
        }
        try file?.add(
          FragmentFile.Sample(
            duration: ticks(number + 1) - ticks(number),
            offset: ticks(shown + delay) - ticks(number), isKey: source.packet.isKey),
          source.packet.bytes, isByteStream: isByteStream)
        packets += 1
      }
      before += packets
      progress(source.frames)
    }
    if let last = try file?.finish(prefix: prefix) {
      track.add(last, lasting: ticks(before) - ticks(begun))
    }
    return track
  }

  private func writeSound(_ source: AudioTrack) throws(RenderFailure) -> StreamTrack {
    guard let first = try source.nextStart() else {
      throw RenderFailure(kind: .program, message: "a sound without packets")
    }
    let prefix = form.stem + "-audio-"
    let header = try StreamHeader(
      sound: source.stream, first: source.packet, in: folder, prefix: prefix)
    let ticks = TickScale(from: source.stream.timeBase, to: header.timeBase)
    let length = form.length / source.stream.timeBase
    var track = StreamTrack(header, stream: source.stream)
    var file: FragmentFile?
    // What comes before 0 is not heard.
    var (begun, end, number, cuts): (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)
    while let start = try source.nextStart() {
      if Time(start) >= Time(cuts + 1) * length, let made = try file?.finish(prefix: prefix) {
        track.add(made, lasting: ticks(start) - ticks(begun))
        file = nil
      }
      if file == nil {
        file = try FragmentFile(folder: folder, start: ticks(start - first), number: number)
        begun = max(0, start)
        cuts = max(0, (Time(start) / length).floor)
      }
      end = start + source.packet.duration
      let sample = FragmentFile.Sample(
        duration: ticks(end - first) - ticks(start - first), offset: 0, isKey: true)
      try file?.add(sample, source.packet.bytes)
      source.advance()
      number += 1
    }
    if let last = try file?.finish(prefix: prefix) {
      track.add(last, lasting: ticks(end) - ticks(begun))
    }
    return track
  }
}
