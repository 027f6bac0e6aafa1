// SPDX-License-Identifier: Apache-2.0

/// A kind of content that is drawn from a few values instead of being read from a file.
///
/// `GraphicStyle.all` declares each of them once. The keys in a project, the schema, decoding, hints and
/// summaries follow from the declaration; a worker has the drawings that it names.
public struct GraphicStyle: Sendable {
  /// The key that asks for it in a project.
  public let key: String
  /// What the key says, one sentence.
  public let doc: String
  /// What the key may name; none where its value is the colour itself.
  public let forms: [Form]
  /// Its colours, in the order in which programs have them; each must be written.
  public let colors: [Parameter]

  /// Something that the key may name.
  public struct Form: Hashable, Sendable {
    /// The name in a project.
    public let name: String
    /// The name of its drawing in programs.
    public let drawing: String
  }

  /// A key of it.
  public struct Parameter: Sendable {
    /// The key.
    public let name: String
    /// What it does, one sentence.
    public let doc: String
  }

  /// A style whose key has the colour of `drawing` as its value.
  init(_ key: String, _ doc: String, drawing: String) {
    self.key = key
    self.doc = doc
    forms = []
    colors = [Parameter(name: key, doc: doc)]
    plainDrawing = drawing
  }

  /// A style whose key names one of `forms`.
  init(_ key: String, _ doc: String, forms: [Form], colors: [Parameter]) {
    self.key = key
    self.doc = doc
    self.forms = forms
    self.colors = colors
    plainDrawing = ""
  }

  private let plainDrawing: String

  /// The name in programs of its drawing, or of that of `form`.
  public func drawing(_ form: Form?) -> String { form?.drawing ?? plainDrawing }
}

extension GraphicStyle: Hashable {
  /// Two styles are the same if they have one key.
  public static func == (a: GraphicStyle, b: GraphicStyle) -> Bool { a.key == b.key }

  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
