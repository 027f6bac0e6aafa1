// SPDX-License-Identifier: Apache-2.0

/// A film to be written as several files.
public struct DeliverRequest: Hashable, Sendable, Codable {
  /// The film to write; its `output` is an empty folder.
  public var film: LinkRequest
  /// The packaging of the film.
  public var delivery: Delivery
  /// The pieces of the film, by their places in it, whose files are there already and are not written; ascending.
  public var skipped: [Int]
  /// The raster of the letters that are written on pictures; nil for none.
  public var letters: String?

  /// Writes `film` into the folder that is its `output`.
  public init(_ film: LinkRequest, as delivery: Delivery, skipping skipped: [Int] = []) {
    self.film = film
    self.delivery = delivery
    self.skipped = skipped
  }
}
