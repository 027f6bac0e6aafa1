// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import TestSupport
import Testing

@testable import Driver
@testable import Explain
@testable import Planning

/// The ingredients reported for a key are exactly those that determine it.
@Suite struct IngredientTests {
  private static func plan(_ path: String) async throws -> BuildPlan? {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    return await TestWorld(project: text).compilation().plan().product
  }

  /// Returns true if the case at `path` has errors, by its golden file.
  private static func isRefused(_ path: String) throws -> Bool {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let golden = path.replacingOccurrences(of: ".yaml", with: ".txt")
    return try String(contentsOf: folder.appendingPathComponent(golden), encoding: .utf8)
      .contains("error[")
  }

  private static let everything = """
    reel: 1
    canvas: {background: "#203040"}
    tracks:
      main:
        - clip: long.mp4
          range: 2s..12s
          fade: {in: 1s}
        - transition: circle-open
          duration: 1s
          length: freeze
        - clip: tilted.mp4
        - transition: dissolve
        - {clip: photo-1.jpg, fit: blur}
        - {clip: tall.mov, id: upright, volume: 0.5}
      inset:
        - {clip: small.mp4, at: 3s, size: 25%, position: [90%, 10%], anchor: top-right}
        - {clip: tilted.mp4, fit: cover, size: [30%, 20%], position: center}
      music:
        - {clip: song.ogg, loop: true, until: main.end, fade: {out: 2s}}
    instructions:
      - during: upright.end - 2s .. upright.end
        background: "#400000"
        layers: {main: {opacity: 1 -> 0, scale: 100% -> 150%}, music: {volume: 1 -> 0.2}}
    overlays:
      title: {text: Two days, during: 1s..5s, fade: 300ms}
      logo: {image: logo.svg, size: 10%, position: [95%, 95%], anchor: bottom-right, opacity: 0.6}
    outputs:
      film: {file: film.mp4}
      phone: {file: phone.webm, size: 360x640, fit: blur}
      poster: {file: poster.png, at: 4s}
    """

  private static func wholePlan() async throws -> BuildPlan {
    try #require(await TestWorld(project: everything).compilation().plan().product)
  }

  @Test("in a case", arguments: goldenCases(in: "Cases", withExtension: "yaml"))
  func isTheKeys(_ path: String) async throws {
    let plan = try await IngredientTests.plan(path)
    // Whether it compiles is in the golden file.
    let isRefused = try IngredientTests.isRefused(path)
    try #require((plan == nil) == isRefused, "\(path)")
    if let plan { expectAgreement(plan) }
  }

  @Test func `most cases compile`() throws {
    let cases = goldenCases(in: "Cases", withExtension: "yaml")
    let refused = try cases.filter(IngredientTests.isRefused)
    #expect(refused.count < cases.count / 2, "\(refused.count) of \(cases.count) are refused")
  }

  @Test func `keys, ingredients and what they show agree in all outputs`() async throws {
    expectAgreement(try await IngredientTests.wholePlan())
  }

  private static let copying = """
    reel: 1
    tracks: {main: [{clip: take.mp4, range: 1s..11s}]}
    outputs: {film: {file: film.mp4, preset: passthrough}}
    """

  /// A copied segment names its fallback encoding, for packets that turn out not to be copyable.
  @Test func `keys and ingredients agree where packets are copied`() async throws {
    let take = CopyingTests.take([0, 4, 8], seconds: 12)
    let world = TestWorld(
      project: IngredientTests.copying, media: TestWorld.shelf.merging(["take.mp4": take]) { $1 })
    let plan = try #require(await world.compilation().plan().product)
    let film = try #require(plan.outputs[0].film)
    let segment = try #require(film.segments.first { $0.isCopied && $0.otherwise != nil })
    #expect(film.segments.contains { !$0.isCopied })
    expectAgreement(plan)
    for segment in film.segments {
      let contents = plan.keyContents(of: segment)
      #expect(contents.contains { $0.text.contains("otherwise.") } == (segment.otherwise != nil))
    }
    var kinds: Set<String> = []
    let mutants = try compare(segment.otherwise, &kinds) {
      SegmentIdentity(segment.program, segment.encoding, otherwise: $0, plan.setup)
    }
    #expect(mutants > 5)
  }

  /// The fallback encoding of copied packets is not reported as a reason.
  @Test func `a stretch that is no longer copied does not name settings as reasons`() async throws {
    let take = CopyingTests.take([0, 4, 8, 12, 16], seconds: 20)
    func plan(_ range: String) async throws -> (BuildPlan, [UInt8]) {
      let text = IngredientTests.copying.replacingOccurrences(of: "1s..11s", with: range)
      let world = TestWorld(
        project: text, media: TestWorld.shelf.merging(["take.mp4": take]) { $1 })
      return (try #require(await world.compilation().plan().product), Array(text.utf8))
    }
    let (before, oldText) = try await plan("1s..19s")
    let (after, newText) = try await plan("5s..19s")
    let record = FilmRecord(of: before.outputs[0], in: before, text: oldText)
    let explanation = Explainer(after, text: newText).explain(
      after.outputs, last: { _ in record }, state: { _, _ in .missing })[0]
    guard case .rendered(let reasons) = try #require(explanation.intervals.first).status else {
      return
    }
    #expect(
      reasons.map(\.text) == [
        "range of clip 'take' changed: 5s..19s was 1s..19s", "it was copied before",
      ])
  }

  private func expectAgreement(_ plan: BuildPlan) {
    for output in plan.outputs {
      var known: [Ingredients: Fingerprint] = [:]
      for piece in plan.pieces(of: output) {
        let (ingredients, origins) = Ingredients.of(piece.identity)
        #expect(piece.origins() == origins)
        // A sound's own key is derived from its chunks' keys.
        if piece.kind != .sound { #expect(key(of: piece.identity) == piece.key) }
        #expect(known[ingredients] ?? piece.key == piece.key)
        known[ingredients] = piece.key
      }
    }
  }

  private func key(of identity: some Encodable) -> Fingerprint {
    Fingerprint(ofCanonical: identity)
  }

  /// Every leaf and every list of the identities' JSON is changed, one at a time.
  @Test func `keys and ingredients change together`() async throws {
    let plan = try await IngredientTests.wholePlan()
    var mutants = 0
    var kinds: Set<String> = []
    for output in plan.outputs {
      switch output.product {
      case .film(let film):
        for segment in film.segments where try isNew(segment.program, kinds) {
          mutants += try compare(segment.program, &kinds) {
            SegmentIdentity($0, segment.encoding, plan.setup)
          }
        }
        if let segment = film.segments.first {
          mutants += try compare(segment.encoding, &kinds) {
            SegmentIdentity(segment.program, $0, plan.setup)
          }
        }
        if let sound = film.sound {
          mutants += try compare(sound.program, &kinds) {
            WholeAudioIdentity($0, sound.encoding, plan.setup)
          }
          mutants += try compare(sound.encoding, &kinds) {
            WholeAudioIdentity(sound.program, $0, plan.setup)
          }
        }
      case .text: break
      case .still(let request, key: _):
        mutants += try compare(request.program, &kinds) {
          StillIdentity($0, encoder: request.encoder, plan.setup)
        }
      }
    }
    #expect(mutants > 500)
    // The plan contains all features, so that none is untested.
    let expected = [
      "picture", "stack", "transition", "video", "image", "svg", "raster", "at", "warped",
      "constant", "perFrame", "orient", "crop", "scale", "blur", "finish", "gains", "keys",
      "equalPower", "eased", "holdAfter", "clip",
    ]
    #expect(expected.filter { !kinds.contains($0) } == [])
  }

  @Test func `libraries, the version and going on count`() async throws {
    let plan = try await IngredientTests.wholePlan()
    guard case .film(let film) = plan.outputs[0].product, let segment = film.segments.first else {
      return
    }
    func ingredients(_ change: (inout SegmentIdentity) -> Void) -> Ingredients {
      var identity = SegmentIdentity(segment.program, segment.encoding, plan.setup)
      change(&identity)
      return Ingredients.of(identity).0
    }
    let all = [
      ingredients { _ in }, ingredients { $0.version += 1 }, ingredients { $0.keepsGoing = true },
      ingredients { $0.libraries = [] }, ingredients { $0.libraries = ["test 2"] },
      ingredients { $0.libraries += ["x 1"] },
    ]
    #expect(Set(all).count == all.count)
  }

  /// Compares keys and ingredients of `value` and of all its variants with one change.
  private func compare<Value: Codable>(
    _ value: Value, _ kinds: inout Set<String>, _ identity: (Value) -> some Encodable
  ) throws -> Int {
    let json = try JSONSerialization.jsonObject(
      with: JSONEncoder().encode(value), options: .fragmentsAllowed)
    let plain = Ingredients.of(identity(value)).0
    let plainKey = key(of: identity(value))
    var count = 0
    for (changed, path) in mutants(of: json) {
      kinds.formUnion(path)
      let data = try JSONSerialization.data(withJSONObject: changed)
      guard let mutant = try? JSONDecoder().decode(Value.self, from: data) else { continue }
      count += 1
      let isSame = Ingredients.of(identity(mutant)).0 == plain
      #expect(isSame == (key(of: identity(mutant)) == plainKey), "\(path)")
    }
    return count
  }

  /// Returns true if the JSON of a program has keys that no earlier one had.
  private func isNew(_ program: RenderProgram, _ known: Set<String>) throws -> Bool {
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(program))
    return !known.isSuperset(of: mutants(of: json).flatMap(\.path))
  }

  /// A JSON value with one leaf or list changed, and the keys that lead to the change.
  private func mutants(of json: Any) -> [(Any, path: [String])] {
    switch json {
    case let object as [String: Any]:
      return object.keys.sorted().flatMap { key in
        mutants(of: object[key] as Any).map { mutant in
          var copy = object
          copy[key] = mutant.0
          return (copy as Any, [key] + mutant.path)
        } + (object[key] is [Any] ? [] : [(object.filter { $0.key != key } as Any, [key])])
      }
    case let list as [Any]:
      var result: [(Any, path: [String])] = [([Any](), ["[]"])]
      if let last = list.last { result.append((list + [last], ["+"])) }
      if list.count > 1 { result.append((list.dropLast().map { $0 } as Any, ["-"])) }
      // In long lists of per-frame values, a few represent all.
      for index in list.indices.prefix(4) {
        result += mutants(of: list[index]).map { mutant in
          var copy = list
          copy[index] = mutant.0
          return (copy as Any, mutant.path)
        }
      }
      return result
    case let text as String: return changed(text).map { ($0 as Any, []) }
    case let number as NSNumber:
      return number.isTruth
        ? [(!number.boolValue as Any, [])] : [(number.doubleValue + 1 as Any, [])]
    default: return []
    }
  }

  /// Other texts that can replace `text`: a digest, a time, or a name.
  private func changed(_ text: String) -> [String] {
    if Fingerprint(hex: text) != nil { return [Fingerprint(of: text).hex] }
    if let time = Time(parsing: text) { return ["\(time + Time(1, over: 7))"] }
    return [text + "x"]
  }
}

extension NSNumber {
  /// True if it was read from `true` or `false`, which are numbers here.
  fileprivate var isTruth: Bool { String(cString: objCType) == "c" }
}
