// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// The module graph in the package and the imports equals that in `Sources/README.md`.
struct ModuleGraphTests {
  /// The modules that each module may import.
  ///
  /// Dependencies point down, never up.
  private static let allowed: [(module: String, imports: Set<String>)] = [
    ("Basics", []),
    ("Diagnostics", []),
    ("CYAML", []),
    ("CFFmpeg", []),
    ("CPango", []),
    ("CAss", []),
    ("CLinux", []),
    ("CFFmpegShims", ["CFFmpeg"]),
    ("FaceCascades", []),
    ("CCurl", []),
    ("Digests", ["Basics"]),
    ("Pacing", ["Basics"]),
    ("PhotoNotes", []),
    ("Subtitles", ["Basics"]),
    ("ParameterRecords", ["Basics"]),
    ("Facilities", ["Basics"]),
    ("Deliveries", ["Basics"]),
    ("Actions", ["Facilities", "Deliveries", "Pacing", "Basics"]),
    ("Properties", ["Basics"]),
    ("Wires", ["CLinux", "Actions", "Basics"]),
    ("Effects", ["Actions", "Facilities", "Basics"]),
    ("Bitstreams", ["ParameterRecords", "Actions", "Basics"]),
    ("YAMLTree", ["CYAML", "Diagnostics"]),
    ("Codecs", []),
    ("Profiles", ["Codecs", "Basics"]),
    (
      "ProjectModel",
      ["Subtitles", "Profiles", "Codecs", "Deliveries", "Diagnostics", "Properties", "Basics"]
    ),
    (
      "LanguageKeys",
      ["Subtitles", "Profiles", "Codecs", "Deliveries", "ProjectModel", "Properties", "Basics"]
    ),
    (
      "ValueReading",
      [
        "ProjectModel", "YAMLTree", "Effects", "Diagnostics", "Properties", "Basics", "Actions",
        "Facilities",
      ]
    ),
    (
      "ObjectReading",
      [
        "Facilities",
        "Subtitles",
        "ValueReading", "LanguageKeys", "ProjectModel", "YAMLTree", "Effects", "Diagnostics",
        "Properties", "Basics",
      ]
    ),
    (
      "DetailReading",
      [
        "Codecs",
        "ObjectReading", "ValueReading", "LanguageKeys", "ProjectModel", "YAMLTree", "Effects",
        "Diagnostics", "Properties", "Basics", "Actions", "Deliveries", "Facilities", "Pacing",
      ]
    ),
    (
      "ProjectReading",
      [
        "Facilities",
        "DetailReading", "ObjectReading", "ValueReading", "LanguageKeys", "ProjectModel",
        "Profiles", "Codecs", "YAMLTree", "Effects", "Diagnostics", "Properties", "Basics",
      ]
    ),
    (
      "Expansion",
      [
        "ObjectReading", "ValueReading", "LanguageKeys", "ProjectModel", "YAMLTree",
        "Diagnostics", "Basics",
      ]
    ),
    (
      "ProjectSchema",
      [
        "ValueReading", "LanguageKeys", "ProjectModel", "Properties", "Basics",
      ]
    ),
    ("RenderIR", ["Actions", "Pacing", "Diagnostics", "Properties", "Basics"]),
    ("Optimizer", ["RenderIR", "Actions", "Pacing", "Properties", "Basics"]),
    (
      "Codegen",
      ["RenderIR", "Actions", "Pacing", "Digests", "Diagnostics", "Properties", "Basics"]
    ),
    (
      "SourceMedia",
      ["ProjectModel", "Actions", "Facilities", "Pacing", "Diagnostics", "Properties", "Basics"]
    ),
    ("Presets", ["ProjectModel", "Profiles", "Codecs", "Actions", "Diagnostics", "Basics"]),
    (
      "TimelineModel",
      [
        "Effects",
        "Profiles", "Codecs",
        "Subtitles",
        "Presets", "SourceMedia", "ProjectModel", "Actions", "Deliveries", "Pacing", "Diagnostics",
        "Properties", "Basics",
      ]
    ),
    (
      "Layout",
      [
        "Subtitles",
        "TimelineModel", "Presets", "SourceMedia", "ProjectModel", "Actions", "Pacing",
        "Diagnostics", "Properties", "Basics",
      ]
    ),
    (
      "Levels",
      [
        "TimelineModel", "SourceMedia", "ProjectModel", "Actions", "Facilities", "Pacing",
        "Diagnostics",
        "Basics",
      ]
    ),
    (
      "Lowering",
      [
        "Subtitles",
        "TimelineModel", "SourceMedia", "ProjectModel", "RenderIR", "Actions", "Pacing",
        "Diagnostics",
        "Properties",
        "Basics",
      ]
    ),
    (
      "Framing",
      [
        "Lowering", "TimelineModel", "SourceMedia", "ProjectModel", "Memory", "Actions",
        "Facilities", "Diagnostics", "Properties", "Basics",
      ]
    ),
    ("SoundCopying", ["Presets", "Actions", "Basics"]),
    (
      "Planning",
      [
        "Subtitles",
        "Lowering", "SoundCopying", "Presets", "TimelineModel", "SourceMedia", "ProjectModel",
        "RenderIR",
        "Optimizer",
        "Codegen", "ParameterRecords", "Actions", "Deliveries", "Pacing",
        "Digests", "Diagnostics", "Properties", "Basics",
      ]
    ),
    (
      "Explain",
      [
        "Facilities",
        "Planning", "SoundCopying", "TimelineModel", "SourceMedia", "YAMLTree", "Actions", "Pacing",
        "Digests",
        "Diagnostics",
        "Properties",
        "Basics",
      ]
    ),
    (
      "ProjectWarnings",
      [
        "Lowering", "Layout", "TimelineModel", "SourceMedia", "ProjectModel", "Codecs", "Effects",
        "Actions", "Pacing", "Diagnostics", "Properties", "Basics",
      ]
    ),
    (
      "Deliverables",
      [
        "ObjectReading", "ValueReading", "LanguageKeys", "ProjectModel", "YAMLTree", "Diagnostics",
        "Basics",
      ]
    ),
    (
      "Compiler",
      [
        "Profiles",
        "Deliverables",
        "Subtitles", "Digests", "ProjectWarnings",
        "Planning", "Framing", "Lowering", "Levels", "Layout", "TimelineModel", "Pacing",
        "SourceMedia", "Expansion",
        "ProjectReading", "ProjectModel",
        "YAMLTree", "Effects", "RenderIR", "Optimizer", "Actions", "Facilities", "Diagnostics",
        "Properties",
        "Basics",
      ]
    ),
    ("BuildEngine", ["CLinux", "Digests", "Basics"]),
    ("AV", ["CFFmpeg", "CFFmpegShims", "CLinux", "Basics"]),
    ("Kernels", ["Basics"]),
    ("Typesetting", ["CPango", "Kernels", "Actions", "Facilities", "Digests", "Basics"]),
    ("Coloring", ["Kernels", "Basics"]),
    ("Interpolation", ["Kernels"]),
    ("XfadeKinds", ["Kernels"]),
    ("EffectLoops", ["XfadeKinds", "Kernels"]),
    ("Glitches", ["EffectLoops", "XfadeKinds", "Kernels"]),
    ("Sights", ["EffectLoops", "Kernels"]),
    ("Transitions", ["Glitches", "Sights", "EffectLoops", "XfadeKinds", "Kernels"]),
    ("MediaFiles", ["AV", "Wires", "Actions", "Facilities", "Digests", "Basics"]),
    (
      "ScriptDrawing",
      [
        "CAss", "MediaFiles", "Kernels", "Typesetting", "Subtitles", "Actions", "Digests", "Basics",
      ]
    ),
    (
      "TextRendering",
      [
        "ScriptDrawing", "MediaFiles", "Typesetting", "Actions", "Facilities", "Digests", "Basics",
      ]
    ),
    (
      "Packets",
      ["MediaFiles", "AV", "Bitstreams", "ParameterRecords", "Wires", "Actions", "Basics"]
    ),
    ("Examining", ["MediaFiles", "AV", "Bitstreams", "Actions", "Facilities", "Basics"]),
    (
      "Probing",
      ["Facilities", "Packets", "MediaFiles", "AV", "Bitstreams", "Actions", "Pacing", "Basics"]
    ),
    ("Memory", ["Actions", "Basics"]),
    (
      "SourcePictures",
      [
        "MediaFiles", "AV", "Coloring", "Kernels", "Memory", "Actions", "Pacing", "Basics",
      ]
    ),
    (
      "Looking",
      [
        "Examining", "SourcePictures", "MediaFiles", "AV", "Actions", "Facilities", "Basics",
      ]
    ),
    (
      "Drawing",
      [
        "SourcePictures", "MediaFiles", "AV", "Transitions", "EffectLoops", "XfadeKinds",
        "Coloring",
        "Interpolation",
        "Kernels",
        "TextRendering", "Typesetting", "ScriptDrawing", "Subtitles",
        "Effects",
        "Memory", "Actions", "Facilities", "Pacing", "Digests", "Basics",
      ]
    ),
    ("Samples", ["Basics"]),
    ("SoundShaping", ["Samples", "Actions", "Facilities", "Basics"]),
    ("SoundFilters", ["SoundShaping", "Samples", "Effects", "AV", "Actions", "Basics"]),
    (
      "SoundPackets",
      [
        "SoundShaping", "Samples", "Packets", "MediaFiles", "AV", "Bitstreams", "Actions",
        "Basics",
      ]
    ),
    (
      "Sound",
      [
        "SoundFilters", "SoundPackets", "SoundShaping", "Samples", "Packets", "MediaFiles", "AV",
        "Bitstreams", "Actions", "Facilities",
        "Pacing", "Digests",
        "Basics",
      ]
    ),
    ("SoundPictures", ["Sound", "Samples", "MediaFiles", "AV", "Actions", "Basics"]),
    (
      "Segments",
      [
        "Facilities",
        "Subtitles",
        "Drawing", "SourcePictures", "Packets", "MediaFiles", "AV", "Bitstreams",
        "ParameterRecords", "Actions", "Deliveries", "Digests",
        "Pacing",
        "Basics",
      ]
    ),
    ("RemoteStore", ["CCurl"]),
    ("Sharing", ["Wires", "Digests", "Basics"]),
    ("Workers", ["Facilities", "BuildEngine", "CLinux", "Wires", "Actions", "Digests", "Basics"]),
    (
      "DiskAccess",
      [
        "Workers", "SourceMedia", "BuildEngine", "PhotoNotes", "Actions", "Facilities", "Digests",
        "Diagnostics",
        "Basics",
      ]
    ),
    (
      "OutputFiles",
      ["DiskAccess", "BuildEngine", "CLinux", "Actions", "Deliveries", "Digests", "Basics"]
    ),
    (
      "Building",
      [
        "OutputFiles", "DiskAccess", "Workers", "Explain", "Planning", "TimelineModel",
        "SourceMedia",
        "BuildEngine", "Sharing", "Wires",
        "CLinux", "Memory", "Actions", "Deliveries", "Pacing", "Properties", "Digests",
        "Diagnostics",
        "Basics",
      ]
    ),
    ("Watching", ["DiskAccess", "BuildEngine", "Digests"]),
    (
      "Printing",
      [
        "Building", "OutputFiles", "DiskAccess", "Compiler", "Explain", "Planning",
        "TimelineModel", "SourceMedia",
        "BuildEngine", "Actions", "Facilities", "Digests", "Diagnostics", "Basics",
      ]
    ),
    (
      "Verifying",
      [
        "OutputFiles", "BuildEngine", "DiskAccess", "TimelineModel", "Workers", "Compiler",
        "Profiles",
        "Actions", "Facilities", "Digests",
        "Basics",
      ]
    ),
    (
      "Sheets",
      [
        "Building", "OutputFiles", "DiskAccess", "Workers", "BuildEngine", "Properties", "Actions",
        "Digests",
        "Basics",
      ]
    ),
    ("Listings", ["ProjectModel", "Codecs", "Effects", "Actions", "Facilities", "Basics"]),
    ("NewProjects", ["Expansion"]),
    (
      "reel",
      [
        "Verifying", "Profiles",
        "NewProjects", "Printing", "Sheets", "Listings", "Building", "OutputFiles", "Watching",
        "DiskAccess",
        "Workers", "Compiler",
        "Explain",
        "Planning", "TimelineModel", "SourceMedia", "BuildEngine", "RenderIR", "Effects",
        "Properties", "Sharing", "CLinux",
        "Actions", "Facilities",
        "Digests", "Diagnostics", "Basics",
      ]
    ),
    (
      "reel-render",
      [
        "Looking", "Examining",
        "Probing", "Drawing", "TextRendering", "Sound", "SoundPictures", "Segments", "MediaFiles",
        "CLinux", "Wires",
        "Memory", "Actions",
        "Facilities",
        "Basics",
      ]
    ),
    ("reel-store", ["RemoteStore", "Sharing", "Wires", "Actions", "Digests", "Basics"]),
  ]

  private struct Description: Decodable {
    struct Target: Decodable {
      var name: String
      var type: String
      var path: String
      var target_dependencies: [String]?
    }
    var targets: [Target]
  }

  /// The targets as the package manager sees them, without tests.
  private static func targets() async throws -> [Description.Target] {
    let swift = try #require(Command.named("swift"))
    let scratch = try TemporaryFolder()
    let output = try await swift.data([
      "package", "--package-path", Places.package, "--scratch-path", scratch.path, "describe",
      "--type", "json",
    ])
    // Notices may precede the object.
    let text = String(decoding: output, as: UTF8.self)
    let json = text[(text.firstIndex(of: "{") ?? text.startIndex)...]
    return try JSONDecoder().decode(Description.self, from: Data(json.utf8)).targets
      .filter { $0.path.hasPrefix("Sources/") }
  }

  @Test func thePackageHasTheModulesAndArrowsOfTheTable() async throws {
    let targets = try await ModuleGraphTests.targets()
    #expect(targets.map(\.name).sorted() == ModuleGraphTests.allowed.map(\.module).sorted())
    for target in targets {
      guard let row = ModuleGraphTests.allowed.first(where: { $0.module == target.name }) else {
        continue
      }
      let more = Set(target.target_dependencies ?? []).subtracting(row.imports)
      #expect(more.isEmpty, "\(target.name) depends on \(more.sorted())")
      // The compiler finds any module of the package, but only declared ones are built first.
      for (file, imported) in try ModuleGraphTests.imports(of: target.name)
      where row.imports.contains(imported) {
        let isDeclared = target.target_dependencies?.contains(imported) == true
        #expect(isDeclared, "\(file) imports \(imported), which Package.swift does not say")
      }
    }
  }

  @Test func modulesImportWhatTheTableAllows() throws {
    let modules = Set(ModuleGraphTests.allowed.map(\.module))
    for (module, allowed) in ModuleGraphTests.allowed {
      for (file, imported) in try ModuleGraphTests.imports(of: module)
      where modules.contains(imported) {
        #expect(allowed.contains(imported), "\(file) imports \(imported)")
      }
    }
  }

  @Test func foundationIsForThoseWhoTouchFiles() throws {
    let touching = [
      "Digests", "BuildEngine", "MediaFiles", "Packets", "Segments", "Workers",
      "OutputFiles", "Building",
      "Verifying", "Watching", "Printing", "reel", "reel-render", "reel-store",
    ]
    for (module, _) in ModuleGraphTests.allowed where !touching.contains(module) {
      for (file, imported) in try ModuleGraphTests.imports(of: module) {
        #expect(!imported.hasPrefix("Foundation"), "\(file) imports \(imported)")
        // A film is written by a separate thread next to libavformat.
        guard module != "AV" else { continue }
        #expect(imported != "Dispatch", "\(file) imports it")
      }
    }
  }

  @Test func theTableHasNoCycleAndTheFrontEndNoMediaOrNetworkLibrary() throws {
    var known: [String: Set<String>] = [:]
    var left = ModuleGraphTests.allowed
    while let index = left.firstIndex(where: { row in row.imports.allSatisfy { known[$0] != nil } })
    {
      let row = left.remove(at: index)
      known[row.module] = row.imports.reduce(into: row.imports) { $0.formUnion(known[$1] ?? []) }
    }
    #expect(left.isEmpty, "there is a cycle among \(left.map(\.module))")
    let reel = try #require(known["reel"])
    // `AV` is below all modules that read or write media.
    #expect(
      reel.isDisjoint(with: [
        "CFFmpeg", "CPango", "CAss", "AV", "Typesetting", "CCurl", "RemoteStore",
      ]))
    let renderer = try #require(known["reel-render"])
    #expect(renderer.isDisjoint(with: ["Compiler", "ProjectModel", "ProjectReading", "RenderIR"]))
    #expect(known["Bitstreams"]?.isDisjoint(with: ["AV", "CFFmpeg"]) == true)
  }

  /// The imports of a module, with their files.
  private static func imports(of module: String) throws -> [(file: String, module: String)] {
    let root = Places.package + "/Sources/" + module
    guard let walk = FileManager.default.enumerator(atPath: root) else { return [] }
    let files = walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
    return try files.flatMap { file in
      try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8).split(separator: "\n")
        .compactMap { line in
          let words = line.split(separator: " ")
          guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
            words[..<place].allSatisfy({ $0.hasPrefix("@") || modifiers.contains(String($0)) })
          else { return nil }
          return (file: "\(module)/\(file)", module: String(words[place + 1]))
        }
    }
  }

  private static let modifiers: Set<String> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
}
