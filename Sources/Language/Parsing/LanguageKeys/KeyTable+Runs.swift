// SPDX-License-Identifier: Apache-2.0

import ProjectModel

// Texts whose parts have looks of their own.

extension KeyTable {
  package static let richText = ObjectShape(
    name: "rich text", doc: "A text whose parts have looks of their own.",
    keys: [
      .key(
        "runs", .list(.either([.text, .object(run)])),
        "Its parts, one after the other: texts, or mappings with what differs from the whole text."),
      .key(
        "markup", .text,
        "The text with Pango's markup: <b>bold</b>, <span color=\"gold\" size=\"120%\">gold</span>."
      ),
    ], exclusive: [["runs", "markup"]])

  package static let run = ObjectShape(
    name: "run", doc: "A part of a text; what it does not say, it has from the text.",
    keys: [
      .required("text", .text, "The text of this part; a line feed breaks the line."),
      .key("font", .either([.text, .object(font)]), "Its font.", default: "the text's"),
      .key("color", .color, "Its colour.", default: "the text's"),
      .key("background", .color, "A colour behind it.", default: "none"),
      .key(
        "letter-spacing", .either([.number(-1000...1000), .text]),
        "What is added between its characters; a percentage is of its font's size.",
        default: "the text's"),
      .key("underline", .flag, "Whether a line is drawn below it.", default: "false"),
      .key("strikethrough", .flag, "Whether a line is drawn through it.", default: "false"),
      .key(
        "script", .choice(TextRun.Script.allNames),
        "Whether it is smaller and stands lower or higher.", default: "normal"),
      when,
    ])
}
