// SPDX-License-Identifier: Apache-2.0

import Audio
import Base
import Compositor
import FoundationEssentials
import Glibc
import MediaIO
import Muxing
import RenderProtocol
import Text

/// Reads calls from one pipe and writes answers to another until the calls end.
struct Worker: ~Copyable {
  private let calls: Int32
  private let answers: Int32
  private var reader = WireReader()
  private var segments = Worker.segmentRenderer()
  private var sounds = AudioRenderer()
  private let linker = Linker()
  private let subjects = SubjectScan()
  private var texts = TextRenderer()
  /// True if memory freed by the last call is kept for a call that follows at once.
  private var keepsMemory = false
  /// The last segment's encoding, if it shows no video.
  private var lastStills: StillSegment?

  init(calls: Int32, answers: Int32) {
    self.calls = calls
    self.answers = answers
  }

  private static func segmentRenderer() -> SegmentRenderer {
    SegmentRenderer(afterOpening: Allocator.release) { request in
      let others = (request.others ?? []).map {
        MemoryUse.encoder($0.encoding, $0.finish?.size ?? request.program.canvas.size)
      }
      let encoders = others.reduce(
        MemoryUse.encoder(request.encoding, request.program.codedSize), +)
      Allocator.keep(Int(encoders / 3 * 2))
    }
  }

  /// Closes the files that were read last, and returns memory, before it waits for another process.
  mutating func rest() {
    (segments, sounds) = (Worker.segmentRenderer(), AudioRenderer())
    Allocator.retain(false)
    Allocator.trim()
  }

  /// Works until the calls end; returns false on a protocol violation.
  mutating func run() -> Bool {
    let decoder = JSONDecoder()
    // Who called before may have gone in the middle of a message.
    reader = WireReader()
    do {
      while let message = try reader.next(from: calls) {
        try answer(Data(message), decoder)
        if !keepsMemory || !WireReader.isReady(calls, within: 50) { Allocator.trim() }
      }
      return true
    } catch {
      let text = "reel-render: a call that cannot be read: \(error)\n"
      _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
      return false
    }
  }

  /// Answers one call.
  ///
  /// A request that cannot be decoded fails like any other: a second worker could not decode it either.
  private mutating func answer(_ message: Data, _ decoder: JSONDecoder) throws {
    let call: WorkerCall
    do { call = try decoder.decode(WorkerCall.self, from: message) } catch let error
      as DecodingError
    {
      let id = try decoder.decode(CallNumber.self, from: message).id
      return answer(
        id,
        .failed(
          RenderFailure(
            kind: .program, message: "the renderer cannot read the request: \(error.reason)")))
    }
    answer(call.id, perform(call))
  }

  private mutating func perform(_ call: WorkerCall) -> Reply {
    var progress = ProgressReport(call.id)
    let stills = StillSegment(call.request)
    if stills != lastStills { Allocator.retain(false) }
    Allocator.retain(stills != nil)
    lastStills = stills
    let keepsMemory = call.request.isDrawn
    if self.keepsMemory, !keepsMemory { Allocator.trim() }
    self.keepsMemory = keepsMemory
    CrashBreadcrumbs.note(call.request.start)
    defer {
      Allocator.release()
      CrashBreadcrumbs.note(WorkerStatus(.other))
    }
    do throws(RenderFailure) {
      switch call.request {
      case .hello:
        return .hello(identity(fontFolders: texts.fontFolders()))
      case .probe(let request): return .probed(try probeMedia(request))
      case .text(let request): return .text(try texts.render(request))
      case .segment(let request):
        var frames = 0
        // What is kept of photos that move is so large that no more than they need may be free beside it.
        if request.program.parts.contains(where: \.layers.areMoved) { Allocator.returnPieces() }
        let facts = try segments.render(request) {
          report(&progress, $0)
          frames += $0
          // Once the encoder has the frames that it looks ahead by: what is returned before, the system has to clear for
          // the next of them.
          if [12, 14, 16, 20, 24, 56].contains(frames) { Allocator.returnRest() }
        }
        return .segment(facts)
      case .gather(let request):
        return .gathered(try segments.gather(request) { report(&progress, $0) })
      case .mix(let request):
        let facts = try sounds.mix(request) { report(&progress, $0) }
        return .mixed(facts)
      case .encode(let request):
        let facts = try sounds.encode(request) { report(&progress, $0) }
        return .encoded(facts)
      case .copySound(let request):
        let facts = try sounds.copy(request) { report(&progress, $0) }
        return .encoded(facts)
      case .link(let request):
        return .linked(bytes: try linker.link(request) { report(&progress, $0) })
      case .deliver(let request):
        return .delivered(try deliver(request) { report(&progress, $0) })
      case .frame(let request): return .frame(notes: try segments.render(request))
      case .compare(let request): return .compared(try compareSegments(request))
      case .checkPictures(let request):
        return .checked(try segments.check(request) { report(&progress, $0) })
      case .checkSound(let request):
        return .checked(try sounds.check(request) { report(&progress, $0) })
      case .sketch(let program): return .sketch(try segments.sketch(program))
      case .sketchSound(let program): return .sketch(try sounds.sketch(program))
      case .filters: return .filters(FilterCatalogue.loaded())
      case .encoders: return .encoders(EncoderCatalogue.loaded())
      case .fonts(let request): return .fonts(try texts.fonts(request))
      case .texts(let request): return .texts(try readTexts(request))
      case .levels(let program):
        return .levels(try sounds.measure(program) { report(&progress, $0) })
      case .soundPicture(let request):
        try drawSound(request, by: sounds) { report(&progress, $0) }
        return .frame(notes: [])
      case .examine(let request):
        return .examined(try examineFilm(request) { report(&progress, $0) })
      case .proof(let request): return .proof(try segments.proof(of: request))
      case .compareFrames(let request):
        return .framesCompared(try segments.compare(request) { report(&progress, $0) })
      case .compareSounds(let request):
        return .soundsCompared(try sounds.compare(request) { report(&progress, $0) })
      case .faces: return .faces(try subjects.identity())
      case .subjects(let request):
        return .subjects(try subjects.look(at: request) { report(&progress, $0) })
      }
    } catch {
      return .failed(error)
    }
  }

  private func report(_ progress: inout ProgressReport, _ amount: Int) {
    if let sum = progress.add(amount) { answer(progress.id, .progress(sum)) }
  }

  /// Writes an answer; if the parent has exited, the worker exits at once.
  private func answer(_ id: Int, _ reply: Reply) {
    guard let json = try? JSONEncoder().encode(WorkerAnswer(id: id, reply: reply)),
      let bytes = try? WireReader.frame([UInt8](json))
    else { preconditionFailure("an answer that cannot be written") }
    // Without a receiver, further work is useless.
    if !WireReader.write(bytes, to: answers) { exit(1) }
  }
}

extension Request {
  /// True if it is one of many alike that draw frames, and take as much memory as the one before.
  fileprivate var isDrawn: Bool {
    switch self {
    case .segment, .text: true
    case .hello, .probe, .gather, .mix, .encode, .copySound, .link, .deliver, .frame, .compare,
      .checkPictures, .checkSound, .sketch, .sketchSound, .filters, .encoders, .fonts, .texts,
      .levels, .soundPicture, .examine, .proof, .compareFrames, .compareSounds, .faces, .subjects:
      false
    }
  }
}

/// A segment without video: those of one kind take the same memory.
private struct StillSegment: Equatable {
  private let encoding: VideoEncoding
  private let size: PixelSize

  /// Nil for any other request.
  init?(_ request: Request) {
    guard case .segment(let segment) = request, !segment.encoding.isCopy,
      !segment.program.pictures.contains(where: {
        if case .video = $0.source { true } else { false }
      })
    else { return nil }
    (encoding, size) = (segment.encoding, segment.program.codedSize)
  }
}

extension [Layer] {
  /// True if one of them does not lie on whole pixels.
  fileprivate var areMoved: Bool {
    contains { layer in
      if case .at = layer.placement { return layer.stacks.contains(where: \.areMoved) }
      return true
    }
  }
}

/// The part of a call that is needed to answer it.
private struct CallNumber: Decodable {
  var id: Int
}

extension DecodingError {
  /// The reason of the error, with the path of the value.
  fileprivate var reason: String {
    let context: Context? =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      @unknown default: nil
      }
    guard let context else { return "\(self)" }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    // It may hold a whole path.
    return "\(context.debugDescription.prefix(200))" + (path.isEmpty ? "" : " (\(path))")
  }
}

/// Accumulates progress, to report it at most ten times per second.
private struct ProgressReport {
  let id: Int
  private var unreported = 0
  private var last = ContinuousClock.now

  init(_ id: Int) { self.id = id }

  /// The sum to report now, if it is time.
  mutating func add(_ amount: Int) -> Int? {
    unreported += amount
    let now = ContinuousClock.now
    guard now - last >= .milliseconds(100) else { return nil }
    last = now
    defer { unreported = 0 }
    return unreported
  }
}

extension Request {
  /// The activity recorded first, before a more exact one is known.
  fileprivate var start: WorkerStatus {
    switch self {
    case .probe, .texts, .examine: WorkerStatus(.opening)
    case .link, .deliver: WorkerStatus(.linking)
    case .hello, .text, .segment, .gather, .mix, .encode, .copySound, .frame, .compare,
      .checkPictures,
      .checkSound, .sketch, .sketchSound, .filters, .encoders, .fonts, .levels,
      .soundPicture, .proof, .compareFrames, .compareSounds, .faces, .subjects:
      WorkerStatus(.other)
    }
  }
}
