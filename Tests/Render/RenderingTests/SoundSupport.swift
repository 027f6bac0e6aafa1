// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import Testing

@testable import Audio
@testable import MediaIO

/// Folders and files of one test, removed at its end.
final class Workshop {
  let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "reel-sound-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String) -> String { folder + "/" + name }

  /// Writes a 32-bit float WAV file; samples are interleaved.
  func wav(_ name: String, rate: Int, channels: Int = 2, _ samples: [Float]) throws -> String {
    var bytes: [UInt8] = []
    func text(_ text: String) { bytes += Array(text.utf8) }
    func number<N: FixedWidthInteger>(_ value: N) {
      withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
    let size = samples.count * 4
    text("RIFF")
    number(UInt32(36 + size))
    text("WAVEfmt ")
    number(UInt32(16))
    number(UInt16(3))
    number(UInt16(channels))
    number(UInt32(rate))
    number(UInt32(rate * channels * 4))
    number(UInt16(channels * 4))
    number(UInt16(32))
    text("data")
    number(UInt32(size))
    samples.withUnsafeBytes { bytes += $0 }
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// True for a file that tells the delay of its sound's encoder; since FFmpeg 7, Matroska does for any codec.
  func tellsPadding(_ path: String) throws -> Bool {
    let said = try run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "a", "-show_entries", "stream=initial_padding", "-of",
        "csv=p=0", path,
      ])
    return !["", "0"].contains(String(decoding: said, as: UTF8.self).prefix { $0 != "\n" })
  }

  /// Runs a command line tool with `file:` paths; returns its standard output.
  func run(_ tool: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  /// The ffmpeg tool's decoded output: interleaved floats of `channels`.
  func decode(_ file: String, _ options: [String] = [], channels: Int = 2) throws -> [Float] {
    let data = try run(
      "ffmpeg",
      ["-v", "error", "-i", file, "-map", "0:a"] + options + [
        "-f", "f32le", "-c:a", "pcm_f32le", "-",
      ])
    return data.withUnsafeBytes { raw in
      (0..<(raw.count / 4)).map { raw.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
    }
  }

  /// The samples of a sound segment of 32-bit floats.
  func samples(of segment: String) throws -> Mix {
    var mix = Mix()
    var reader = try SegmentReader(path: segment)
    let packet = try Packet()
    while try reader.next(into: packet) {
      let samples = packet.bytes.bindMemory(to: Float.self)
      for index in stride(from: 0, to: samples.count, by: 2) {
        mix.left.append(samples[index])
        mix.right.append(samples[index + 1])
      }
    }
    return mix
  }

  /// The integrated loudness of a sound by ffmpeg's `ebur128`, in LUFS, and its true peak, in dB.
  func loudness(of mix: Mix, rate: Int) throws -> (loudness: Double, peak: Double) {
    let file = try wav(
      "measured.wav", rate: rate, zip(mix.left, mix.right).flatMap { [$0, $1] })
    let text = String(
      decoding: try run(
        "ffmpeg",
        [
          "-v", "error", "-i", file, "-af",
          "ebur128=peak=true:metadata=1,ametadata=mode=print:file=-", "-f", "null", "-",
        ]), as: UTF8.self)
    func last(_ key: String) throws -> Double {
      let line = text.split(separator: "\n").last { $0.hasPrefix(key + "=") }
      return try #require(
        line.flatMap { Double($0.dropFirst(key.count + 1)) }, "\(text.suffix(400))")
    }
    let peaks = try [0, 1].map { try last("lavfi.r128.true_peaks_ch\($0)") }
    return (try last("lavfi.r128.I"), 20 * log10(peaks.max() ?? 0))
  }

  /// Mixes a program to floats, without any encoder.
  func mix(_ program: AudioProgram, keepsGoing: Bool = false) throws -> Mix {
    let found = try channels(of: program, keepsGoing: keepsGoing)
    return Mix(
      left: found.samples.channels[0], right: found.samples.channels[1], notes: found.notes)
  }

  /// Mixes a program on any channels to floats, without any encoder.
  func channels(
    of program: AudioProgram, keepsGoing: Bool = false
  ) throws -> (samples: AudioBuffer, notes: [RenderNote]) {
    var mixer = try AudioMixer(program, keepsGoing: keepsGoing)
    let block = AudioBlock(channels: program.layout.count)
    var samples = AudioBuffer(channels: program.layout.count)
    while case let count = try mixer.mix(into: block.memory), count > 0 {
      samples.append(block.memory, count: count)
    }
    return (samples, mixer.notes)
  }
}

/// A finished mix.
struct Mix {
  var left: [Float] = []
  var right: [Float] = []
  var notes: [RenderNote] = []
}

/// A clip of the file at `path`.
func clip(
  _ path: String, stream: Int = 0, zero: Time = .zero, from sourceStart: Time = .zero,
  at start: Int64 = 0, count: Int64, gains: [Gain] = []
) throws -> AudioClip {
  let digest = try #require(Fingerprint(hex: String(repeating: "0", count: 64)))
  return AudioClip(
    file: MediaFile(path: path, digest: digest), stream: stream, zero: zero,
    sourceStart: sourceStart, start: start, count: count, gains: gains, origin: Origin(7))
}

/// The folder of real media; nil if there is none.
let mediaFolder: String? = {
  let environment = ProcessInfo.processInfo.environment["REEL_MEDIA"]
  let folder = environment ?? FileManager.default.currentDirectoryPath + "/../shared/media"
  return FileManager.default.fileExists(atPath: folder) ? folder : nil
}()

/// Noise that is the same on every machine, in −1...1.
func noise(_ count: Int, seed: UInt64 = 1) -> [Float] {
  var state = seed
  return (0..<count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(Int32(truncatingIfNeeded: state >> 32)) / 2_147_483_648
  }
}

/// The signal-to-noise ratio, in dB.
func ratio(_ signal: [Float], _ other: [Float]) -> Double {
  var (power, error) = (0.0, 0.0)
  for (a, b) in zip(signal, other) {
    power += Double(a) * Double(a)
    error += Double(a - b) * Double(a - b)
  }
  return error == 0 ? 400 : 10 * log10(power / error)
}

/// The major version of libavcodec: 59 in FFmpeg 5.1, 61 in 7.1, 63 in 9.
let codecVersion: Int = {
  let line = libraryVersions().first { $0.hasPrefix("libavcodec ") }
  return line.flatMap { Int($0.dropFirst(11).prefix { $0 != "." }) } ?? 0
}()
