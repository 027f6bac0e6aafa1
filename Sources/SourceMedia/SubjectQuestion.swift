// SPDX-License-Identifier: Apache-2.0

public import Actions
public import Facilities

/// A stretch of the pictures of a file, or a still.
public struct SubjectQuestion: Hashable, Sendable {
  /// The file.
  public var file: MediaFile
  /// Where in it to look.
  public var request: SubjectRequest

  /// `request` of `file`.
  package init(_ file: MediaFile, _ request: SubjectRequest) {
    (self.file, self.request) = (file, request)
  }
}
