// SPDX-License-Identifier: Apache-2.0

import ProjectModel
import YAML

// Texts whose parts have looks of their own.

extension KeyTable {
  /// Puts a text together; false where it cannot be read, which is reported.
  typealias RichText = (parts: TextParts, isRead: Bool)

  static let richText = ObjectKeys<RichText>(
    "rich text", "A text whose parts have looks of their own.", exclusive: [["runs", "markup"]]
  ) {
    Key(
      "runs", .list(.either([.text, .object(run.shape)])),
      "Its parts, one after the other: texts, or mappings with what differs from the whole text."
    ) { $2.isRead = $0.runs($1.value, &$2.parts) }
    Key(
      "markup", .text,
      "The text with Pango's markup: <b>bold</b>, <span color=\"gold\" size=\"120%\">gold</span>."
    ) { $2.isRead = $0.markup($1.value, &$2.parts) }
  }

  static let run = ObjectKeys<RunDraft>(
    "run", "A part of a text; what it does not say, it has from the text."
  ) {
    Key(
      "text", .text, "The text of this part; a line feed breaks the line.", isRequired: true
    ) { $2.text = $0.writtenText($1.value, "a text", example: "Rome")?.value }
    font(\RunDraft.style.font, "Its font.", default: "the text's")
    Key("color", .color, \.style.color, "Its colour.", default: "the text's")
    Key("background", .color, \.style.background, "A colour behind it.", default: "none")
    Key(
      "letter-spacing", .spacing, \.style.letterSpacing,
      "What is added between its characters; a percentage is of its font's size.",
      default: "the text's")
    Key(
      "underline", .flag, \.style.isUnderlined, "Whether a line is drawn below it.",
      default: "false")
    Key(
      "strikethrough", .flag, \.style.isStruck, "Whether a line is drawn through it.",
      default: "false")
    Key(
      "script", .choice("a script"), \.style.script,
      "Whether it is smaller and stands lower or higher.", default: "normal")
    Key(unread: when)
  }

  /// A part of a text while its keys are read.
  struct RunDraft {
    var text: String?
    var style: TextRun.Style
  }
}
