// SPDX-License-Identifier: Apache-2.0

import Base
package import Diagnostics
package import ProjectModel
package import RenderProtocol

/// A project that another one shows, with what is given to its parameters.
package struct NamedFilm {
  /// Its absolute path, links resolved.
  package var path: String
  /// The path as the project writes it.
  package var shownPath: String
  /// The bytes of its file.
  package var text: [UInt8]
  /// The values of its parameters.
  package var values: [FilmValue]
  /// The place of its first use.
  package var span: Span
}

extension MediaTable {
  /// Enough of a film to find it again: equal values make equal films.
  struct FilmName: Hashable {
    var path: String
    var values: String

    init(_ path: String, _ values: Located<[FilmValue]>?) {
      self.path = path
      self.values = (values?.value ?? []).content
    }

    init(_ film: NamedFilm) {
      path = film.path
      values = film.values.content
    }
  }

  /// Adds what is known of a film: it is shown as media with `facts` are.
  ///
  /// - Parameter number: Its number in the timeline.
  package mutating func add(_ film: NamedFilm, _ facts: MediaFacts, number: Int) {
    films[FilmName(film)] = ResolvedMedia(
      film: number, named: film.shownPath, path: film.path, facts)
  }
}

extension ResolvedMedia {
  /// The film `number` of the timeline.
  fileprivate convenience init(
    film number: Int, named name: String, path: String, _ facts: MediaFacts
  ) {
    // Nothing is read of its file, so that nothing depends on its bytes.
    let file = MediaFile(path: path, digest: Fingerprint(bytes: Array(repeating: 0, count: 32)))
    self.init(
      shownPath: name, file: file, facts: facts, orientation: .upright, matrix: nil, film: number)
  }

  /// The film `number` of the timeline, which is a track of the project itself.
  package convenience init(track name: String, _ facts: MediaFacts, film number: Int) {
    self.init(film: number, named: name, path: "", facts)
  }
}
