// SPDX-License-Identifier: Apache-2.0

package import ProjectModel
package import RenderProtocol
package import Timeline

extension Timeline {
  /// Returns true if `clip` shows `film`, directly or within another film.
  fileprivate func shows(_ film: NestedFilm, in clip: PlacedClip) -> Bool {
    // The films of a track's film are all that there are, whether it shows them or not.
    var known: Set<ObjectIdentifier> = []
    func isShown(by outer: NestedFilm) -> Bool {
      if outer === film { return true }
      guard known.insert(ObjectIdentifier(outer)).inserted else { return false }
      return outer.timeline.clips.contains {
        outer.timeline.film($0.content).map(isShown) ?? false
      }
    }
    return self.film(clip.content).map(isShown) ?? false
  }
}

/// Plans the outputs of a film that is composed for several frames, each by the planner of its frame.
package struct FilmPlanner {
  /// The index of an output among those of the films.
  package struct OutputIndex: Hashable, Sendable {
    package var film: Int
    package var output: Int

    /// The output `output` of the timeline of `film`.
    package init(film: Int, output: Int) {
      self.film = film
      self.output = output
    }
  }

  /// The planners, at least one, each with the timeline for its frame.
  package private(set) var films: [Planner]
  /// The places of the outputs, in their order in the project.
  package let places: [OutputIndex]

  /// Planners of timelines that share one table of origins, the longest of which the last one has.
  package init(_ films: [Planner], outputs places: [OutputIndex]) {
    self.films = films
    self.places = places
  }

  /// The film of the first output.
  package var first: Int { places.first?.film ?? 0 }

  /// The outputs, each with its timeline.
  package var outputs: [(timeline: Timeline, placed: PlacedOutput)] {
    places.map { (films[$0.film].timeline, films[$0.film].timeline.outputs[$0.output]) }
  }

  /// The plan of all outputs; their paths have been checked.
  package mutating func plan(_ paths: [String]) -> BuildPlan {
    var outputs: [OutputPlan] = []
    for (place, path) in zip(places, paths) {
      let placed = films[place.film].timeline.outputs[place.output]
      outputs.append(films[place.film].plan(placed, path: path))
    }
    var plan = BuildPlan(outputs: outputs, origins: originFacts, setup: films[0].setup)
    plan.parameters = films[0].parameters
    plan.focuses = focuses
    return plan
  }

  /// The focus paths of each film, which several outputs may show.
  private var focuses: [PlannedFocus] {
    var all: [PlannedFocus] = []
    for index in films.indices {
      guard let place = places.first(where: { $0.film == index }) else { continue }
      let timeline = films[index].timeline
      let output = timeline.outputs[place.output].output.name.value
      all += timeline.focuses.map { PlannedFocus($0, output: output) }
      for film in timeline.allFilms where !film.timeline.focuses.isEmpty {
        let shown = timeline.clips.filter { timeline.shows(film, in: $0) }.map(\.shown)
        // A film within films looks the same in all of them.
        all += film.timeline.focuses
          .map { PlannedFocus($0, in: film, shown: shown, output: output) }
          .filter { focus in !all.contains { focus.isSame(as: $0) } }
      }
    }
    return all
  }

  /// The program of `frames` of the film `film`, as `output` shows them.
  package mutating func program(of frames: Range<Int>, of output: Output, in film: Int)
    -> RenderProgram
  {
    films[film].program(of: frames, of: output)
  }

  /// Finds what there is to be said of outputs.
  package mutating func survey(_ paths: [String]) {
    for (place, path) in zip(places, paths) {
      films[place.film].survey(films[place.film].timeline.outputs[place.output], path: path)
    }
  }

  /// The trials that check whether the encoders of outputs accept the project's options.
  package var trials: [OptionTrial] {
    places.flatMap { films[$0.film].trials(of: films[$0.film].timeline.outputs[$0.output]) }
  }

  /// The place that an `Origin` points at, with the fonts that texts are drawn with.
  private var originFacts: [OriginFacts] {
    var facts = films[films.count - 1].originFacts
    for film in films.dropLast() {
      for (index, own) in film.originFacts.enumerated() where !own.fonts.isEmpty {
        facts[index].fonts = own.fonts
      }
    }
    return facts
  }
}
