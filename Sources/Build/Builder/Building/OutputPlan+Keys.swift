// SPDX-License-Identifier: Apache-2.0

package import Base
import Planning
import RenderProtocol

extension OutputPlan {
  /// The fingerprint of everything that decides its bytes.
  var key: Fingerprint {
    switch product {
    case .film(let film): film.key
    case .still(_, let key): key
    case .text(let text): text.key
    }
  }

  /// The key of the action that makes the file: two outputs of the same bytes are two files.
  package var linkKey: Fingerprint { Fingerprint(of: "link\n\(path)\n\(key.hex)") }

  /// Frames of the film; 1 for a still, 0 for a text.
  var frameCount: Int {
    switch product {
    case .film(let film): film.pictureCount
    case .still: 1
    case .text: 0
    }
  }

  /// The keys of the pieces it is made from, including chunks and passages.
  var pieceKeys: [Fingerprint] {
    guard case .film(let film) = product else { return [] }
    return film.segments.map(\.key)
      + (film.sound.map { $0.chunks.map(\.key) + $0.passages.map(\.key) + [$0.key] } ?? [])
  }

  /// The keys of the segments by whose sizes those of a film that fits into its limit were encoded.
  var drafts: [Fingerprint] {
    if case .film(let film) = product { film.drafts } else { [] }
  }

  /// The keys of all that is stored for it, text rasters among them; in order and each once.
  var storedKeys: [Fingerprint] {
    var seen: Set<Fingerprint> = []
    let rasters: [Fingerprint]
    switch product {
    case .film(let film):
      rasters =
        film.segments.flatMap(\.program.rasters) + [film.letters?.digest].compactMap(\.self)
    case .still(let request, _): rasters = request.program.rasters
    case .text: rasters = []
    }
    return (pieceKeys + drafts + rasters).filter { seen.insert($0).inserted }
  }
}
