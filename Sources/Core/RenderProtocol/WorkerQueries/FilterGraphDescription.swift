// SPDX-License-Identifier: Apache-2.0

/// A readable description of how a program's frames or samples are made: libavfilter graphs, then the steps of kernels.
public struct FilterGraphDescription: Hashable, Sendable, Codable {
  /// Something that frames or samples are read from or drawn with.
  public struct Input: Hashable, Sendable, Codable {
    /// The file; nil for a plain colour.
    public var path: String?
    /// The frames or samples that are read from it, in words.
    public var reads: String
    /// Options for the ffmpeg tool, before `-i`, that read the same; nil where no options do.
    public var options: [String]?
    /// The filter graphs that it goes through, each for `-filter_complex`; empty where it stays
    /// unchanged.
    public var graphs: [String]
    /// The kernel before each of the graphs; nil for none.
    public var kernels: [Kernel?]

    /// An input of `path`.
    public init(
      path: String?, reads: String, options: [String]?, graphs: [String], kernels: [Kernel?]
    ) {
      self.path = path
      self.reads = reads
      self.options = options
      self.graphs = graphs
      self.kernels = kernels
    }
  }

  /// A kernel applied to frames between two graphs of libavfilter.
  public enum Kernel: String, Hashable, Sendable, Codable {
    /// Clear pixels get the colours of visible ones near them.
    case hiddenColors = "hidden-colors"
    /// The system's gamma of HLG is applied.
    case systemGamma = "system-gamma"
  }

  /// A run of frames with the same inputs, or all samples of a sound.
  public struct Interval: Hashable, Sendable, Codable {
    /// The number of frames or samples.
    public var count: Int64
    /// The inputs that are drawn or mixed, numbered from 0 as `steps` names them.
    public var inputs: [Input]
    /// The steps of kernels, a line each; those of layers bottom first.
    public var steps: [String]

    /// A part of `count` frames or samples.
    public init(count: Int64, inputs: [Input], steps: [String]) {
      self.count = count
      self.inputs = inputs
      self.steps = steps
    }
  }

  /// In film order.
  public var parts: [Interval]

  /// A sketch of `parts`.
  public init(parts: [Interval]) { self.parts = parts }
}
