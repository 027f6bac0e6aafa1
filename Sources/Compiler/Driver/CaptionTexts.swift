// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Lowering
import ProjectModel
import RenderProtocol
import Subtitles
import Timeline

// Texts of subtitles are laid out where they are shown, as there may be thousands of them. What is known of them before is
// whether there are fonts for all of their characters, and which.

extension Compilation {
  /// The layouts of the subtitles of `timeline` on each of `frames`.
  func captions(
    _ timeline: Timeline, on frames: [LoweringFrame], folder: String, _ sink: inout DiagnosticSink
  ) async -> [LoweringFrame: [LayerTarget: Raster]] {
    var result: [LoweringFrame: [LayerTarget: Raster]] = [:]
    for (layer, placed, _) in timeline.subtitles {
      if let script = placed.content.script {
        guard let raster = await raster(of: script, placed.content, folder: folder, &sink) else {
          continue
        }
        for frame in frames { result[frame, default: [:]][layer] = raster }
        continue
      }
      guard let cues = placed.content.list?.cues, !cues.isEmpty else { continue }
      let text = TextContent(
        text: Located("", at: placed.content.file.span), look: placed.content.look)
      var known: (raster: Raster, fonts: [FontChoice: [Character: [Fingerprint]]])?
      for frame in frames {
        let around = frame.around(layer, in: timeline)
        guard var block = await block(text, around, folder: folder, &sink) else { break }
        if !placed.content.hasOwnEdge {
          block.outlines = [TextOutline(width: block.size * 0.06, color: .black)]
        }
        if block.wrapWidth == nil, block.box == nil {
          let free = placed.content.safeArea?.x ?? SubtitlesContent.usualSafeArea.x
          block.wrapWidth = max(1, Int(Double(around.size.width) * (1 - 2 * free) + 1e-6))
        }
        if known == nil { known = await fonts(of: cues, block, placed.content, &sink) }
        guard var raster = known?.raster, let fonts = known?.fonts else { break }
        var style = CaptionStyle(block)
        style.fonts = fonts
        raster.captions = style
        result[frame, default: [:]][layer] = raster
        if frame == frames.first {
          reportCrowded(placed, layer, style, on: frame, timeline, &sink)
          await reportLong(placed, block, &sink)
        }
      }
    }
    return result
  }

  /// Warns of texts that are not drawn as too many others are.
  private func reportCrowded(
    _ placed: PlacedSubtitles, _ target: LayerTarget, _ style: CaptionStyle,
    on frame: LoweringFrame, _ timeline: Timeline, _ sink: inout DiagnosticSink
  ) {
    guard let layer = timeline.layer(target) else { return }
    let crowded = frame.crowdedOut(placed, of: layer, style)
    for (cue, why) in crowded.prefix(Self.mostReported) {
      sink.report(
        .cue(
          "\(placed.place(of: cue)): it is not shown all the time, as \(why)", in: placed.content)
      )
    }
    let rest = crowded.count - Self.mostReported
    if rest > 0 {
      sink.report(
        .cue(
          "there are \(rest) more such texts in '\(placed.content.file.value)'", in: placed.content)
      )
    }
  }

  /// Reports texts that are too large to be drawn: those that are long are laid out before.
  private func reportLong(
    _ placed: PlacedSubtitles, _ block: TextBlock, _ sink: inout DiagnosticSink
  ) async {
    let long = placed.cues.map(\.cue).filter { $0.text.utf8.count > Self.longText }.prefix(100)
    let blocks = long.map { cue in
      var block = block
      block.text = cue.text
      return block
    }
    for (cue, answer) in zip(long, await world.rasters(of: blocks)) {
      guard case .failure(let failure) = answer else { continue }
      sink.report(
        Diagnostic(
          code: .error("bad-text"), message: "\(placed.place(of: cue)): \(failure.message)",
          span: placed.content.file.span, hint: "make the text shorter, or its letters smaller"))
    }
  }

  /// So many texts of a file are reported.
  private static let mostReported = 20
  /// Shorter texts than that, in bytes, are drawn whatever they are.
  private static let longText = 500

  /// The fonts that write the characters of `cues`, and a raster of some of them; nil where that is not known, which is
  /// reported.
  private func fonts(
    of cues: [Cue], _ block: TextBlock, _ content: SubtitlesContent, _ sink: inout DiagnosticSink
  ) async -> (raster: Raster, fonts: [FontChoice: [Character: [Fingerprint]]])? {
    var used: [FontChoice: UsedCharacters] = [:]
    for (font, text) in cues.lazy.flatMap({ $0.texts(in: block.font) }) {
      used[font, default: UsedCharacters()].add(text)
    }
    guard let found = await fonts(of: used, content, nil, &sink) else { return nil }
    let text = TextContent(text: Located("", at: content.file.span), look: content.look)
    if let character = found.missing.unicodeScalars.first {
      let line = cues.first { $0.text.unicodeScalars.contains(character) }?.line ?? 1
      let place =
        if let clip = content.clip {
          clip.lists.isEmpty ? "the captions" : "text \(line)"
        } else {
          "the cue at line \(line)"
        }
      sink.report(
        .missingGlyphs(text, found.missing, in: "\(place) of '\(content.file.value)'"))
    }
    for (font, substitute) in found.substitutes {
      let whole = await isWhole(substitute.family, for: font, used, content)
      sink.report(.substitutedFont(text, substitute, whole: whole ? substitute.family : nil))
    }
    guard var raster = found.raster else { return nil }
    var listed: Set<MediaFile> = []
    raster.facts.fonts = raster.facts.fonts.filter { listed.insert($0).inserted }
    return (raster, found.fonts)
  }

  /// Returns true if the family `name` has all characters of `used` to be written in `font`.
  private func isWhole(
    _ name: String, for font: FontChoice, _ used: [FontChoice: UsedCharacters],
    _ content: SubtitlesContent
  ) async -> Bool {
    var other = font
    (other.family, other.file) = (name, nil)
    var ignored = DiagnosticSink()
    guard let characters = used[font],
      let found = await fonts(of: [other: characters], content, nil, &ignored)
    else { return false }
    return found.substitutes.isEmpty
  }

  /// The fonts found for the characters of a text.
  private struct FoundFonts {
    /// One of the answers.
    var raster: Raster?
    var fonts: [FontChoice: [Character: [Fingerprint]]] = [:]
    /// Those of libass, by pages of characters.
    var pages: [FontChoice: [UInt32: [Fingerprint]]] = [:]
    /// The characters that no font has.
    var missing = ""
    /// Characters written in another family than the requested one, which comes first.
    var substitutes: [(font: FontChoice, by: TextSubstitute)] = []
  }

  /// The fonts that write `used`: where there is a `script`, those that libass takes.
  private func fonts(
    of used: [FontChoice: UsedCharacters], _ content: SubtitlesContent, _ script: ScriptFonts?,
    _ sink: inout DiagnosticSink
  ) async -> FoundFonts? {
    var asked: [(font: FontChoice, page: UInt32, characters: [Character])] = []
    var blocks: [TextBlock] = []
    for font in [FontChoice](used.keys).sorted(by: { $0.order < $1.order }) {
      for (page, characters) in used[font]?.pages ?? [] {
        asked.append((font, page, characters))
        var block = TextBlock.asking(for: characters, in: font)
        if let script {
          let lines = stride(from: 0, to: characters.count, by: 50).map {
            String(characters[$0..<min($0 + 50, characters.count)])
          }
          block = TextBlock(
            text: lines.joined(separator: "\n"), font: font, size: 16, color: .white)
          block.script = script
        }
        blocks.append(block)
      }
    }
    var found = FoundFonts()
    let text = TextContent(text: Located("", at: content.file.span), look: content.look)
    for ((font, page, characters), answer) in zip(asked, await world.rasters(of: blocks)) {
      switch answer {
      case .success(let raster):
        found.raster = found.raster ?? raster
        if script == nil {
          for (character, fonts) in zip(characters, raster.facts.lineFonts ?? []) {
            found.fonts[font, default: [:]][character] = fonts
          }
        } else {
          found.pages[font, default: [:]][page, default: []] += raster.facts.fonts.flatMap {
            [$0.digest] + ($0.fonts.map { [$0] } ?? [])
          }
        }
        for character in raster.facts.missing.unicodeScalars
        where !found.missing.unicodeScalars.contains(character) {
          found.missing.unicodeScalars.append(character)
        }
        for other in raster.facts.substitutes {
          let index = found.substitutes.firstIndex {
            $0.by.family == other.family && (script == nil || $0.font.family == font.family)
          }
          if let index {
            found.substitutes[index].by.characters += other.characters
          } else {
            found.substitutes.append((font, other))
          }
        }
      case .failure(let failure):
        sink.report(.text(failure, text))
        return nil
      }
    }
    return found
  }

  /// A raster of nothing, with the fonts that write the texts of a file of ASS or SSA; nil where there are none, or where
  /// that is not known, which is reported.
  private func raster(
    of script: SubtitleScript, _ content: SubtitlesContent, folder: String,
    _ sink: inout DiagnosticSink
  ) async -> Raster? {
    var file: MediaFile?
    if !script.fonts.isEmpty, let path = try? world.locate(content.file.value, from: folder) {
      file = MediaFile(path: path, digest: Fingerprint(of: script.fontBytes))
    }
    var used: [FontChoice: UsedCharacters] = [:]
    for run in script.events.lazy.flatMap(\.runs) {
      used[FontChoice(run.font), default: UsedCharacters()].add(run.text)
    }
    guard let found = await fonts(of: used, content, ScriptFonts(file), &sink) else { return nil }
    if let character = found.missing.unicodeScalars.first {
      let event = script.events.first { event in
        event.runs.contains { $0.text.unicodeScalars.contains(character) }
      }
      sink.report(
        .missingGlyphs(found.missing, of: event?.number ?? 1, in: content.file))
    }
    for (font, other) in found.substitutes {
      sink.report(.substitutedFont(font.family ?? "", by: other.family, in: content.file))
    }
    var raster = found.raster
    raster?.captions = CaptionStyle(
      TextBlock(text: "", font: FontChoice(family: nil), size: 16, color: .white))
    raster?.captions?.pages = found.pages
    raster?.captions?.scriptFonts = file
    return raster
  }
}

extension FontChoice {
  fileprivate var order: (String, Int) { (family ?? "", weight * 2 + (isItalic ? 1 : 0)) }
}

/// The different characters of texts.
private struct UsedCharacters {
  private var ascii = [Bool](repeating: false, count: 128)
  private var others: Set<Character> = []

  /// Adds the characters of `text`.
  mutating func add(_ text: String) {
    for character in text {
      if let value = character.asciiValue, value != 10 {
        ascii[Int(value)] = true
      } else {
        others.insert(character)
      }
    }
  }

  /// The characters that fonts have to write, page by page, in an order that does not depend on what others there are.
  var pages: [(page: UInt32, characters: [Character])] {
    let all = others.union(
      ascii.indices.filter { ascii[$0] }.map { Character(Unicode.Scalar(UInt8($0))) })
    var pages: [UInt32: [Character]] = [:]
    for character in all where character.isDrawn {
      guard let first = character.unicodeScalars.first else { continue }
      pages[CaptionStyle.page(of: first), default: []].append(character)
    }
    return pages.sorted { $0.key < $1.key }.flatMap { page, characters in
      let sorted = characters.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      return stride(from: 0, to: sorted.count, by: 1000).map { start in
        (page, Array(sorted[start..<min(start + 1000, sorted.count)]))
      }
    }
  }
}

extension PlacedSubtitles {
  /// The place of `cue`: its line or text, and its file.
  fileprivate func place(of cue: Cue) -> String {
    "\(content.clip == nil ? "line" : "text") \(cue.line) of '\(content.file.value)'"
  }
}

extension Diagnostic {
  /// A text of subtitles that is not shown as it is written.
  fileprivate static func cue(_ message: String, in content: SubtitlesContent) -> Diagnostic {
    Diagnostic(code: .warning("bad-cue"), message: message, span: content.file.span)
  }
}
