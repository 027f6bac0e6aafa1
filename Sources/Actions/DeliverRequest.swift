// SPDX-License-Identifier: Apache-2.0

public import Deliveries

/// A film to be written as several files.
public struct DeliverRequest: Hashable, Sendable, Codable {
  /// What is in it; its `output` is an empty folder.
  public var film: LinkRequest
  /// How it is written.
  public var delivery: Delivery

  /// Writes `film` into the folder that is its `output`.
  public init(_ film: LinkRequest, as delivery: Delivery) {
    self.film = film
    self.delivery = delivery
  }
}
