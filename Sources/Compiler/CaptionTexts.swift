// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import Digests
import Lowering
import ProjectModel
import SourceMedia
import Subtitles
import TimelineModel

// Texts of subtitles are laid out where they are shown, as there may be thousands of them. What is known of them before is
// whether there are fonts for all of their characters, and which.

extension Compilation {
  /// How the subtitles of `timeline` are laid out on each of `frames`.
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
      var known: (raster: Raster, fonts: [FontChoice: [UInt32: [Fingerprint]]])?
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
      }
    }
    return result
  }

  /// The fonts that write the characters of `cues`, and a raster of some of them; nil where that is not known, which is
  /// reported.
  private func fonts(
    of cues: [Cue], _ block: TextBlock, _ content: SubtitlesContent, _ sink: inout DiagnosticSink
  ) async -> (raster: Raster, fonts: [FontChoice: [UInt32: [Fingerprint]]])? {
    var used: [FontChoice: UsedCharacters] = [:]
    for run in cues.lazy.flatMap(\.runs) {
      used[block.font.styled(run.style), default: UsedCharacters()].add(run.text)
    }
    guard let found = await fonts(of: used, content, nil, &sink) else { return nil }
    let text = TextContent(text: Located("", at: content.file.span), look: content.look)
    if let character = found.missing.unicodeScalars.first {
      let line = cues.first { $0.text.unicodeScalars.contains(character) }?.line ?? 1
      let place = content.clip == nil ? "the cue at line \(line)" : "text \(line)"
      sink.report(
        .missingGlyphs(text, found.missing, in: "\(place) of '\(content.file.value)'"))
    }
    for (_, substitute) in found.substitutes { sink.report(.substitutedFont(text, substitute)) }
    guard var raster = found.raster else { return nil }
    var listed: Set<MediaFile> = []
    raster.facts.fonts = raster.facts.fonts.filter { listed.insert($0).inserted }
    return (raster, found.fonts)
  }

  /// What is known of the fonts that write characters.
  private struct FoundFonts {
    /// One of the answers.
    var raster: Raster?
    var fonts: [FontChoice: [UInt32: [Fingerprint]]] = [:]
    /// The characters that no font has.
    var missing = ""
    /// What another family writes than the one that is asked for, which comes first.
    var substitutes: [(font: FontChoice, by: TextSubstitute)] = []
  }

  /// The fonts that write `used`: where there is a `script`, those that libass takes.
  private func fonts(
    of used: [FontChoice: UsedCharacters], _ content: SubtitlesContent, _ script: ScriptFonts?,
    _ sink: inout DiagnosticSink
  ) async -> FoundFonts? {
    var asked: [(font: FontChoice, page: UInt32)] = []
    var blocks: [TextBlock] = []
    for font in [FontChoice](used.keys).sorted(by: { $0.order < $1.order }) {
      for (page, text) in used[font]?.texts ?? [] {
        asked.append((font, page))
        blocks.append(TextBlock(text: text, font: font, size: 16, color: .white))
        blocks[blocks.count - 1].script = script
      }
    }
    var found = FoundFonts()
    let text = TextContent(text: Located("", at: content.file.span), look: content.look)
    for ((font, page), answer) in zip(asked, await world.rasters(of: blocks)) {
      switch answer {
      case .success(let raster):
        found.raster = found.raster ?? raster
        found.fonts[font, default: [:]][page, default: []] += raster.facts.fonts.flatMap {
          [$0.digest] + ($0.fonts.map { [$0] } ?? [])
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
    raster?.captions?.fonts = found.fonts
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
  private var letters: Set<UInt32> = []
  private var clusters: Set<Character> = []

  /// Adds the characters of `text`.
  mutating func add(_ text: String) {
    // Most characters are one scalar, and nothing is put together of them.
    var pending: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      if Self.isSimple(scalar.value) {
        flush(pending)
        pending.removeAll(keepingCapacity: true)
      }
      pending.append(scalar)
    }
    flush(pending)
  }

  private mutating func flush(_ pending: [Unicode.Scalar]) {
    guard let first = pending.first else { return }
    if pending.count > 1 {
      clusters.formUnion(String(String.UnicodeScalarView(pending)))
    } else if first.value < 128 {
      ascii[Int(first.value)] = true
    } else {
      letters.insert(first.value)
    }
  }

  /// Whether a character is one by itself, whatever stands before it.
  private static func isSimple(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x300, 0x370..<0x483, 0x48A..<0x530, 0x5D0..<0x5EB, 0x621..<0x64B, 0x2010..<0x2028,
      0x3041..<0x3097, 0x30A1..<0x30FB, 0x4E00..<0xA000, 0xAC00..<0xD7A4, 0xFF01..<0xFF5F:
      true
    default: false
    }
  }

  /// The characters, page by page, in lines; those that draw nothing are left out.
  var texts: [(page: UInt32, text: String)] {
    var all = clusters
    for value in ascii.indices where ascii[value] {
      all.insert(Character(Unicode.Scalar(UInt8(value))))
    }
    for value in letters {
      if let scalar = Unicode.Scalar(value) { all.insert(Character(scalar)) }
    }
    var pages: [UInt32: [String]] = [:]
    for character in all {
      let isSeen = character.unicodeScalars.contains {
        !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 32
      }
      guard isSeen, let first = character.unicodeScalars.first else { continue }
      pages[CaptionStyle.page(of: first), default: []].append(String(character))
    }
    return pages.sorted { $0.key < $1.key }.flatMap { page, characters in
      let sorted = characters.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      return stride(from: 0, to: sorted.count, by: 1000).map { start in
        let part = sorted[start..<min(start + 1000, sorted.count)]
        let lines = stride(from: part.startIndex, to: part.endIndex, by: 50).map {
          part[$0..<min($0 + 50, part.endIndex)].joined()
        }
        return (page, lines.joined(separator: "\n"))
      }
    }
  }
}
