// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import YAML

/// One transition, or those between all neighbours, while their keys are read.
struct TransitionDraft {
  var item: TransitionItem
  var kind: ProjectParser.TransitionKind?
  /// The settings that are written with the kind.
  var own: TransitionSettings?
  /// The settings that are written beside it.
  var settings: YAMLNode?
  /// The kinds that take turns, or of which one is drawn.
  var choices: [ProjectParser.Choice] = []
  var isRandom = false
  var seed: Located<UInt64>?
}

// Transitions.

extension KeyTable {
  static let transition = ObjectKeys<TransitionDraft>(
    "transition", "A transition between its neighbours."
  ) {
    Key(
      "transition", .either([kinds, .object(pictureTransition)]),
      "Its kind; cut is a plain cut, which has no duration, length and easing.", isRequired: true
    ) { parser, field, draft in
      if field.value.kind == .mapping {
        let named = parser.pictureTransition(field.value)
        draft.item.nameSpan = named?.span ?? parser.firstPlace(in: field.value)
        (draft.kind, draft.own) = (named.map { .style($0.style) }, named?.settings)
      } else {
        draft.kind = parser.transitionKind(field.value)
        draft.item.nameSpan = field.value.span
      }
    }
    ofTransitions
  }

  /// The keys that all kinds have.
  private static let ofTransitions: [Key<TransitionDraft>] = keys {
    Key(
      "duration", .short("a transition"), \.item.duration, "How long it lasts.", default: "1s")
    Key(
      "length", .choice("a length policy"), \.item.length,
      "overlap: the film gets shorter; handles: each clip gives half from outside its range; "
        + "freeze: the edge frames are held.", default: "overlap")
    Key(
      "easing", .easing, \.item.easing, "How it gets from the one picture to the other.",
      default: "linear")
    Key(
      "reverse", .flag, \.item.settings.isReversed,
      "Whether the one from the second picture to the first is played backwards.",
      default: "false")
    Key(
      "with", .object(transitionSettings), "Parameters of its kind.", default: "its defaults"
    ) { $2.settings = $1.value }
    Key(unread: when)
    Key(
      "audio",
      ValueKind(.either([.choice(["crossfade", "cut"]), .object(transitionSound.shape)])) {
        $0.transitionSound($1)
      }, \.item.sound,
      "How its sound goes along: it crossfades with equal power, it is cut in the middle, or as the keys say; the source "
        + "has to have what is heard of it beyond the clips' ranges.",
      default: "crossfade; cut where the audio of one of the clips is cut")
  }

  static let transitionSound = ObjectKeys<TransitionSound>(
    "transition sound", "How the sound of a transition goes along."
  ) {
    Key(
      "curve", .choice("a curve of a crossfade"), \.curve,
      "The way from the one sound to the other: with the same power, with the same level, or at once.",
      default: "equal-power; cut where the transition is one")
    Key(
      "offset", .time, \.offset,
      "How much later the sound changes than the picture; less than 0 for earlier: the next clip is heard before it is seen.",
      default: "0s")
    Key(
      "duration", .short("a crossfade"), \.duration,
      "How long the sound takes, about its own middle.", default: "that of the transition")
  }

  static let transitionDefaults = ObjectKeys<TransitionDraft>(
    "transition defaults", "Default values of the keys of transitions."
  ) {
    ofTransitions.filter { !["reverse", "with", "when"].contains($0.shape.name) }
  }

  /// Transitions between all neighbours on a track.
  static let between = ObjectKeys<TransitionDraft>(
    "between", "Transitions between all neighbours on a track that have none of their own.",
    exclusive: [["transition", "random"], ["with", "random"]]
  ) {
    Key(
      "transition", .either([kinds, .object(pictureTransition), .list(kind)]),
      "Its kind; those of a list take turns.", default: "dissolve"
    ) { $2.choices = $0.choices($1.value) }
    Key(
      "random", .either([.choice(["all"]), .list(kind)]),
      "Kinds of which one is drawn for each pair of neighbours, by their files: what is inserted elsewhere changes none.",
      default: "none"
    ) { parser, field, draft in
      draft.isRandom = true
      draft.choices =
        field.value.text == "all"
        ? TransitionStyle.all.filter { $0.map == nil && !$0.hasNumber }
          .map { .init(.style($0), at: field.value.span) }
        : parser.choices(field.value, isRandom: true)
    }
    Key("seed", .integer(0...1_000_000_000), "Another number draws others.", default: "0") {
      parser, field, draft in
      let seed = parser.integer(field.value, "a seed", in: 0...1_000_000_000)?.value ?? 0
      draft.seed = Located(UInt64(seed), at: field.key.span)
    }
    ofTransitions.filter { $0.shape.name != when.name }
  }

  static let betweenNeighbours = ValueKind<BetweenTransitions>(
    .either([kinds, .object(between.shape), .list(.either([kinds, .object(transition.shape)]))])
  ) { $0.between($1.value) }

  /// The names of kinds of transitions, and of none.
  private static let kinds = ValueShape.choice(
    TransitionStyle.names.map(\.name) + [TransitionItem.cutName])
  /// A kind by its name, or with the picture that it reads.
  private static let kind = ValueShape.either([kinds, .object(pictureTransition)])

  static let gap = ObjectKeys<LayerDraft>("gap", "A part of a track without content.") {
    Key(
      "gap", .short("a gap", orZero: true), \.until, "How long it lasts.", isRequired: true)
    Key(unread: when)
  }
}
