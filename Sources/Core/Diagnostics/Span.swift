// SPDX-License-Identifier: Apache-2.0

/// Names one file of a ``SourceMap``.
public struct FileID: Hashable, Sendable {
  /// The place of the file in its source map, from 0.
  public let index: Int32
  /// The number of the ``SourceMap/Expansion`` through which the file is seen, from 1; 0 for the file as it is written.
  public let expansion: Int32

  /// Names the file at `index`; source maps hand these out, other code rarely makes one.
  public init(index: Int32, expansion: Int32 = 0) {
    self.index = index
    self.expansion = expansion
  }
}

/// A half-open range of UTF-8 bytes in one source file.
///
/// Offsets are 32 bit because a source file is at most 64 MiB, and a tree holds one span per node.
public struct Span: Hashable, Sendable {
  /// The file the bytes are in.
  public let file: FileID
  /// The offset of the first byte, from 0.
  public let start: Int32
  /// The offset after the last byte; never before `start`.
  public let end: Int32

  /// Makes the span of the bytes `start..<end`.
  ///
  /// - Precondition: `0 <= start <= end`.
  public init(file: FileID, start: Int32, end: Int32) {
    precondition(0 <= start && start <= end, "a span runs forward from a byte of its file")
    self.file = file
    self.start = start
    self.end = end
  }

  /// The number of bytes.
  public var count: Int { Int(end - start) }

  /// The empty span at the first byte, for things that are missing after it.
  public var startPoint: Span { Span(file: file, start: start, end: start) }

  /// The same bytes of the file as it is written, whatever they were expanded to.
  public var written: Span {
    file.expansion == 0
      ? self : Span(file: FileID(index: file.index), start: start, end: end)
  }

  /// The smallest span that holds both; `other` must be in the same file.
  public func union(_ other: Span) -> Span {
    precondition(file.index == other.file.index, "a span lies in one file")
    return Span(file: file, start: min(start, other.start), end: max(end, other.end))
  }

  /// The part of this span that lies `range` bytes from its start, cut off at its end.
  ///
  /// For pointing into a scalar whose text occurs verbatim in the source, such as a plain one.
  public func part(_ range: Range<Int>) -> Span {
    let lower = max(0, min(range.lowerBound, count))
    let upper = max(lower, min(range.upperBound, count))
    return Span(file: file, start: start + Int32(lower), end: start + Int32(upper))
  }
}
