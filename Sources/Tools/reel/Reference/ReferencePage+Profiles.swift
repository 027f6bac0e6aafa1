// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog

// The rules of profiles: what is accepted and chosen follows from the tables that `check` and `verify` use, the reasons
// stand here.

/// A profile with the reasons of its rules.
struct ReasonedProfile: Sendable {
  let profile: PlayerProfile
  /// The players, in words.
  let players: String
  /// A reason for each rule that not all profiles have.
  let reasons: [FilmRule: String]

  /// Rules of all profiles, whose page explains them.
  static let shared: Set<FilmRule> = [.decodes, .edits, .pace, .scan, .sync]

  static let all = PlayerProfile.allCases.map { profile in
    switch profile {
    case .web: web
    case .social: social
    case .tv: tv
    case .photos: photos
    case .archive: archive
    }
  }

  private init(_ profile: PlayerProfile, _ players: String, _ reasons: [FilmRule: String]) {
    (self.profile, self.players, self.reasons) = (profile, players, reasons)
  }

  fileprivate var topic: Topic {
    let rules = profile.rules
    let lines = rules.words.filter { !ReasonedProfile.shared.contains($0.rule) }.map {
      rule, words in
      "- `\(rule.rawValue)`: \(words). *Chosen:* \(rules.chosen(rule)). *Reason:* \(reasons[rule] ?? "")."
    }
    return Topic(
      name: profile.rawValue, kind: "profile",
      text: "\(players)\n\n\(lines.joined(separator: "\n"))")
  }

  static let web = ReasonedProfile(
    .web,
    """
    For browsers, on computers and phones, without plug-ins.
    """,
    [
      .container:
        "all current browsers open `.mp4` and `.webm`; playlists and presentations are for their players in scripts",
      .pictures: "H.265 and AV1 need hardware or versions that many people do not have",
      .codecProfile: "higher ones, with finer chroma or more bits, are not decoded",
      .level: "decoders in hardware end there",
      .pixels: "what decoders in hardware have",
      .size: "the largest that level 5.1 holds at 30 frames a second",
      .shape: "browsers differ in whether they scale others",
      .rate: "screens show 60",
      .color: "HDR is shown dull where a screen or a browser has none",
      .keyframes: "a jump in the time bar decodes from one",
      .index: "a film plays while it loads",
      .sounds: "what all browsers decode in each container",
      .sampleRate: "what devices play without conversion",
      .channels: "browsers mix more down, each by a rule of its own",
      .soundBits: "more is not heard, and loads longer",
      .peak: "decoding AAC and Opus may exceed what was encoded, and clip",
    ])

  static let social = ReasonedProfile(
    .social,
    """
    For services that encode again what people upload, such as YouTube, Instagram, TikTok and \
    Facebook. The recommendations of [YouTube](https://support.google.com/youtube/answer/1722171) \
    and of Instagram's interface for publishing are what these rules have in common.
    """,
    [
      .container: "both are asked for, others are converted or refused",
      .pictures: "both are taken; H.264 is decoded by all",
      .tag: "the form of H.265 that devices of Apple play",
      .codecProfile: "YouTube recommends high",
      .level: "the level of 1920x1080 at 60 frames a second",
      .pixels: "both services ask for 4:2:0",
      .size: "Instagram takes 1920 pixels at most, and scales larger films itself",
      .shape: "others are stretched or refused",
      .rate: "the range of Instagram",
      .color: "HDR is converted by each service in its own way",
      .keyframes:
        "closed groups of half a second to two are asked for, as films are cut there to be encoded side by side",
      .bits: "the limit of Instagram",
      .index: "both ask for it",
      .sounds: "both ask for it",
      .sampleRate: "48000 Hz is the most that Instagram takes",
      .channels: "one or two are asked for",
      .soundBits: "services encode it again, for which a good original counts",
      .loudness:
        "YouTube and others turn louder films down to about that, and do not turn quieter ones up",
      .peak: "another encoding raises peaks",
    ])

  static let tv = ReasonedProfile(
    .tv,
    """
    For television sets that play files, and for stations: loudness after [EBU R \
    128](https://tech.ebu.ch/publications/r128).
    """,
    [
      .container: "what sets open from a disk and from a server",
      .pictures: "sets without H.265 are still in use",
      .codecProfile: "what the decoders of sets have",
      .level: "the level of 1920x1080 at 50 and 60 frames a second",
      .pixels: "finer chroma and more bits are not decoded",
      .size: "that of HDTV",
      .shape: "some sets ignore other shapes",
      .rate: "the rates of film and of television, from 23.976",
      .color: "the colours of HDTV",
      .keyframes: "winding and jumps on slow decoders",
      .bits: "that of a Blu-ray disc, more than which slow disks and networks do not have",
      .index: "sets play from servers, and from files that are still copied",
      .sounds: "what sets decode themselves",
      .sampleRate: "that of television",
      .channels: "5.1 at most",
      .soundBits: "the limit of decoders of 5.1",
      .loudness: "EBU R 128, with the tolerance of productions",
      .peak: "EBU R 128",
    ])

  static let photos = ReasonedProfile(
    .photos,
    """
    For the libraries of phones and computers, such as Apple Photos, Google Photos and the \
    players of macOS and Windows.
    """,
    [
      .container: "libraries do not import others",
      .pictures: "what phones record",
      .tag: "QuickTime does not play H.265 under its other name, hev1",
      .codecProfile: "others are imported, and not played",
      .level: "decoders of phones end there",
      .pixels: "10 bits with H.265 alone, as phones record HDR",
      .size: "what phones record",
      .shape: "libraries show thumbnails of others in the wrong shape",
      .rate: "what screens show",
      .keyframes: "libraries show any moment at once while a finger moves over the time bar",
      .index: "libraries play from a server",
      .sounds: "what phones record",
      .sampleRate: "what phones record",
      .channels: "phones and their speakers have two",
      .soundBits: "more is not heard",
      .peak: "decoding AAC may exceed what was encoded, and clip",
    ])

  static let archive = ReasonedProfile(
    .archive,
    """
    For what is kept and encoded anew for each use: nothing is lost, in open formats.
    """,
    [
      .container: "an open standard (RFC 9559) with checksums",
      .pictures: "FFV1 (RFC 9043) is what archives use, H.264 what Reel encodes without loss",
      .codecProfile: "the only one that has a mode without loss",
      .sounds: "both keep every sample",
      .lossless: "each copy with loss makes the next one worse",
    ])

}

extension ReferencePage {
  static let profileSections = [Section(topics: ReasonedProfile.all.map(\.topic))]
}

extension ProfileRules {
  /// The setting of an output that does not say, by `rule`.
  fileprivate func chosen(_ rule: FilmRule) -> String {
    switch rule {
    case .container: containers.count == 1 ? ".\(containers[0])" : "that of `file`"
    case .pictures: usual(\.pictures) + (isLossless ? " without loss" : "")
    case .sounds: usual(\.sounds)
    case .tag: "hvc1"
    case .codecProfile: h264Profiles.first ?? ""
    case .level: "from size and rate"
    case .pixels: pixelFormats.count == 1 ? "the same" : "as deep as the canvas"
    case .size: "the canvas's, made smaller if need be"
    case .rate, .color, .sampleRate, .channels: "the canvas's"
    case .shape: "square pixels"
    case .keyframes: keyframes.map { "every \($0.chosen) s" } ?? ""
    case .bits: "as the quality needs"
    case .soundBits: soundBits.map { "\($0.chosen / 1000) kbit/s" } ?? ""
    case .loudness: loudness.map { "\($0.target.shortest) LUFS" } ?? ""
    case .peak: peak.map { "\($0.shortest) dBTP" } ?? ""
    case .lossless: "`preset: lossless`"
    case .index, .decodes, .edits, .pace, .scan, .sync: "the same"
    }
  }

  /// The codecs that are chosen, in the order of containers: `AAC, or Opus in .webm`.
  private func usual(_ codecs: KeyPath<Form, [String]>) -> String {
    var words: [String] = []
    var known: [String] = []
    for form in forms {
      guard let codec = form[keyPath: codecs].first, !known.contains(codec) else { continue }
      known.append(codec)
      words.append(codecTitle(codec) + (words.isEmpty ? "" : " in .\(form.container)"))
    }
    return words.joined(separator: ", or ")
  }
}
