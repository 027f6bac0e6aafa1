// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import BuildEngine
import Compiler
import Digests

extension Build {
  /// Makes an output of pieces that are all in the store by now, and remembers it.
  func produce(
    _ output: OutputPlan, _ reason: RunReason, in lane: Int
  ) async throws -> Made {
    report(.linking(output: output.name))
    let file = try OutputFile(path: output.path)
    var notes: [BuildNote] = []
    do {
      switch output.product {
      case .film(let film):
        let request = try link(film, of: output, to: file.temporary, &notes)
        guard case .linked = try await pool.perform(.link(request), in: .lane(lane)) else {
          throw RenderFailure.wrongAnswer
        }
      case .still(var request, key: _):
        request.output = file.temporary
        let reply = try await sources.reading(request.program.files) { [request] in
          try await pool.perform(.frame(request), in: .lane(lane))
        }
        guard case .frame(let found) = reply else { throw RenderFailure.wrongAnswer }
        notes = found.map { BuildNote(note: $0, filmTime: nil) }
      }
      try Task.checkCancellation()
      let published = try file.publish()
      let summary = OutputSummary(
        name: output.name, file: output.displayPath, bytes: published.stamp.size,
        frames: output.frameCount, reason: reason, isWritten: published.isWritten)
      try folder.outputs.record(
        output.path, needs: output.storedKeys, scratch: try folder.temporaryPath())
      let last = folder.outputs.story(for: output.path).flatMap { FilmRecord(bytes: $0) }
      let story = FilmRecord(of: output, in: plan, text: text, after: last, costs: costs.all)
      // What is not remembered is only not told of.
      try? folder.outputs.record(
        output.path, story: story.bytes, scratch: try folder.temporaryPath())
      try folder.outputs.record(
        output.path, stamp: published.stamp, key: output.key, facts: notes.text,
        scratch: try folder.temporaryPath())
      report(.finished(summary))
      return .output(summary, notes)
    } catch {
      file.discard()
      throw error
    }
  }

  private func link(
    _ film: FilmPlan, of output: OutputPlan, to path: String, _ notes: inout [BuildNote]
  ) throws -> LinkRequest {
    var segments: [String] = []
    for segment in film.segments {
      let found = try entry(segment.key)
      segments.append(found.path)
      for note in [RenderNote](text: String(decoding: found.facts, as: UTF8.self)) {
        let frame = segment.firstFrame + (note.frame ?? 0)
        notes.append(
          BuildNote(
            note: note.absolute(in: segment.program.origins),
            filmTime: output.canvas.rate.time(of: frame)))
      }
    }
    var sound: String?
    if let planned = film.sound {
      let found = try entry(planned.key)
      sound = found.path
      notes += planned.buildNotes(text: String(decoding: found.facts, as: UTF8.self))
    }
    return LinkRequest(
      segments: segments, sound: sound, canvas: output.canvas, container: film.container,
      fastStart: film.fastStart, output: path)
  }
}
