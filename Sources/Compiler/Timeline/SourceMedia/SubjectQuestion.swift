// SPDX-License-Identifier: Apache-2.0

public import RenderProtocol

/// An interval of the pictures of a file, or a still.
public struct SubjectQuestion: Hashable, Sendable {
  /// The file.
  public var file: MediaFile
  /// The parts of it to examine.
  public var request: SubjectRequest
  /// The bytes of memory that a worker may take to answer it.
  public var memory: Int64

  /// `request` of `file`.
  package init(_ file: MediaFile, _ request: SubjectRequest, memory: Int64) {
    (self.file, self.request, self.memory) = (file, request, memory)
  }
}
