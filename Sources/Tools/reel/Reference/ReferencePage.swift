// SPDX-License-Identifier: Apache-2.0

/// A page of the reference, printed from the tables of the program into `docs/reference`.
enum ReferencePage: String, Sendable, CaseIterable {
  case keys, transitions, codecs, profiles, effects
  case exitCodes = "exit-codes"
  case events = "json-events"
  case diagnostics

  /// A part of a page.
  struct Section: Sendable {
    /// The heading; nil for a page of one part.
    var title: String?
    /// The text before its topics, in Markdown.
    var text = ""
    var topics: [Topic] = []

    /// The text and the topics that are items, in Markdown.
    var body: String {
      let items = topics.filter(\.isItem).map { "- `\($0.word)`: \($0.text)" }
      return [text, items.joined(separator: "\n")].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
  }

  /// The path of its file in the package.
  var file: String { "docs/reference/\(rawValue).md" }

  /// The topics, in their order.
  var topics: [Topic] {
    self == .keys ? ReferencePage.keyTopics : sections.flatMap(\.topics)
  }

  /// The subject, in words for the list of topics.
  var summary: String {
    switch self {
    case .keys: "objects and keys of a project, such as clip, clip.speed or shadow"
    case .transitions: "kinds of transitions, such as dissolve"
    case .codecs: "codecs of outputs, such as hevc"
    case .profiles: "players that films are made for, such as web"
    case .effects: "filters of libavfilter, such as gblur"
    case .exitCodes: "the meaning of each exit code"
    case .events: "the lines of --json"
    case .diagnostics: "errors and warnings, such as missing-handles"
    }
  }

  /// The heading of the page.
  private var title: String {
    switch self {
    case .keys: "Keys"
    case .transitions: "Transitions"
    case .codecs: "Codecs"
    case .profiles: "Rules of profiles"
    case .effects: "Effects"
    case .exitCodes: "Exit codes"
    case .events: "JSON events"
    case .diagnostics: "Diagnostics"
    }
  }

  /// The parts of the page.
  private var sections: [Section] {
    switch self {
    case .keys: ReferencePage.keySections
    case .transitions: ReferencePage.transitionSections
    case .codecs: ReferencePage.codecSections
    case .profiles: ReferencePage.profileSections
    case .effects: ReferencePage.effectSections
    case .exitCodes: [Section(topics: [.exitCodes])]
    case .events: [Section(topics: [.events])]
    case .diagnostics: ReferencePage.diagnosticSections
    }
  }

  /// The paragraphs below its heading, in Markdown.
  var introduction: String {
    switch self {
    case .keys:
      """
      Every object of the language with its keys: what they are for, the values that they take, and \
      their defaults. `reel help clip.speed` prints one of them, `reel help shadow` those of this name \
      in all objects. The [schema](../../Schemas/reel.schema.json) has the same for editors.
      """
    case .transitions:
      """
      Every transition, its parameters under `with`, and other names that a project may write. \
      `reel help NAME` prints one of them, `reel transitions --sheet all.png` draws them, and \
      [transitions](../language/transitions.md) are explained with the language.
      """
    case .codecs:
      """
      The codecs of `video` and `audio`, the [formats](../outputs.md) that hold them, and the keys \
      beside `codec`. `reel codecs NAME` lists the options of an encoder, too.
      """
    case .profiles:
      """
      The rules of each [profile](../profiles.md): what its players accept, what an output gets where \
      it does not say, and why.
      """
    case .effects:
      """
      The filters of libavfilter that [`effects`](../language/effects-and-color.md) may have, with the \
      rules that Reel adds to libavfilter's own. `reel effects NAME` lists the options of one on this \
      machine, `reel effects --all` also those that are refused, and why.
      """
    case .exitCodes: "The exit status of every command. These numbers are stable."
    case .events:
      """
      `reel build --json` and `reel watch --json` print events, one JSON object a line:

      ```sh
      reel build --json trip.reel.yaml | jq -r 'select(.event == "finished") | .file'
      ```

      Times in films and sources are exact seconds as text, such as `4.25` or `16/15`. \
      `--diagnostics json` prints [diagnostics](diagnostics.md) for editors, with every command. \
      `reel explain`, `verify`, `sound`, `cache`, `inputs`, `params`, `effects`, `codecs`, `fonts` and \
      `probe` print JSON with `--json`; [verify](../verify.md#results) lists its fields.
      """
    case .diagnostics:
      """
      Every error and warning by its code: what it means, an example, and how to mend it. The codes are \
      stable; the wording of messages is not. A warning is about a project that is right by the letter \
      and probably not what was meant. `reel help CODE` prints one of them. Findings of `reel verify` \
      about finished films are [explained there](../verify.md#what-is-compared).

      In the examples `wide.mp4` lasts 10 s, `small.mp4` 8 s, `long.mp4` a minute and `song.ogg` 20 s; \
      `mute.mp4` has no sound.
      """
    }
  }

  /// The page.
  var markdown: String {
    var blocks = ["# \(title)", introduction]
    for section in sections {
      blocks += [section.title.map { "## \($0)" } ?? "", section.body]
      for topic in section.topics where !topic.isItem {
        let level = section.title == nil ? "##" : "###"
        // A topic with the name of its page is all of it.
        if topic.name != rawValue { blocks.append("\(level) \(topic.name)") }
        blocks.append(topic.text)
      }
    }
    return MarkdownText(blocks.filter { !$0.isEmpty }.joined(separator: "\n\n")).wrapped()
  }
}
