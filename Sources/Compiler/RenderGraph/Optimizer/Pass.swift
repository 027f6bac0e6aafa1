// SPDX-License-Identifier: Apache-2.0

/// A rewriting of the render graph that keeps its meaning.
///
/// A pass reads no files, clocks or options, and says nothing to the user. Running it twice is
/// running it once.
public struct Pass: Sendable {
  /// The name in commands and tests, such as `fold-cuts`.
  public let name: String
  /// True if the code generator relies on it, so that it runs without optimization too.
  public let isRequired: Bool
  /// Rewrites a graph that keeps the verifier's rules into another one.
  public let rewrite: @Sendable (inout RenderGraph) -> Void

  /// A pass named `name`.
  public init(
    _ name: String, isRequired: Bool = false,
    rewrite: @escaping @Sendable (inout RenderGraph) -> Void
  ) {
    self.name = name
    self.isRequired = isRequired
    self.rewrite = rewrite
  }

  /// All passes, in the order they run in.
  public static let standard: [Pass] = [
    .foldIdentities,
    .mergeDuplicates,
    .mergeTracks,
    .coalesceRanges,
    .resolveOrientation,
    .sliceIntervals,
    .foldCuts,
    .flattenGroups,
    .foldTransforms,
    .removeHidden,
    .removeUnused,
  ]

  /// The passes that run without optimization, as the code generator relies on them.
  public static let required: [Pass] = standard.filter(\.isRequired)
}
