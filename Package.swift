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

// Loops over pixels and samples, which would take most of the time of the tests without optimisation; what is checked at
// run time is checked all the same.
let optimised = swift + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

let package = Package(
  name: "reel",
  products: [
    .executable(name: "reel", targets: ["reel"]),
    .executable(name: "reel-render", targets: ["reel-render"]),
    .executable(name: "reel-store", targets: ["reel-store"]),
    .library(name: "reel-faces", type: .dynamic, targets: ["FaceCascades"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
    // What Swift's module of the C library leaves out.
    .systemLibrary(name: "CLinux"),

    // Values.
    .target(name: "Basics", swiftSettings: optimised),
    .target(name: "Digests", dependencies: ["Basics", crypto], swiftSettings: swift),
    .target(name: "Diagnostics", swiftSettings: swift),
    .target(name: "Properties", dependencies: ["Basics"], swiftSettings: swift),
    .target(name: "Pacing", dependencies: ["Basics"], swiftSettings: swift),
    .target(name: "PhotoNotes", swiftSettings: swift),
    .target(name: "Subtitles", dependencies: ["Basics"], swiftSettings: swift),
    .target(name: "ParameterRecords", dependencies: ["Basics"], swiftSettings: swift),
    .target(name: "Facilities", dependencies: ["Basics"], swiftSettings: swift),
    .target(name: "Deliveries", dependencies: ["Basics"], swiftSettings: swift),
    .target(
      name: "Actions", dependencies: ["Facilities", "Deliveries", "Pacing", "Basics"],
      swiftSettings: swift),
    .target(name: "Wires", dependencies: ["CLinux", "Actions", "Basics"], swiftSettings: swift),
    .target(
      name: "Effects", dependencies: ["Actions", "Facilities", "Basics"], swiftSettings: swift),
    .target(
      name: "Bitstreams", dependencies: ["ParameterRecords", "Actions", "Basics"],
      swiftSettings: swift),

    // The front end.
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .target(name: "YAMLTree", dependencies: ["CYAML", "Diagnostics"], swiftSettings: swift),
    .target(name: "Codecs", swiftSettings: swift),
    .target(name: "Profiles", dependencies: ["Codecs", "Basics"], swiftSettings: swift),
    .target(
      name: "ProjectModel",
      dependencies: [
        "Subtitles", "Profiles", "Codecs", "Deliveries", "Diagnostics", "Properties", "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "LanguageKeys",
      dependencies: [
        "Subtitles", "Profiles", "Codecs", "Deliveries", "ProjectModel", "Properties", "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "ValueReading",
      dependencies: [
        "ProjectModel", "YAMLTree", "Effects", "Diagnostics", "Properties", "Basics", "Actions",
        "Facilities",
      ],
      swiftSettings: swift),
    .target(
      name: "ObjectReading",
      dependencies: [
        "Subtitles", "ValueReading", "LanguageKeys", "ProjectModel", "YAMLTree", "Effects",
        "Facilities",
        "Diagnostics", "Properties", "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "DetailReading",
      dependencies: [
        "ObjectReading", "ValueReading", "LanguageKeys", "ProjectModel", "Codecs", "YAMLTree",
        "Effects",
        "Diagnostics", "Properties", "Deliveries", "Basics", "Actions", "Facilities", "Pacing",
      ],
      swiftSettings: swift),
    .target(
      name: "ProjectReading",
      dependencies: [
        "DetailReading", "ObjectReading", "ValueReading", "LanguageKeys", "ProjectModel",
        "Profiles", "Codecs", "YAMLTree", "Effects", "Facilities", "Diagnostics", "Properties",
        "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "Expansion",
      dependencies: [
        "ObjectReading", "ValueReading", "LanguageKeys", "ProjectModel", "YAMLTree", "Diagnostics",
        "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "ProjectSchema",
      dependencies: [
        "ValueReading", "LanguageKeys", "ProjectModel", "Properties", "Basics",
      ],
      swiftSettings: swift),

    // The middle.
    .target(
      name: "RenderIR", dependencies: ["Actions", "Pacing", "Diagnostics", "Properties", "Basics"],
      swiftSettings: swift),
    .target(
      name: "Optimizer", dependencies: ["RenderIR", "Actions", "Pacing", "Properties", "Basics"],
      swiftSettings: swift),
    .target(
      name: "Codegen",
      dependencies: [
        "RenderIR", "Actions", "Pacing", "Digests", "Diagnostics", "Properties", "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "SourceMedia",
      dependencies: [
        "ProjectModel", "Actions", "Facilities", "Pacing", "Diagnostics", "Properties", "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "Presets",
      dependencies: ["ProjectModel", "Profiles", "Codecs", "Actions", "Diagnostics", "Basics"],
      swiftSettings: swift),
    .target(
      name: "TimelineModel",
      dependencies: [
        "Effects", "Subtitles", "SourceMedia", "Presets", "ProjectModel", "Profiles", "Codecs",
        "Actions",
        "Deliveries", "Pacing",
        "Diagnostics",
        "Properties", "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "Layout",
      dependencies: [
        "Subtitles", "TimelineModel", "SourceMedia", "Presets", "ProjectModel", "Actions", "Pacing",
        "Diagnostics", "Properties", "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "Levels",
      dependencies: [
        "TimelineModel", "SourceMedia", "ProjectModel", "Actions", "Facilities", "Pacing",
        "Diagnostics",
        "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "Lowering",
      dependencies: [
        "Subtitles", "TimelineModel", "SourceMedia", "ProjectModel", "RenderIR", "Actions",
        "Pacing", "Diagnostics", "Properties", "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "Framing",
      dependencies: [
        "Lowering", "TimelineModel", "SourceMedia", "ProjectModel", "Memory", "Actions",
        "Facilities", "Diagnostics", "Properties", "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "SoundCopying", dependencies: ["Presets", "Actions", "Basics"], swiftSettings: swift),
    .target(
      name: "Planning",
      dependencies: [
        "Subtitles", "Lowering", "SoundCopying", "Presets", "TimelineModel", "SourceMedia",
        "ProjectModel", "RenderIR", "Optimizer", "Codegen", "ParameterRecords", "Actions",
        "Deliveries", "Pacing",
        "Digests", "Diagnostics", "Properties", "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "Explain",
      dependencies: [
        "Facilities",
        "Planning", "SoundCopying", "TimelineModel", "SourceMedia", "YAMLTree", "Actions", "Pacing",
        "Digests", "Diagnostics", "Properties", "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "ProjectWarnings",
      dependencies: [
        "Lowering", "Layout", "TimelineModel", "SourceMedia", "ProjectModel", "Codecs", "Effects",
        "Actions", "Pacing", "Diagnostics", "Properties", "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "Deliverables",
      dependencies: [
        "ObjectReading", "ValueReading", "LanguageKeys", "ProjectModel", "YAMLTree", "Diagnostics",
        "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "Compiler",
      dependencies: [
        "Subtitles", "Deliverables", "ProjectWarnings", "Planning", "Framing", "Lowering", "Levels",
        "Layout",
        "TimelineModel", "Pacing",
        "SourceMedia",
        "Profiles", "Expansion", "ProjectReading", "ProjectModel", "YAMLTree", "Effects",
        "RenderIR",
        "Optimizer", "Actions", "Facilities", "Digests", "Diagnostics", "Properties", "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "BuildEngine", dependencies: ["CLinux", "Digests", "Basics"], swiftSettings: swift),

    // The back end.
    .systemLibrary(
      name: "CFFmpeg", pkgConfig: "libavfilter libavformat libavcodec libswscale libswresample",
      providers: [.apt(["libavfilter-dev", "libavformat-dev", "libavcodec-dev"])]),
    .target(name: "CFFmpegShims", dependencies: ["CFFmpeg"]),
    .target(
      name: "AV", dependencies: ["CFFmpeg", "CFFmpegShims", "CLinux", "Basics"],
      swiftSettings: optimised),
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo pangoft2 fontconfig harfbuzz",
      providers: [.apt(["libpango1.0-dev"])]),
    .target(
      name: "Typesetting",
      dependencies: ["CPango", "Kernels", "Actions", "Facilities", "Digests", "Basics"],
      swiftSettings: optimised),
    .target(name: "Kernels", dependencies: ["Basics"], swiftSettings: optimised),
    .systemLibrary(name: "CAss", pkgConfig: "libass", providers: [.apt(["libass-dev"])]),
    .target(name: "Coloring", dependencies: ["Kernels", "Basics"], swiftSettings: optimised),
    .target(name: "Interpolation", dependencies: ["Kernels"], swiftSettings: optimised),
    .target(name: "XfadeKinds", dependencies: ["Kernels"], swiftSettings: optimised),
    .target(
      name: "EffectLoops", dependencies: ["XfadeKinds", "Kernels"], swiftSettings: optimised),
    .target(
      name: "Glitches", dependencies: ["EffectLoops", "XfadeKinds", "Kernels"],
      swiftSettings: optimised),
    .target(name: "Sights", dependencies: ["EffectLoops", "Kernels"], swiftSettings: optimised),
    .target(
      name: "Transitions",
      dependencies: ["Glitches", "Sights", "EffectLoops", "XfadeKinds", "Kernels"],
      swiftSettings: optimised),
    .target(
      name: "MediaFiles",
      dependencies: ["AV", "Wires", "Actions", "Facilities", "Digests", "Basics"],
      swiftSettings: optimised),
    .target(
      name: "ScriptDrawing",
      dependencies: [
        "CAss", "MediaFiles", "Kernels", "Typesetting", "Subtitles", "Actions", "Digests", "Basics",
      ], swiftSettings: optimised),
    .target(
      name: "TextRendering",
      dependencies: [
        "ScriptDrawing", "MediaFiles", "Typesetting", "Actions", "Facilities", "Digests", "Basics",
      ], swiftSettings: optimised),
    .target(
      name: "Packets",
      dependencies: [
        "MediaFiles", "AV", "Bitstreams", "ParameterRecords", "Wires", "Actions", "Basics",
      ], swiftSettings: optimised),
    .target(
      name: "Examining",
      dependencies: ["MediaFiles", "AV", "Bitstreams", "Actions", "Facilities", "Basics"],
      swiftSettings: swift),
    .target(
      name: "Probing",
      dependencies: [
        "Facilities", "Packets", "MediaFiles", "AV", "Bitstreams", "Actions", "Pacing", "Basics",
      ],
      swiftSettings: swift),
    .target(name: "Memory", dependencies: ["Actions", "Basics"], swiftSettings: swift),
    .target(
      name: "SourcePictures",
      dependencies: [
        "MediaFiles", "AV", "Coloring", "Kernels", "Memory", "Actions", "Pacing", "Basics",
      ],
      swiftSettings: optimised),
    // A library of its own, which is opened when it is needed: it takes OpenCV along.
    .target(
      name: "FaceCascades",
      cxxSettings: [.unsafeFlags(["-isystem", "/usr/include/opencv4"])],
      linkerSettings: [
        .linkedLibrary("opencv_objdetect"), .linkedLibrary("opencv_core"),
        // There is no Swift in it, and it is opened where the libraries of Swift are not installed.
        .unsafeFlags(["-Xlinker", "--as-needed", "-static-stdlib"]),
      ]),
    .target(
      name: "Looking",
      dependencies: [
        "Examining", "SourcePictures", "MediaFiles", "AV", "Actions", "Facilities", "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "Drawing",
      dependencies: [
        "SourcePictures", "MediaFiles", "AV", "Transitions", "EffectLoops", "XfadeKinds",
        "Coloring", "Interpolation", "Kernels", "TextRendering", "Typesetting", "ScriptDrawing",
        "Subtitles", "Effects", "Memory", "Actions", "Facilities", "Pacing", "Digests", "Basics",
      ],
      swiftSettings: optimised),
    .target(name: "Samples", dependencies: ["Basics"], swiftSettings: optimised),
    .target(
      name: "SoundShaping", dependencies: ["Samples", "Actions", "Facilities", "Basics"],
      swiftSettings: optimised),
    .target(
      name: "SoundPackets",
      dependencies: [
        "SoundShaping", "Samples", "Packets", "MediaFiles", "AV", "Bitstreams", "Actions", "Basics",
      ],
      swiftSettings: optimised),
    .target(
      name: "SoundFilters",
      dependencies: ["SoundShaping", "Samples", "Effects", "AV", "Actions", "Basics"],
      swiftSettings: optimised),
    .target(
      name: "Sound",
      dependencies: [
        "SoundFilters", "SoundPackets", "SoundShaping", "Samples", "Packets", "MediaFiles", "AV",
        "Bitstreams", "Actions", "Facilities",
        "Pacing", "Digests",
        "Basics",
      ],
      swiftSettings: optimised),
    .target(
      name: "SoundPictures",
      dependencies: ["Sound", "Samples", "MediaFiles", "AV", "Actions", "Basics"],
      swiftSettings: optimised),
    .target(
      name: "Segments",
      dependencies: [
        "Facilities",
        "Subtitles", "Drawing", "SourcePictures", "Packets", "MediaFiles", "AV", "Bitstreams",
        "ParameterRecords", "Actions", "Deliveries", "Pacing", "Digests", "Basics",
      ],
      swiftSettings: optimised),

    // Sharing what was rendered.
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
    .target(name: "RemoteStore", dependencies: ["CCurl"], swiftSettings: swift),
    .target(
      name: "Sharing", dependencies: ["Wires", "Digests", "Basics"], swiftSettings: swift),

    // What builds.
    .target(
      name: "Workers",
      dependencies: [
        "BuildEngine", "CLinux", "Wires", "Actions", "Facilities", "Digests", "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "DiskAccess",
      dependencies: [
        "Workers", "SourceMedia", "BuildEngine", "PhotoNotes", "Actions", "Facilities", "Digests",
        "Diagnostics",
        "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "OutputFiles",
      dependencies: [
        "DiskAccess", "BuildEngine", "CLinux", "Actions", "Deliveries", "Digests", "Basics",
      ], swiftSettings: swift),
    .target(
      name: "Building",
      dependencies: [
        "OutputFiles", "DiskAccess", "Workers", "Explain", "Planning", "TimelineModel",
        "SourceMedia",
        "BuildEngine", "Sharing", "CLinux", "Wires", "Memory", "Actions", "Deliveries", "Pacing",
        "Properties", "Digests", "Diagnostics", "Basics",
      ],
      swiftSettings: swift),
    .target(
      name: "Watching", dependencies: ["DiskAccess", "BuildEngine", "Digests"],
      swiftSettings: swift),

    // What the tools print.
    .target(
      name: "Printing",
      dependencies: [
        "Building", "OutputFiles", "DiskAccess", "Compiler", "Explain", "Planning", "TimelineModel",
        "SourceMedia", "BuildEngine", "Actions", "Facilities", "Digests", "Diagnostics", "Basics",
      ], swiftSettings: swift),

    .target(
      name: "Verifying",
      dependencies: [
        "OutputFiles", "BuildEngine", "DiskAccess", "Workers", "Compiler", "TimelineModel",
        "Profiles",
        "Actions", "Facilities",
        "Digests", "Basics",
      ], swiftSettings: swift),
    .target(
      name: "Sheets",
      dependencies: [
        "Building", "OutputFiles", "DiskAccess", "Workers", "BuildEngine", "Properties", "Actions",
        "Digests", "Basics",
      ], swiftSettings: swift),

    .target(
      name: "Listings",
      dependencies: ["ProjectModel", "Codecs", "Effects", "Actions", "Facilities", "Basics"],
      swiftSettings: swift),

    // The tools.
    .target(name: "NewProjects", dependencies: ["Expansion"], swiftSettings: swift),
    .executableTarget(
      name: "reel",
      dependencies: [
        "Verifying", "Profiles", "NewProjects", "Printing", "Sheets", "Listings", "Building",
        "OutputFiles", "Watching", "DiskAccess",
        "Workers", "Compiler", "Explain", "Planning", "TimelineModel", "SourceMedia", "BuildEngine",
        "RenderIR", "Effects", "Properties", "Sharing", "CLinux", "Actions", "Facilities",
        "Digests",
        "Diagnostics", "Basics", argumentParser,
      ],
      swiftSettings: swift),
    .executableTarget(
      name: "reel-render",
      dependencies: [
        "Looking", "Examining", "Probing", "Drawing", "TextRendering", "Sound", "SoundPictures",
        "Segments", "MediaFiles", "CLinux", "Wires",
        "Memory", "Actions",
        "Facilities",
        "Basics",
      ], swiftSettings: swift),
    .executableTarget(
      name: "reel-store",
      dependencies: ["RemoteStore", "Sharing", "Wires", "Actions", "Digests", "Basics"],
      swiftSettings: swift),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["Actions", "Facilities", "Diagnostics"],
      path: "Tests/TestSupport",
      swiftSettings: optimised),
    .testTarget(
      name: "DiagnosticsTests", dependencies: ["Diagnostics", "TestSupport"],
      exclude: ["Cases"], swiftSettings: swift),
    .testTarget(
      name: "YAMLTreeTests", dependencies: ["YAMLTree", "Diagnostics", "TestSupport"],
      exclude: ["Cases"], swiftSettings: swift),
    .testTarget(
      name: "ProjectReadingTests",
      dependencies: [
        "ProjectSchema", "Codecs", "Facilities", "Expansion", "ProjectReading", "ValueReading",
        "LanguageKeys",
        "ProjectModel", "YAMLTree", "Effects", "Actions", "Diagnostics", "Properties", "Basics",
        "TestSupport",
      ],
      exclude: ["Cases"], swiftSettings: swift),
    .testTarget(
      name: "ExpansionTests",
      dependencies: [
        "Expansion", "ProjectModel", "YAMLTree", "Diagnostics",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "RenderIRTests",
      dependencies: [
        "RenderIR", "Actions", "Pacing", "Diagnostics", "Properties", "Basics", "TestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "OptimizerTests",
      dependencies: [
        "Optimizer", "RenderIR", "Actions", "Pacing", "Diagnostics", "Properties", "Basics",
        "TestSupport",
      ],
      exclude: ["Cases"], swiftSettings: swift),
    .testTarget(
      name: "CompilerTests",
      dependencies: [
        "Compiler", "Explain", "Planning", "Framing", "SoundCopying", "Lowering", "TimelineModel",
        "SourceMedia",
        "ProjectReading", "LanguageKeys", "Presets", "Profiles", "Codecs", "ProjectModel",
        "RenderIR", "ParameterRecords", "Deliveries",
        "Memory", "Actions", "Facilities", "Pacing", "Digests", "Diagnostics", "Properties",
        "Basics",
        "TestSupport",
      ], exclude: ["Cases", "Edits"], swiftSettings: swift),
    .testTarget(
      name: "BuildEngineTests", dependencies: ["BuildEngine", "Digests", "Basics", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "ToolTests",
      dependencies: [
        "reel", "Printing", "Listings", "Building", "OutputFiles", "Watching", "DiskAccess",
        "Workers", "Compiler",
        "Explain", "Planning", "TimelineModel", "SourceMedia", "BuildEngine", "Sharing", "Wires",
        "Memory", "Actions", "Facilities", "Deliveries", "Pacing", "Digests", "Diagnostics",
        "Basics",
      ], exclude: ["fake-worker.py"], swiftSettings: swift),
    .testTarget(
      name: "SharingTests", dependencies: ["Sharing", "Digests", "Basics"], swiftSettings: swift),
    .testTarget(
      name: "BitstreamsTests", dependencies: ["Bitstreams", "Basics", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "KernelsTests",
      dependencies: [
        "Transitions", "EffectLoops", "XfadeKinds", "Coloring", "Interpolation", "Kernels",
        "Properties", "Basics",
      ],
      swiftSettings: optimised),
    .testTarget(
      name: "TypesettingTests", dependencies: ["Typesetting", "Actions", "Facilities", "Basics"],
      swiftSettings: optimised),
    .testTarget(name: "PhotoNotesTests", dependencies: ["PhotoNotes"], swiftSettings: swift),
    .testTarget(
      name: "SubtitlesTests",
      dependencies: [
        "Subtitles", "ScriptDrawing", "Actions", "Basics", "FilmTesting", "TestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "AVTests", dependencies: ["AV", "CLinux", "Basics"], swiftSettings: swift),
    .testTarget(
      name: "RenderingTests",
      dependencies: [
        "Looking", "Examining", "Probing", "Drawing", "TextRendering", "Typesetting",
        "SourcePictures", "Sound", "SoundPackets", "SoundPictures",
        "SoundShaping", "Samples",
        "Segments",
        "Packets",
        "MediaFiles",
        "Bitstreams", "Codegen", "Optimizer", "RenderIR", "Effects", "Properties", "AV",
        "Transitions", "XfadeKinds", "Interpolation", "Kernels", "Digests", "ParameterRecords",
        "Actions",
        "Facilities", "Pacing",
        "Basics", "TestSupport",
      ], swiftSettings: optimised),

    // Tests of the built executables, as processes.
    .target(name: "FilmTesting", path: "Tests/FilmTesting", swiftSettings: swift),
    .testTarget(
      name: "ConformanceTests", dependencies: ["FilmTesting"], exclude: ["Expected.txt"],
      swiftSettings: swift),
    .testTarget(
      name: "ExampleTests", dependencies: ["FilmTesting", "TestSupport"], swiftSettings: swift),
    .testTarget(
      name: "StoreTests", dependencies: ["FilmTesting"], exclude: ["bad-server.py"],
      swiftSettings: swift),
    .testTarget(name: "ModuleGraphTests", dependencies: ["FilmTesting"], swiftSettings: swift),
  ]
)
