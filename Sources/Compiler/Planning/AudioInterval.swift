// SPDX-License-Identifier: Apache-2.0

public import RenderProtocol

/// An interval of a film's sound: silence, or a chunk that is mixed by itself.
public enum AudioInterval<Chunk> {
  /// So many samples of silence, which need not be made.
  case silence(Int64)
  /// Some seconds of mixed sound, with times of its own.
  case chunk(Chunk)

  /// The mixed sound; nil for silence.
  var chunk: Chunk? {
    if case .chunk(let chunk) = self { return chunk }
    return nil
  }

  /// The length in samples, where a chunk has the length `count`.
  private func sampleCount(_ count: (Chunk) -> Int64) -> Int64 {
    switch self {
    case .silence(let samples): samples
    case .chunk(let chunk): count(chunk)
    }
  }
}

extension AudioInterval: Sendable where Chunk: Sendable {}
extension AudioInterval: Equatable where Chunk: Equatable {}
extension AudioInterval: Hashable where Chunk: Hashable {}
extension AudioInterval: Encodable where Chunk: Encodable {}

extension AudioInterval<AudioProgram> {
  /// Its length in samples.
  public var sampleCount: Int64 { sampleCount(\.sampleCount) }
}

extension AudioInterval<PlannedChunk> {
  /// Its length in samples.
  var sampleCount: Int64 { sampleCount(\.program.sampleCount) }
}
