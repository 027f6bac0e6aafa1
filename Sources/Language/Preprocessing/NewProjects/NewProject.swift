// SPDX-License-Identifier: Apache-2.0

/// The text of a project that begins a film, as a person would write it.
///
/// Paths are those of the project, from its folder, with slashes. Those of photos, footage and sound are patterns, in which
/// special characters of their names are escaped.
public struct NewProject: Sendable {
  /// A kind of film.
  public enum Kind: String, CaseIterable, Sendable {
    /// Photos and clips one after the other, with transitions.
    case slideshow
    /// Clips one after the other.
    case film
    /// A recorded talk, between a title and an end card.
    case lecture
  }

  /// The kind of film.
  public var kind: Kind
  /// Photos, footage and sound, in the order of the film.
  public var files: [String]
  /// The path of the first file as it is called.
  public var firstFile: String
  /// Captions of footage, as their files are called, by the file of ``files`` that they are of.
  public var captions: [String: String] = [:]
  /// Sound to be heard along the film.
  public var music: String?
  /// The stem of its output, such as `slideshow`.
  public var name: String

  /// A film of `files`, at least one, the first of which is called `first`.
  public init(
    _ kind: Kind, of files: [String], first: String, music: String? = nil, name: String
  ) {
    precondition(!files.isEmpty, "a new project without files")
    self.kind = kind
    self.files = files
    firstFile = first
    self.music = music
    self.name = name
  }

  /// The project.
  public var text: String {
    let sections =
      switch kind {
      case .slideshow: slideshow
      case .film: film
      case .lecture: lecture
      }
    return sections.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private var slideshow: [[String]] {
    [
      [
        "# Photos for four seconds each, clips as long as they are, and a dissolve between neighbours.",
        "reel: 1",
      ],
      ["canvas: {size: 1920x1080, rate: 30}"],
      ["defaults:", "  clip: {duration: 4s, ken-burns: auto}"],
      ["tracks:", "  photos:", "    between: {transition: dissolve, duration: 1s}", "    clips:"]
        + files.map { "      - \(scalar($0))" } + musicTrack(until: "photos"),
      outputs,
    ]
  }

  private var film: [[String]] {
    [
      [
        "# A part of a clip: - {clip: a.mp4, range: 2s..8s}; between two: - {transition: dissolve}.",
        "reel: 1",
      ],
      ["tracks:", "  main:"]
        + files.map { file in
          captions[file] == nil
            ? "    - \(scalar(file))" : "    - {clip: \(scalar(file))\(captions(of: file))}"
        } + musicTrack(until: "main"),
      outputs,
    ]
  }

  private var lecture: [[String]] {
    let talks =
      files.count == 1
      ? ["    - {clip: \(scalar(files[0])), id: talk\(captions(of: files[0]))}"]
      : files.enumerated().map { index, file in
        "    - {clip: \(scalar(file)), id: \(index == 0 ? "talk" : "talk-\(index + 1)")\(captions(of: file))}"
      }
    return [
      [
        "# A talk between its title and a last card; range: 30s..40m on the clip cuts its ends off.",
        "reel: 1",
      ],
      [
        "params:", "  title: {type: text, default: \(scalar(title))}",
        "  speaker: {type: text, default: Name of the speaker}",
      ],
      [
        "tracks:", "  main:",
        "    - {text: \"${title}\", duration: 4s, font: {size: 72}, wrap: 90%}",
        "    - {transition: dissolve, duration: 500ms}",
      ] + talks + [
        "    - {transition: dissolve, duration: 500ms}", "    - {text: Thank you, duration: 3s}",
      ] + musicTrack(until: "main"),
      [
        "overlays:", "  name:", "    text: \"${speaker}\"",
        "    during: talk.start + 2s .. talk.start + 7s", "    position: [5%, 90%]",
        "    anchor: bottom-left", "    fade: {in: 300ms, out: 300ms}",
      ],
      outputs,
    ]
  }

  private var outputs: [String] {
    let kept = captions.isEmpty ? "" : ", captions: clips"
    return ["outputs:", "  film: {file: \(scalar(name + ".mp4"))\(kept)}"]
  }

  private func captions(of file: String) -> String {
    captions[file].map { ", captions: \(scalar($0))" } ?? ""
  }

  private func musicTrack(until track: String) -> [String] {
    guard let music else { return [] }
    return [
      "  music:", "    kind: audio", "    clips:", "      - clip: \(scalar(music))",
      "        loop: true", "        until: \(track).end", "        fade: {out: 3s}",
    ]
  }

  /// The words of the first file's name, such as `My talk` of `my_talk.mp4`.
  private var title: String {
    let file = firstFile.split(separator: "/").last.map(String.init) ?? ""
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file[...]
    let words = stem.split { $0 == "_" || $0 == "-" || $0 == " " }.joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private func scalar(_ text: String) -> String { yamlScalar(of: text) }
}
