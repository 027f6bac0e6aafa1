// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DiagnosticTopic {
  static let syntax: [DiagnosticTopic] = [
    DiagnosticTopic(
      .error("yaml-syntax"),
      """
      The file is no YAML: something else stands where a value, a key or the end of a list or \
      mapping has to be.
      """,
      remedy: """
        Follow the hint: often a value needs quotes, as `"#203040"` does here, or a bracket is \
        missing.
        """,
      .project(
        """
        reel: 1
        canvas: {background: #203040}
        tracks: {main: [wide.mp4]}
        """)),
    DiagnosticTopic(
      .error("yaml-tab"),
      "A line is indented with a tab, which YAML does not allow.",
      remedy: "Indent with spaces; editors can do so for `.yaml` files.",
      .project(
        """
        reel: 1
        tracks:
        \tmain: [wide.mp4]
        """)),
    DiagnosticTopic(
      .error("yaml-too-deep"),
      "Lists and mappings are nested deeper than 64 levels.",
      remedy: "Flatten the structure; groups may become nested projects.",
      .project(
        """
        reel: 1
        tracks:
          main: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
        """)),
    DiagnosticTopic(
      .error("yaml-too-large"),
      "The file is larger than 64 MiB.",
      remedy: """
        Split it into several projects that show each other, or move rows into a CSV file for \
        `each`.
        """,
      .cause("A file of 65 MiB.")),
    DiagnosticTopic(
      .error("yaml-too-many-aliases"),
      "Aliases (`*name`) repeat so much that the project would become too large.",
      remedy: "Write what differs, and use `defaults` or `each` for what is the same.",
      .project(
        """
        reel: 1
        tracks:
          a: &a [wide.mp4, wide.mp4, wide.mp4, wide.mp4, wide.mp4, wide.mp4, wide.mp4, wide.mp4]
          b: &b [*a, *a, *a, *a, *a, *a, *a, *a]
          c: &c [*b, *b, *b, *b, *b, *b, *b, *b]
          d: &d [*c, *c, *c, *c, *c, *c, *c, *c]
          e: &e [*d, *d, *d, *d, *d, *d, *d, *d]
          f: &f [*e, *e, *e, *e, *e, *e, *e, *e]
          g: &g [*f, *f, *f, *f, *f, *f, *f, *f]
        """)),
    DiagnosticTopic(
      .error("yaml-encoding"),
      "The file is not UTF-8.",
      remedy: "Save it as UTF-8.",
      .cause("A file that an editor saved as UTF-16 or Latin-1.")),
    DiagnosticTopic(
      .error("yaml-control-character"),
      "A text has a control character, which cannot be shown.",
      remedy: "Remove the character, or its escape.",
      .project(
        """
        reel: 1
        tracks: {main: [{text: "Rome\\0", duration: 2s}]}
        """)),
    DiagnosticTopic(
      .error("yaml-directive"),
      """
      A line starts with `%`, which begins a directive of YAML; of these Reel reads `%YAML` alone.
      """,
      remedy: "Remove the line, or put a value that begins with `%` in quotes.",
      .project(
        """
        %TAG ! !color
        ---
        reel: 1
        tracks: {main: [wide.mp4]}
        """)),
    DiagnosticTopic(
      .error("yaml-several-documents"),
      "A second document begins at `---`; a file holds one project.",
      remedy: "Put the second one into a file of its own.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        ---
        reel: 1
        """)),
    DiagnosticTopic(
      .error("merge-conflict"),
      "The lines of an unfinished merge of version control are in the file.",
      remedy: """
        Keep one of the two versions, and remove the lines of `<<<<<<<`, `=======` and `>>>>>>>`.
        """,
      .project(
        """
        reel: 1
        <<<<<<< HEAD
        tracks: {main: [wide.mp4]}
        =======
        tracks: {main: [long.mp4]}
        >>>>>>> colours
        """)),
    DiagnosticTopic(
      .error("yaml-tag"),
      "A value has a tag of YAML, such as `!!int`; Reel knows none.",
      remedy: "Leave the tag out; quotes make text of a value.",
      .project(
        """
        reel: 1
        tracks: {main: [{fill: navy, duration: !!int 5}]}
        """)),
    DiagnosticTopic(
      .error("yaml-key"),
      "A key is a list or a mapping, not a name.",
      remedy: "Put a name that has brackets or braces in quotes.",
      .project(
        """
        reel: 1
        assets: {[a, b]: wide.mp4}
        tracks: {main: [long.mp4]}
        """)),
    DiagnosticTopic(
      .error("yaml-merge-key"),
      "Behind `<<:` stands no mapping and no alias of one.",
      remedy: "Write `<<: *name` with the anchor of a mapping, or `<<: [*one, *other]`.",
      .project(
        """
        reel: 1
        tracks: {main: [{<<: wide.mp4, clip: wide.mp4}]}
        """)),
    DiagnosticTopic(
      .error("torn-value"),
      "A comma within braces or brackets ends a value before it is complete.",
      remedy: "Put the value in quotes.",
      .project(
        """
        reel: 1
        tracks: {main: [{fill: navy, duration: 2s, opacity: 0 -> 1 cubic-bezier(0.4, 0, 0, 1)}]}
        """)),
    DiagnosticTopic(
      .error("duplicate-key"),
      "A mapping has one key twice.",
      remedy: "Remove one of them; items of a list begin with `- `, one each.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, clip: long.mp4}]}
        """)),
    DiagnosticTopic(
      .error("undefined-alias"),
      "An alias (`*name`) has no anchor (`&name`) before it.",
      remedy: """
        Correct the name, put the anchor before the alias, or put a text that begins with `*` in \
        quotes.
        """,
      .project(
        """
        reel: 1
        tracks: {main: [*intro]}
        """)),
    DiagnosticTopic(
      .error("recursive-alias"),
      "An alias stands within the value that it repeats.",
      remedy: "Refer to an anchor whose value ends before the alias.",
      .project(
        """
        reel: 1
        tracks: {main: &main [wide.mp4, *main]}
        """)),
  ]
}
