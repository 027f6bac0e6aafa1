// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import LibAV
import MediaIO
package import RenderProtocol
import Text

/// The state that a worker keeps between requests: open streams, still pictures, memory.
///
/// It does not affect the output; a newly started worker produces the same bytes.
package final class RenderContext {
  let sources = SourcePool()
  let stills = StillCache()
  let tables = ColorTables()
  let scripts = ScriptPool()
  private(set) var scratch = Scratch()
  private var canvas: PixelSize?

  package init() {}

  /// Releases resources that `program` does not need, down to a fixed limit, so that a worker's memory does not
  /// depend on earlier requests.
  package func prepare(for program: RenderProgram) {
    let files = Set(program.pictures.compactMap { $0.source.file?.digest })
      .union(program.maps.map(\.map.file.digest))
    sources.keep(files, andOthersUpTo: MemoryUse.carried * 2 / 3)
    tables.keep(Set(program.tables.map { $0.file.digest }))
    stills.keep(files, resized: program.resizedFiles, shown: ShownAreas(program))
    if let canvas, canvas != program.canvas.size { scratch = Scratch() }
    scratch.forgetPictures()
    canvas = program.canvas.size
  }

  /// Decodes the photos of `program`, each once.
  package func decodePhotos(of program: RenderProgram) {
    stills.prepare(program.pictures, in: program.canvas.color)
  }
}

extension RenderProgram {
  /// The image files that it shows in more than one size or form.
  fileprivate var resizedFiles: Set<Fingerprint> {
    var steps: [Fingerprint: Set<[PictureStep]>] = [:]
    for picture in pictures {
      guard case .image(let file, _) = picture.source else { continue }
      steps[file.digest, default: []].insert(picture.steps)
    }
    return Set(steps.lazy.filter { $0.value.count > 1 }.map { $0.key })
  }
}

/// The settings of one request, and the notes that result from it.
package final class RenderRun {
  let context: RenderContext
  let canvas: CanvasFormat
  let decoderThreads: Int
  let keepsGoing: Bool
  private let gathered: [GatheredFile]
  /// Number of the program's frames before the current part.
  var frameBase = 0
  /// Number of frames of the current part.
  var partFrames = 0
  /// The canvas of a part that is over: the next one is drawn in its memory, which the system need not clear then.
  var spareCanvas: ImageBuffer?
  /// The frame that is drawn on until the next one is asked for.
  let loan = InPlaceDrawing()
  /// True if nothing holds a frame any more once the next one is requested.
  package var lends = false
  package private(set) var notes: [RenderNote] = []
  private static let maximumNotes = 50

  package init(
    context: RenderContext, canvas: CanvasFormat, decoderThreads: Int, keepsGoing: Bool,
    gathered: [GatheredFile] = []
  ) {
    self.gathered = gathered
    self.context = context
    self.canvas = canvas
    self.decoderThreads = decoderThreads
    self.keepsGoing = keepsGoing
  }

  /// The file of frames of the stream of `read` that have been decoded already.
  func gathered(_ read: VideoRead) -> String? {
    gathered.first { $0.digest == read.file.digest && $0.stream == read.stream }?.path
  }

  /// Records `failure` if the request keeps going, else throws it.
  ///
  /// - Parameter rest: What is shown instead.
  func carryOn(
    after failure: RenderFailure, with rest: String = "the last good frame is held"
  ) throws(RenderFailure) {
    guard keepsGoing, failure.kind == .media || failure.kind == .unsupported else { throw failure }
    guard notes.count < RenderRun.maximumNotes else { return }
    let note = RenderNote(
      message: failure.message + "; " + rest, origin: failure.origin,
      sourceTime: failure.sourceTime, frame: failure.frame, log: failure.log)
    // A stream that stays broken is reported once.
    if let last = notes.last(where: { $0.origin == note.origin }),
      last.message == note.message && last.sourceTime == note.sourceTime
    {
      return
    }
    notes.append(note)
  }
}
