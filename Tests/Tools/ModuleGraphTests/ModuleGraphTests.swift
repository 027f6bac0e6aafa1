// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// The rules of the districts and their modules, as `docs/architecture.md` gives them.
struct ModuleGraphTests {
  /// The districts from whose modules those of each may import, besides their own.
  private static let lower: [String: Set<String>] = [
    "Core": [],
    "Language": ["Core"],
    "Compiler": ["Core", "Language"],
    "Build": ["Core", "Language", "Compiler"],
    "Kit": ["Core", "Language", "Compiler", "Build"],
    "Media": ["Core"],
    "Render": ["Core", "Media"],
    "Tools": ["Core", "Language", "Compiler", "Build", "Kit", "Media", "Render"],
  ]

  private struct Description: Decodable {
    struct Target: Decodable {
      var name: String
      var type: String
      var path: String
      var target_dependencies: [String]?

      var district: String { String(path.split(separator: "/")[1]) }
    }
    var targets: [Target]
  }

  /// The targets as the package manager sees them, without tests.
  private static let described = Task {
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

  private static func targets() async throws -> [Description.Target] {
    try await described.value
  }

  @Test func modulesLieInTheirDistrictAndDependOnLowerOnes() async throws {
    let targets = try await ModuleGraphTests.targets()
    let districts = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0.district) })
    #expect(Set(districts.values) == Set(ModuleGraphTests.lower.keys))
    for target in targets {
      #expect(target.path == "Sources/\(target.district)/\(target.name)")
      let allowed = (ModuleGraphTests.lower[target.district] ?? []).union([target.district])
      for name in target.target_dependencies ?? [] {
        #expect(allowed.contains(districts[name] ?? ""), "\(target.name) depends on \(name)")
      }
    }
  }

  /// Between the two sides there are values and a process.
  @Test func compilingAndRenderingNeverMeet() async throws {
    let targets = try await ModuleGraphTests.targets()
    let districts = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0.district) })
    for target in targets {
      // The manifest names all modules below one.
      let used = Set((target.target_dependencies ?? []).compactMap { districts[$0] })
      let compiles = !used.isDisjoint(with: ["Language", "Compiler", "Build", "Kit"])
      let renders = !used.isDisjoint(with: ["Media", "Render"])
      #expect(!(compiles && renders), "\(target.name) does both")
    }
    let store = try #require(targets.first { $0.name == "reel-store" })
    let beside = (store.target_dependencies ?? []).filter { districts[$0] != "Core" }
    #expect(beside == ["CCurl"])
  }

  /// The compiler finds any module of the package, but only declared ones are built first.
  @Test func importsAreDeclared() async throws {
    let targets = try await ModuleGraphTests.targets()
    let modules = Set(targets.map(\.name))
    for target in targets {
      let declared = Set(target.target_dependencies ?? [])
      for (file, imported) in try ModuleGraphTests.imports(in: target.path)
      where modules.contains(imported) {
        #expect(declared.contains(imported), "\(file) imports \(imported)")
      }
    }
  }

  @Test func librariesOfCHaveOneImporter() async throws {
    let targets = try await ModuleGraphTests.targets()
    var importers: [String: Set<String>] = [:]
    for target in targets {
      for (_, imported) in try ModuleGraphTests.imports(in: target.path) {
        importers[imported, default: []].insert(target.name)
      }
    }
    for (library, importer) in [
      ("CFFmpeg", "LibAV"), ("CFFmpegShims", "LibAV"), ("CPango", "Text"), ("CAss", "Text"),
      ("CNettle", "Base"), ("CYAML", "YAML"), ("CCurl", "reel-store"),
    ] {
      #expect(importers[library] == [importer], "\(library)")
    }
  }

  @Test func aLibraryWithOneClientSaysWhy() async throws {
    let targets = try await ModuleGraphTests.targets()
    var clients: [String: Set<String>] = [:]
    for target in targets {
      for (_, imported) in try ModuleGraphTests.imports(in: target.path) {
        clients[imported, default: []].insert(target.name)
      }
    }
    let manifest = try String(contentsOfFile: Places.package + "/Package.swift", encoding: .utf8)
    var found = 0
    for line in manifest.split(separator: "\n") where line.hasPrefix("    lib(\"") {
      let name = String(line.split(separator: "\"")[1])
      guard clients[name]?.count == 1 else { continue }
      found += 1
      #expect(line.contains("  // "), "\(name) is used by \(clients[name] ?? [])")
    }
    #expect(found > 0)
  }

  @Test func foundationIsForThoseWhoTouchFiles() async throws {
    // All of Foundation takes 34 MB of ICU along.
    for target in try await ModuleGraphTests.targets() {
      for (file, imported) in try ModuleGraphTests.imports(in: target.path) {
        #expect(imported != "Foundation", "\(file) imports more than FoundationEssentials")
      }
    }
    let touching = ["BuildSystem", "Host", "Builder", "MediaIO", "Muxing"]
    for target in try await ModuleGraphTests.targets()
    where target.district != "Tools" && !touching.contains(target.name) {
      for (file, imported) in try ModuleGraphTests.imports(in: target.path) {
        #expect(!imported.hasPrefix("Foundation"), "\(file) imports \(imported)")
        // A film is written by a separate thread next to libavformat.
        guard target.name != "LibAV" else { continue }
        #expect(imported != "Dispatch", "\(file) imports it")
      }
    }
  }

  /// A public signature there could name a type of another module only by a public import.
  @Test func thePublicLibraryExposesNoOtherModule() throws {
    for (path, text) in try ModuleGraphTests.files(in: "Sources/Kit") {
      #expect(!text.contains("public import"), "\(path)")
      #expect(!text.contains("@_exported"), "\(path)")
    }
  }

  /// A package with such flags is no dependency of another one that asks for a version of it.
  @Test func noFlagIsUnsafe() throws {
    let manifest = try String(contentsOfFile: Places.package + "/Package.swift", encoding: .utf8)
    #expect(!manifest.contains("unsafeFlags"))
  }

  @Test func namesOfTypesAreUnique() async throws {
    var modules: [String: Set<String>] = [:]
    for target in try await ModuleGraphTests.targets() {
      for declared in try ModuleGraphTests.declarations(in: target.path)
      where declared.keyword != "extension" {
        modules[declared.name, default: []].insert(target.name)
      }
    }
    for (name, modules) in modules where modules.count > 1 {
      Issue.record("\(name) is declared in \(modules.sorted().joined(separator: " and "))")
    }
  }

  /// Types of the package that are extended in more than three modules besides their own; none may be added.
  private static let scattered: Set<String> = ["CanvasColor", "Time"]

  @Test func typesAreExtendedInFewModules() async throws {
    // What each module reports is in extensions of `Diagnostic`.
    let others = ["Diagnostic", "Range", "String", "UInt8", "UnsafeRawBufferPointer"]
    var extended: [String: Set<String>] = [:]
    var own: [String: Set<String>] = [:]
    for target in try await ModuleGraphTests.targets() {
      for declared in try ModuleGraphTests.declarations(in: target.path) {
        if declared.keyword == "extension" {
          extended[declared.name, default: []].insert(target.name)
        } else {
          own[declared.name, default: []].insert(target.name)
        }
      }
    }
    let scattered = extended.filter { name, modules in
      modules.subtracting(own[name] ?? []).count > 3 && !others.contains(name)
    }
    #expect(Set(scattered.keys) == ModuleGraphTests.scattered)
  }

  @Test func pathsInTheTextsOfThePackageExist() throws {
    let files = FileManager.default
    let roots: Set = ["Sources", "Tests", "Scripts", "docs"]
    let lower = ModuleGraphTests.lower
    for text in try Documentation.pages() {
      let path = Places.package + "/" + text
      let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
        for match in line.matches(of: /\]\(([^)# ]+)/) where !match.1.hasPrefix("https:") {
          #expect(files.fileExists(atPath: folder + "/" + match.1), "\(text): \(match.1)")
        }
        for match in line.matches(of: /`([A-Za-z]+)(\/[\w+.\/-]+)`/)
        where roots.contains(String(match.1)) || lower.keys.contains(String(match.1)) {
          // Paths of sources begin at the folder of the text about them.
          let isThere = ["/", "/Sources/"].contains {
            files.fileExists(atPath: Places.package + $0 + match.1 + match.2)
          }
          // The name of a file that a reader is told to make.
          let isExample = match.2.hasSuffix("/VerbObject.swift")
          #expect(isThere || isExample, "\(text): \(match.1)\(match.2)")
        }
      }
    }
  }

  @Test func linksInThePagesLeadToHeadings() throws {
    var known: [String: Set<String>] = [:]
    for page in try Documentation.pages() {
      let folder = page.split(separator: "/").dropLast().joined(separator: "/")
      for (number, line) in try Documentation.prose(of: page) {
        for match in line.matches(of: /\]\(([^)# :]*)#([^) ]+)\)/) {
          var parts = match.1.isEmpty ? [] : folder.split(separator: "/").map { String($0) }
          for part in match.1.split(separator: "/") {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
          }
          let target = match.1.isEmpty ? page : parts.joined(separator: "/")
          let anchors = try known[target] ?? Documentation.anchors(of: target)
          known[target] = anchors
          #expect(anchors.contains(String(match.2)), "\(page):\(number): \(match.1)#\(match.2)")
        }
      }
    }
  }

  /// Tables, code and the targets of links may be longer.
  @Test func proseHasAtMostAHundredColumns() throws {
    for page in try Documentation.pages() {
      for (number, line) in try Documentation.prose(of: page)
      where !line.hasPrefix("|") && !line.hasPrefix("    ") {
        let columns = line.replacing(/\]\([^)]*\)/, with: "]").count
        #expect(columns <= 100, "\(page):\(number) has \(columns) columns")
      }
    }
  }

  /// A comment names its subject: the noun that a declaration stands for.
  @Test func docCommentsBeginWithNoQuestion() throws {
    for folder in ["Sources", "Tests"] {
      for (path, text) in try ModuleGraphTests.files(in: folder) {
        for line in text.matches(of: /\/\/\/ (?:What|Whether|How) .*/) {
          Issue.record("\(path): \(line.output)")
        }
      }
    }
  }

  /// The Swift files of a folder of the package, by their paths.
  private static func files(in folder: String) throws -> [(path: String, text: String)] {
    let root = Places.package + "/" + folder
    guard let walk = FileManager.default.enumerator(atPath: root) else { return [] }
    return try walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted().map {
      ("\(folder)/\($0)", try String(contentsOfFile: "\(root)/\($0)", encoding: .utf8))
    }
  }

  /// The imports of the files of a folder.
  private static func imports(in folder: String) throws -> [(file: String, module: String)] {
    try files(in: folder).flatMap { path, text in
      text.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
          words[..<place].allSatisfy({ $0.hasPrefix("@") || modifiers.contains(String($0)) })
        else { return nil }
        return (file: path, module: String(words[place + 1]))
      }
    }
  }

  /// The types that the files of a folder declare or extend outside of others.
  private static func declarations(
    in folder: String
  ) throws -> [(keyword: Substring, name: String)] {
    try files(in: folder).flatMap { _, text in
      text.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ", omittingEmptySubsequences: false).drop {
          $0.hasPrefix("@") || modifiers.contains(String($0))
        }
        guard let keyword = words.first, keywords.contains(String(keyword)), words.count > 1 else {
          return nil
        }
        let rest = words[words.startIndex + 1]
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        // An extension of a type within another one is none of that.
        guard !name.isEmpty, rest[name.endIndex...].first != "." else { return nil }
        return (keyword, String(name))
      }
    }
  }

  private static let modifiers: Set<String> = [
    "public", "package", "internal", "fileprivate", "private", "final", "indirect", "nonisolated",
  ]

  private static let keywords: Set<String> = [
    "struct", "class", "enum", "protocol", "actor", "typealias", "extension",
  ]
}
