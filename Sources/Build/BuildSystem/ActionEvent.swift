// SPDX-License-Identifier: Apache-2.0

/// Something that happened to an action while a set of them is performed.
public enum ActionEvent: Hashable, Sendable {
  /// It has a place to run and starts.
  case started(String)
  /// It is done.
  case finished(String)
  /// It broke.
  case failed(String)
}
