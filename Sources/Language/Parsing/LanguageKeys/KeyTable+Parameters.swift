// SPDX-License-Identifier: Apache-2.0

import ProjectModel

/// Parameters, which make several projects of one, and conditional items.
extension KeyTable {
  /// A parameter that says more of itself than its default.
  package static let projectParameter = ObjectShape(
    name: "parameter", doc: "A value that `--set` or `--data` can give, for ${name}.",
    keys: [
      .key(
        "type", .choice(ParameterType.allNames), "What its values are.",
        default: "what the default is; choice where there are `values`"),
      .key(
        "default", .anything, "Its value where none is given; without one it has to be given."),
      .key("min", .text, "The least number or time."),
      .key("max", .text, "The largest number or time."),
      .key("values", .list(.text), "The values of a choice."),
      .key("doc", .text, "What it is for; `reel params` prints it."),
    ])

  /// Parameters by name.
  package static let projectParameters = ValueShape.named(
    .either([.text, .list(.anything), .object(projectParameter)]))
}

extension KeyTable {
  /// The key of everything that can be left out.
  package static let when = KeyShape.key(
    "when", .either([.flag, .named(.anything)]),
    "Whether it is there at all: ${name} of a flag, or values by name, {lang: en}, {lang: [en, de]}, {not: {lang: en}}.",
    default: "true")

  /// An item or entry that is repeated, once for each row.
  package static let each = ObjectShape(
    name: "each",
    doc: "An item for each row of a list, of a CSV or JSON file, or for each file of a pattern.",
    keys: [
      .required(
        "each", .either([.path, .list(.anything)]),
        "A list: ${name} of a parameter, a file .csv or .json, the items themselves, or a pattern such as photos/*.jpg,"
          + " whose rows have file, name, number, caption, captioned, date, dated, year, month, day and time (EXIF, IPTC)."
      ),
      .required("as", .name, "The name of a row, for ${name} and ${name.field}."),
      .required("item", .anything, "What is made for each row; of a list also several items."),
      when,
    ])
}
