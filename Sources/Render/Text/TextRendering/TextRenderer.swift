// SPDX-License-Identifier: Apache-2.0

import Base
import MediaIO
public import RenderProtocol

/// Performs text requests: lays out and draws a text, and stores the raster under its digest.
///
/// It keeps the machine's fonts loaded and caches the digests of font files, until a font file or a font folder
/// changes. One worker owns it.
public struct TextRenderer: ~Copyable {
  private var fontCache = FontCache()

  /// A renderer that has not loaded fonts yet.
  public init() {}

  /// Rasterises the text of `request` into its folder, as `<digest>.raster`.
  public mutating func render(_ request: TextRequest) throws(RenderFailure) -> TextFacts {
    fontCache.forgetWhatChanged()
    if let script = request.block.script { return try scriptFacts(request, script) }
    if request.block.asksForFonts == true { return try fontFacts(request) }
    let raster = try typeset(request.block)
    let digest = try store(RasterFile(size: raster.size, pixels: raster.pixels), request)
    let fonts = try files(raster.fontFiles)
    var missing = ""
    missing.unicodeScalars.append(contentsOf: raster.missing)
    return TextFacts(
      size: raster.size, box: raster.box, raster: digest, fonts: fonts, missing: missing,
      substitutes: raster.substitutes, isTooLarge: raster.isTooLarge, cells: raster.cells,
      lines: raster.lines, lackingFeatures: raster.lackingFeatures)
  }

  /// Writes `raster` into the folder of `request`, and gives its digest.
  func store(_ raster: RasterFile, _ request: TextRequest) throws(RenderFailure) -> Fingerprint {
    let bytes = raster.encoded
    let digest = Fingerprint(of: bytes)
    do {
      // A raster is compared with its digest before each use, so waiting for the disk is unnecessary.
      try WholeFile.write(
        bytes, folder: request.folder, name: digest.hex + ".raster", isDurable: false)
      return digest
    } catch {
      throw RenderFailure(
        kind: .disk, message: "cannot write the text's picture: \(error.reason)",
        log: ["\(error.call) \(error.path)"])
    }
  }

  /// Lays out and draws the text of `caption`, whose fonts have to be those that it was planned with, as they were when
  /// `forgetWhatChanged` looked at them.
  ///
  /// - Parameter last: What is known of the text that was drawn before; it knows this one afterwards.
  package mutating func raster(
    of caption: Caption, after last: LastRaster? = nil
  ) throws(RenderFailure) -> TextRaster {
    do throws(TypesettingError) {
      try fontCache.check(caption)
      return try fontCache.typeset(caption.block, after: last)
    } catch {
      throw error.failure
    }
  }

  /// The folders and configuration files that affect texts, sorted; empty if fontconfig fails.
  public mutating func fontFolders() -> [String] {
    do { return try withMachineFonts { fonts throws(TypesettingError) in fonts.folders } } catch {
      return []
    }
  }

  /// The families that `request` asks for.
  public mutating func fonts(_ request: FontsRequest) throws(RenderFailure) -> [FontFamily] {
    fontCache.forgetWhatChanged()
    do throws(TypesettingError) {
      if !request.files.isEmpty {
        return try FontSet.list(files: request.files, writing: request.text)
      }
      return try withMachineFonts { fonts throws(TypesettingError) in
        fonts.list(writing: request.text)
      }
    } catch {
      throw error.failure
    }
  }

  /// The fonts that write each line of the text of `request`, and a raster without anything.
  private mutating func fontFacts(_ request: TextRequest) throws(RenderFailure) -> TextFacts {
    let found: TextWriters
    do throws(TypesettingError) { found = try fontCache.writers(of: request.block) } catch {
      throw error.failure
    }
    var facts = try emptyFacts(request)
    facts.fonts = try files(found.fontFiles)
    facts.missing.unicodeScalars.append(contentsOf: found.missing)
    (facts.substitutes, facts.lineFonts) = (found.substitutes, found.lines)
    return facts
  }

  /// Discards the fonts if they or their folders have changed.
  package mutating func forgetWhatChanged() { fontCache.forgetWhatChanged() }

  private mutating func typeset(_ block: TextBlock) throws(RenderFailure) -> TextRaster {
    do throws(TypesettingError) { return try fontCache.typeset(block) } catch {
      throw error.failure
    }
  }

  mutating func withMachineFonts<Value>(
    _ body: (borrowing FontSet) throws(TypesettingError) -> Value
  ) throws(TypesettingError) -> Value { try fontCache.withMachineFonts(body) }

  /// The font files at `paths`.
  mutating func files(_ paths: [String]) throws(RenderFailure) -> [MediaFile] {
    var files: [MediaFile] = []
    do throws(TypesettingError) {
      for path in paths {
        files.append(MediaFile(path: path, digest: try fontCache.digest(of: path)))
      }
    } catch {
      throw RenderFailure(kind: .disk, message: error.message, log: error.log)
    }
    return files
  }
}

extension TypesettingError {
  /// The failure of rendering that it is.
  fileprivate var failure: RenderFailure {
    let kind: RenderFailure.Kind =
      switch kind {
      case .text: .text
      case .limit: .limit
      case .system: .unsupported
      }
    return RenderFailure(kind: kind, message: message, log: log)
  }
}
