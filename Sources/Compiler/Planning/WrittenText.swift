// SPDX-License-Identifier: Apache-2.0

public import Base
import RenderProtocol

/// A text file about a film.
public struct WrittenText: Hashable, Sendable {
  /// All that is in it.
  public var text: String
  /// The fingerprint of that.
  public var key: Fingerprint

  init(_ text: String) {
    self.text = text
    key = Fingerprint(of: "text\n" + text)
  }

  /// A list of chapters, a time and a title on each line, as video sites take it: `1:05 Proof`, with hours from the first
  /// hour on in all lines, and whole seconds.
  static func list(of chapters: [Chapter]) -> WrittenText {
    let hasHours = chapters.contains { $0.time.start >= Time(3600) }
    func padded(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
    return WrittenText(
      chapters.map { chapter in
        let seconds = chapter.time.start.floor
        let minutes = hasHours ? padded(seconds / 60 % 60) : String(seconds / 60)
        let title = chapter.title.split(whereSeparator: \.isNewline).joined(separator: " ")
        return (hasHours ? "\(seconds / 3600):" : "")
          + "\(minutes):\(padded(seconds % 60)) \(title)\n"
      }.joined())
  }
}
