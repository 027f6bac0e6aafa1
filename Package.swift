// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let swift: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// The modules below each of those that are declared so far.
var below: [String: Set<String>] = [:]

/// Some modules and all below them, which the one that names these may import.
///
/// SwiftPM compiles a module again only if one changes that its target depends on: so on all of them.
@MainActor func all(_ modules: [String], below module: String) -> [Target.Dependency] {
  below[module] = modules.reduce(into: Set(modules)) { $0.formUnion(below[$1] ?? []) }
  let packages = ["ArgumentParser": "swift-argument-parser"]
  return below[module, default: []].sorted().map { name in
    packages[name].map { .product(name: name, package: $0) } ?? .target(name: name)
  }
}

/// A module of a district, which names those right below it.
@MainActor func lib(
  _ name: String, in district: String, _ modules: [String]
) -> Target {
  .target(
    name: name, dependencies: all(modules, below: name), path: "Sources/\(district)/\(name)",
    swiftSettings: swift)
}

@MainActor func tool(_ name: String, _ modules: [String]) -> Target {
  .executableTarget(
    name: name, dependencies: all(modules, below: name), path: "Sources/Tools/\(name)",
    swiftSettings: swift)
}

@MainActor func tests(
  _ name: String, _ district: String, _ modules: [String], data: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: all(modules, below: name), path: "Tests/\(district)/\(name)",
    exclude: data, swiftSettings: swift)
}

/// The headers of a library of C, by its names for pkg-config and Debian.
func headers(_ name: String, in district: String, _ packages: String?, _ debian: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/\(district)/\(name)", pkgConfig: packages,
    providers: [.apt(debian.split(separator: " ").map(String.init))])
}

let package = Package(
  name: "reel",
  products: [.library(name: "ReelKit", targets: ["ReelKit"])]
    + ["reel", "reel-render", "reel-store"].map { .executable(name: $0, targets: [$0]) },
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  // From the bottom to the top: each module is above those that it names.
  targets: [
    .systemLibrary(name: "CLinux", path: "Sources/Core/CLinux"),
    headers("CNettle", in: "Core", "nettle", "nettle-dev"),
    lib("Base", in: "Core", ["CNettle"]),
    lib("Diagnostics", in: "Core", []),
    lib("Subtitles", in: "Core", ["Base"]),
    lib("Catalog", in: "Core", ["Base"]),
    lib("RenderProtocol", in: "Core", ["Base", "CLinux"]),
    headers("CYAML", in: "Language", "yaml-0.1", "libyaml-dev"),
    lib("YAML", in: "Language", ["CYAML", "Diagnostics"]),
    lib("ProjectModel", in: "Language", ["Catalog", "Diagnostics", "RenderProtocol", "Subtitles"]),
    lib("Parsing", in: "Language", ["ProjectModel", "YAML"]),
    lib("Preprocessing", in: "Language", ["Parsing"]),
    lib("Timeline", in: "Compiler", ["ProjectModel"]),
    lib("RenderGraph", in: "Compiler", ["Catalog", "Diagnostics", "RenderProtocol"]),
    lib("Lowering", in: "Compiler", ["RenderGraph", "Timeline"]),
    lib("Resolver", in: "Compiler", ["Lowering"]),  // A phase; the Driver runs it.
    lib("Planning", in: "Compiler", ["Lowering"]),
    lib("Explain", in: "Compiler", ["Planning", "YAML"]),
    lib("Driver", in: "Compiler", ["Planning", "Preprocessing", "Resolver"]),
    lib("BuildSystem", in: "Build", ["Base", "CLinux"]),
    lib("Host", in: "Build", ["BuildSystem", "Timeline"]),
    lib("Builder", in: "Build", ["Driver", "Explain", "Host"]),
    lib("ReelKit", in: "Kit", ["Builder"]),  // The library for other packages.
    headers(
      "CFFmpeg", in: "Media", "libavfilter libavformat libavcodec libswscale libswresample",
      "libavfilter-dev libavformat-dev libavcodec-dev"),
    .target(name: "CFFmpegShims", dependencies: ["CFFmpeg"], path: "Sources/Media/CFFmpegShims"),
    lib("LibAV", in: "Media", ["Base", "CFFmpeg", "CFFmpegShims", "CLinux"]),
    lib("Bitstreams", in: "Media", ["RenderProtocol"]),
    lib("Kernels", in: "Media", ["Base"]),
    lib("MediaIO", in: "Media", ["Bitstreams", "Kernels", "LibAV"]),
    headers("CPango", in: "Render", "pangocairo pangoft2 fontconfig harfbuzz", "libpango1.0-dev"),
    headers("CAss", in: "Render", "libass", "libass-dev"),
    lib("Transitions", in: "Render", ["Kernels"]),  // Compiled for minutes.
    lib("Text", in: "Render", ["CAss", "CPango", "MediaIO", "Subtitles"]),
    lib("Compositor", in: "Render", ["Text", "Transitions"]),
    lib("Audio", in: "Render", ["MediaIO"]),  // Is of the renderer alone.
    lib("Muxing", in: "Render", ["Compositor"]),  // Is of the renderer alone.
    .target(name: "CCurl", path: "Sources/Tools/CCurl"),
    tool("reel-render", ["Audio", "Muxing"]),
    tool("reel-store", ["CCurl", "RenderProtocol"]),
    tool("reel", ["ArgumentParser", "ReelKit"]),
    // All that a film needs, built by one call of SwiftPM.
    .target(
      name: "Executables", dependencies: ["reel", "reel-render", "reel-store"],
      path: "Sources/Tools/Executables"),
    .target(name: "FilmTesting", path: "Tests/Support/FilmTesting", swiftSettings: swift),
    .target(
      name: "TestSupport",
      dependencies: all(["Diagnostics", "RenderProtocol"], below: "TestSupport"),
      path: "Tests/Support/TestSupport", swiftSettings: swift),
    tests("DiagnosticsTests", "Core", ["TestSupport"], data: ["Cases"]),
    tests("SubtitlesTests", "Core", ["FilmTesting", "TestSupport", "Text"]),
    tests("SharingTests", "Core", ["RenderProtocol"]),
    tests("YAMLTreeTests", "Language", ["TestSupport", "YAML"], data: ["Cases"]),
    tests("ProjectReadingTests", "Language", ["Preprocessing", "TestSupport"], data: ["Cases"]),
    tests("ExpansionTests", "Language", ["Preprocessing"]),
    tests("RenderIRTests", "Compiler", ["RenderGraph", "TestSupport"]),
    tests("OptimizerTests", "Compiler", ["RenderGraph", "TestSupport"], data: ["Cases"]),
    tests(
      "CompilerTests", "Compiler", ["Driver", "Explain", "FilmTesting", "TestSupport"],
      data: ["Cases", "Edits"]),
    tests("BuildEngineTests", "Build", ["BuildSystem", "TestSupport"]),
    tests("PhotoMetadataTests", "Build", ["Host"]),
    tests("ReelKitTests", "Kit", ["FilmTesting", "ReelKit"]),
    tests("AVTests", "Media", ["LibAV"]),
    tests("BitstreamsTests", "Media", ["Bitstreams", "TestSupport"]),
    tests("KernelsTests", "Render", ["Catalog", "Transitions"]),
    tests("TypesettingTests", "Render", ["Text"]),
    tests("RenderingTests", "Render", ["Audio", "Muxing", "Planning", "TestSupport"]),
    tests("ToolTests", "Tools", ["TestSupport", "reel"], data: ["fake-worker.py"]),
    tests("ConformanceTests", "Tools", ["FilmTesting"], data: ["Expected.txt"]),
    tests("ExampleTests", "Tools", ["FilmTesting", "TestSupport"]),
    tests("StoreTests", "Tools", ["FilmTesting"], data: ["bad-server.py"]),
    tests("ModuleGraphTests", "Tools", ["FilmTesting"]),
  ]
)
