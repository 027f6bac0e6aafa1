// SPDX-License-Identifier: Apache-2.0

/// A readable description of how a program's frames are made: libavfilter graphs, then drawing steps.
public struct PictureSketch: Hashable, Sendable, Codable {
  /// Something that frames are read from or drawn with.
  public struct Input: Hashable, Sendable, Codable {
    /// The file; nil for a plain colour.
    public var path: String?
    /// The frames that are read from it, in words.
    public var frames: String
    /// Options for the ffmpeg tool, before `-i`, that read the same frames; nil where no options do.
    public var options: [String]?
    /// What frames go through, each for `-filter_complex`; between two of them the system's gamma of HLG is applied.
    ///
    /// Empty where frames stay as they are.
    public var graphs: [String]

    /// An input of `path`.
    public init(path: String?, frames: String, options: [String]?, graphs: [String]) {
      self.path = path
      self.frames = frames
      self.options = options
      self.graphs = graphs
    }
  }

  /// A run of frames with the same inputs.
  public struct Part: Hashable, Sendable, Codable {
    /// The number of frames.
    public var frameCount: Int
    /// What is drawn, numbered from 0 as `drawing` names them.
    public var inputs: [Input]
    /// What kernels do, bottom first, a line each.
    public var drawing: [String]

    /// A part of `frameCount` frames.
    public init(frameCount: Int, inputs: [Input], drawing: [String]) {
      self.frameCount = frameCount
      self.inputs = inputs
      self.drawing = drawing
    }
  }

  /// In film order.
  public var parts: [Part]

  /// A sketch of `parts`.
  public init(parts: [Part]) { self.parts = parts }
}
