// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Explain
import Host
import Planning
import RenderProtocol

extension Build {
  /// Makes an output of pieces that are all in the store by now, and remembers it.
  ///
  /// - Parameter found: Those of its pieces that were there before.
  func produce(
    _ output: OutputPlan, _ reason: RunReason, of found: [Fingerprint: ArtifactStore.Entry],
    in lane: Int
  ) async throws -> Made {
    report(.linking(output: output.name))
    let file = try OutputFile(path: output.path, isClean: true)
    async let record = filmRecord(of: output)
    var notes: [BuildNote] = []
    let set = OutputSet(of: output, by: maker, folder.outputs, overwrites: overwrites)
    var others: [OtherFile]?
    do {
      switch output.product {
      case .film(let film):
        if let delivery = film.delivery {
          let request = try link(film, of: output, found, to: file.makeFolder(), &notes)
          let made = try await deliver(request, film, as: delivery, into: file, set, in: lane)
          others = delivery.isOneFile ? nil : made
          break
        }
        let request = try link(film, of: output, found, to: file.temporary, &notes)
        let reply = try await sources.reading(film.copiedFiles) {
          try await pool.perform(.link(request), in: .lane(lane))
        }
        guard case .linked = reply else { throw RenderFailure.wrongAnswer }
        if let limit = film.limit, case let bytes = try FileStamp(of: file.temporary).size,
          bytes > limit.bytes
        {
          throw RenderFailure.tooLarge(atLeast: bytes, of: limit.bytes)
        }
      case .still(var request, key: _):
        request.output = file.temporary
        let reply = try await sources.reading(request.program.files) { [request] in
          try await pool.perform(.frame(request), in: .lane(lane))
        }
        guard case .frame(let found) = reply else { throw RenderFailure.wrongAnswer }
        notes = found.map { BuildNote(note: $0, filmTime: nil) }
      case .text(let text): try file.fill(Array(text.text.utf8))
      }
      try Task.checkCancellation()
      let mark = maker.mark(of: output.path)
      let published = try file.publish(mark: mark) {
        set.stranger(among: [output.fileName]) != nil
      }
      let otherBytes = others.map { $0.reduce(0) { $0 + $1.stamp.size } }
      let summary = OutputSummary(
        name: output.name, file: output.displayPath,
        bytes: published.stamp.size + (otherBytes ?? 0),
        frames: output.frameCount, reason: reason,
        isWritten: published.isWritten
          || others.map { set.isChanged(to: $0, beside: published.stamp) } ?? false)
      try folder.outputs.record(
        output.path, needs: output.storedKeys, scratch: try folder.temporaryPath())
      // Without this record, later builds only cannot explain what changed.
      try? folder.outputs.record(
        output.path, filmRecord: await record, scratch: try folder.temporaryPath())
      if let others {
        // The main one may be another the next time, and this one of the others.
        var files = others
        if set.family != output.path {
          files.append(OtherFile(name: output.fileName, stamp: published.stamp))
        }
        await set.removeStale(sparing: files, Set(plan.outputs.map(\.path)))
        try folder.outputs.record(
          set.family, others: files, scratch: try folder.temporaryPath())
      }
      try folder.outputs.record(
        output.path, stamp: published.stamp, key: output.key, maker: mark, facts: notes.text,
        content: published.content, otherBytes: otherBytes, family: others.map { _ in set.family },
        scratch: try folder.temporaryPath())
      report(.finished(summary))
      return .output(summary, notes)
    } catch {
      file.discard()
      if error is OutputFile.Occupied { throw RenderFailure(occupied: output.displayPath) }
      throw error
    }
  }

  /// Writes the film of `request` as several files, publishes them but for the main one, and makes `file` that.
  private func deliver(
    _ request: LinkRequest, _ film: FilmPlan, as delivery: Delivery, into file: OutputFile,
    _ set: OutputSet, in lane: Int
  ) async throws -> [OtherFile] {
    let sources = film.pictureSources
    let skipped = set.standing(of: sources)
    var wanted = DeliverRequest(request, as: delivery, skipping: skipped)
    wanted.letters = film.letters?.path
    let reply = try await pool.perform(.deliver(wanted), in: .lane(lane))
    guard case .delivered(let files) = reply, files.contains(where: { $0.name == delivery.main })
    else { throw RenderFailure.wrongAnswer }
    try Task.checkCancellation()
    var others = try await set.publish(
      files.filter { $0.name != delivery.main }, from: request.output
    ) { try folder.temporaryPath() }
    try file.fill(from: "\(request.output)/\(delivery.main)")
    let known = Dictionary(sources.flatMap { $0 }.map { ($0.name, $0.source) }) { first, _ in first
    }
    for index in others.indices { others[index].source = known[others[index].name] }
    return others + set.former(of: skipped.flatMap { sources[$0] }.map(\.name))
  }

  /// The record of the pieces of `output`, for comparison by the next build.
  private func filmRecord(of output: OutputPlan) async -> [UInt8] {
    let last = folder.outputs.filmRecord(for: output.path).flatMap { FilmRecord(bytes: $0) }
    var costs = costs.all
    var described = output
    if case .film(let film) = output.product, !film.drafts.isEmpty {
      // Builds are compared by drafts.
      described = plan.outputs.first { $0.name == output.name } ?? output
    }
    if case .film(let film) = output.product, let sound = film.sound, let own = costs[sound.key] {
      // A sound is remembered as a whole.
      let parts = Set(sound.chunks.map(\.key) + sound.passages.map(\.key))
      costs[sound.key] = parts.reduce(own) { $0 + (costs[$1] ?? 0) }
    }
    return FilmRecord(of: described, in: plan, text: text, after: last, costs: costs).bytes
  }

  private func link(
    _ film: FilmPlan, of output: OutputPlan, _ found: [Fingerprint: ArtifactStore.Entry],
    to path: String, _ notes: inout [BuildNote]
  ) throws -> LinkRequest {
    var segments: [LinkedSegment] = []
    for segment in film.segments {
      let entry = try found[segment.key] ?? entry(segment.key)
      segments.append(
        LinkedSegment(path: entry.path, source: segment.isCopied ? segment.program.read : nil))
      for (index, stored) in entry.notes.enumerated() {
        var note = stored.absolute(in: segment.program.origins)
        if segment.isCopied, index == 0 { note.sayEncoded() }
        let frame = segment.firstFrame + (note.frame ?? 0)
        notes.append(BuildNote(note: note, filmTime: output.canvas.rate.time(of: frame)))
      }
    }
    var sound: String?
    if let planned = film.sound {
      let entry = try found[planned.key] ?? entry(planned.key)
      sound = entry.path
      notes += planned.buildNotes(
        text: String(decoding: entry.facts, as: UTF8.self), output: output.name)
    }
    return LinkRequest(
      segments: segments, sound: sound, canvas: output.canvas, container: film.container,
      fastStart: film.fastStart, orientation: film.orientation,
      sampleAspect: film.sampleAspect, facts: film.facts,
      output: path)
  }
}
