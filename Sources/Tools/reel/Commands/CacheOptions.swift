// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ReelKit

/// The folder in which builds keep what they reuse.
struct CacheOptions: ParsableArguments {
  @Option(
    name: .customLong("cache"),
    help: ArgumentHelp(
      """
      Keep what is reused in this folder, which projects may share, instead of '.reel' beside the \
      project; REEL_CACHE in the environment unless given.
      """, valueName: "folder"))
  var name: String?

  /// The place that was named.
  var place: CachePlace { CachePlace(name: name) }
}
