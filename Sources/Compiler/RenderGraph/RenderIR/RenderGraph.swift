// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import RenderProtocol

/// A film as a graph of operations: the intermediate representation between the project and the programs.
///
/// Nodes are stored in an array; an input always points backwards, so the array order is an order of
/// evaluation. The graph is a value: a pass takes one and gives another. It knows media by path,
/// digest and probed facts, never by open files, and holds no text of the project: `origin` is all
/// that is left of it, for messages.
public struct RenderGraph: Hashable, Sendable {
  /// The index of a node.
  public struct NodeID: Hashable, Comparable, Sendable {
    /// Position in `nodes`.
    public let index: Int32

    /// The node at `index`.
    public init(_ index: Int) { self.index = Int32(index) }

    /// Earlier in the graph.
    public static func < (a: NodeID, b: NodeID) -> Bool { a.index < b.index }
  }

  /// An operation and what it is applied to.
  public struct Node: Hashable, Sendable {
    /// The operation of the node.
    public var operation: Operation
    /// The inputs; each comes before this node.
    public var inputs: [NodeID]
    /// The place in the project that asked for it.
    public var origin: Span?

    /// `operation` applied to `inputs`.
    public init(_ operation: Operation, _ inputs: [NodeID], origin: Span?) {
      self.operation = operation
      self.inputs = inputs
      self.origin = origin
    }
  }

  /// The format of the film's frames and of its sound.
  public var canvas: CanvasFormat
  /// All nodes; the last one is the `film`.
  public var nodes: [Node]

  /// An empty graph, to be filled with `add`.
  public init(canvas: CanvasFormat) {
    self.canvas = canvas
    nodes = []
  }

  /// Appends a node and returns its index.
  public mutating func add(_ operation: Operation, _ inputs: [NodeID] = [], origin: Span?) -> NodeID
  {
    nodes.append(Node(operation, inputs, origin: origin))
    return NodeID(nodes.count - 1)
  }

  /// The node at `id`.
  public subscript(id: NodeID) -> Node {
    get { nodes[Int(id.index)] }
    set { nodes[Int(id.index)] = newValue }
  }

  /// The final node; nil while the graph is being built.
  public var film: NodeID? {
    guard let last = nodes.last, case .film = last.operation else { return nil }
    return NodeID(nodes.count - 1)
  }
}
