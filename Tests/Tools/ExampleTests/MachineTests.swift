// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Failures due to the machine are reported, without waiting.
@Suite struct MachineTests {
  private static let project = """
    reel: 1
    canvas: {size: 64x36, rate: 10}
    tracks: {main: [{gap: 1s}]}
    overlays: {title: {text: One, during: 0s..1s}}
    outputs: {film: {file: film.mkv, preset: lossless}}

    """

  /// Runs `script` in a shell, with the tool as `$0`.
  private func shell(_ script: String) async throws -> Command.Outcome {
    let reel = try Reel()
    try reel.folder.write(MachineTests.project, to: "p.yaml")
    let tool = try #require(Places.reel)
    return try await Command("/bin/sh", in: reel.folder.path).outcome(["-c", script, tool])
  }

  @Test(arguments: [
    "inputs p.yaml", "graph p.yaml", "explain p.yaml", "cache p.yaml", "check -v p.yaml",
    "build --json p.yaml", "--version", "build --help",
  ])
  func aFullDiskBehindTheOutputIsAFailure(command: String) async throws {
    let outcome = try await shell("exec \"$0\" \(command) > /dev/full")
    #expect(outcome.status == 3)
    let words = "cannot write to the standard output: No space left on device"
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test func aReaderThatGoesAwayIsNoFailure() async throws {
    let outcome = try await shell("\"$0\" graph p.yaml | true; \"$0\" check p.yaml >&-")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
  }

  @Test func tooLittleMemoryIsSaid() async throws {
    let outcome = try await shell("ulimit -v 80000; exec \"$0\" check p.yaml")
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(outcome.errors.contains("error["), "\(outcome.errors)")
  }

  @Test func whatTheRendererCannotBeLoadedForIsSaid() async throws {
    // Enough for reel, and too little for the libraries of the renderer.
    let outcome = try await shell("ulimit -v 250000; exec \"$0\" build p.yaml")
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(outcome.errors.contains("(ulimit -v) is too low"), "\(outcome.errors)")
  }

  @Test func aStackThatIsTooSmallIsSaid() async throws {
    let outcome = try await shell("ulimit -s 256; exec \"$0\" check p.yaml")
    let isRaised = outcome.status == 0
    #expect(
      isRaised || outcome.status == 3 && outcome.errors.contains("a stack of 256 KiB is too small"),
      "\(outcome.errors)")
    // A soft limit is raised.
    let soft = try await shell("ulimit -S -s 256; exec \"$0\" build p.yaml")
    #expect(soft.status == 0, "\(soft.errors)")
  }

  /// True if the file system of processes can be hidden here.
  private static let canHideProcesses: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
    process.arguments = ["--mount", "/bin/sh", "-c", "umount -l /proc"]
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(.enabled(if: canHideProcesses, "/proc cannot be taken away here"))
  func aMachineWithoutProcIsNoCallForHelp() async throws {
    for command in [
      "build p.yaml", "watch p.yaml", "check p.yaml", "graph p.yaml", "probe p.yaml",
      "frame p.yaml --at 0s -o f.png", "explain p.yaml", "inputs p.yaml", "cache p.yaml",
      "clean p.yaml", "new film p.yaml", "params p.yaml", "transitions", "effects", "codecs",
      "fonts", "sound p.yaml", "verify p.yaml", "help", "--version",
    ] {
      let outcome = try await shell(
        "exec unshare --mount /bin/sh -c 'umount -l /proc; exec \"$0\" \(command)' \"$0\"")
      #expect(outcome.status == 3 && outcome.text.isEmpty, "\(command)")
      #expect(outcome.errors.contains("/proc is not there"), "\(command): \(outcome.errors)")
    }
  }

  @Test func tooFewOpenFilesAreSaid() async throws {
    for command in ["build", "check", "explain"] {
      let outcome = try await shell("ulimit -n 5; exec \"$0\" \(command) p.yaml")
      #expect(outcome.status == 3, "\(outcome.errors)")
      #expect(outcome.errors.contains("open files are too few"), "\(outcome.errors)")
    }
    // A soft limit is raised as far as necessary.
    let outcome = try await shell("ulimit -S -n 5; exec \"$0\" build p.yaml")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  /// The signal of a file that grows too large would kill `reel`, or look like a renderer that the media crash.
  @Test func aFileThatMayNotGrowIsAFailureOfTheDisk() async throws {
    let outcome = try await shell("ulimit -f 1; exec \"$0\" build p.yaml")
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(outcome.errors.contains("File too large"), "\(outcome.errors)")
  }

  /// True if another user's process limit can be set here.
  private static let canLimit =
    geteuid() == 0 && Command.named("setpriv") != nil && Command.named("prlimit") != nil

  @Test(.enabled(if: canLimit, "the limits of other users cannot be set here"))
  func tooFewProcessesAreSaid() async throws {
    let outcome = try await shell(
      "prlimit --nproc=2 setpriv --reuid 4217 --clear-groups \"$0\" check p.yaml")
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(outcome.errors.contains("threads"), "\(outcome.errors)")
  }

  /// An entry that cannot be read now may be whole.
  @Test(.enabled(if: canLimit, "other users cannot be acted for here"))
  func whatCannotBeReadIsNotRemoved() async throws {
    let outcome = try await shell(
      """
      "$0" build --quiet p.yaml && find .reel/store -type f | sort > before
      chmod -R a+rwX . && find .reel/store -type f -exec chmod 600 {} +
      setpriv --reuid 4217 --clear-groups "$0" cache --gc
      find .reel/store -type f | sort | cmp before - && test -s before
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
