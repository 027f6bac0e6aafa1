// SPDX-License-Identifier: Apache-2.0

package import Base
import ProjectModel
package import YAML

extension ProjectParser {
  /// The most bytes of one path's data.
  private static let mostPathBytes = 200_000

  /// A path that has a length, from SVG's path data; nil for anything else, which is reported.
  package mutating func path(_ node: YAMLNode, example: String) -> VectorPath? {
    guard node.kind == .scalar else {
      return refused(node, "path data", hint: "write \(example)")
    }
    let text = ScalarText(node)
    func problem(_ message: String, _ range: Range<Int>) -> ValueProblem {
      ValueProblem(
        message: message, span: text.span(of: range),
        hint: "path data are as in SVG: M0 0 L100 0 L50 80 Z")
    }
    do throws(ValueProblem) {
      guard text.bytes.count <= Self.mostPathBytes else {
        throw problem("a path has at most \(Self.mostPathBytes) bytes", text.trimmed)
      }
      let path: VectorPath
      do throws(PathDataError) { path = try VectorPath(pathData: text.bytes) } catch {
        throw problem(error.message, error.range.isEmpty ? text.trimmed : error.range)
      }
      guard path.length > 0 else { throw problem("the path draws nothing", text.trimmed) }
      return path
    } catch {
      return refused(error, at: node)
    }
  }
}
