// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

extension Pass {
  /// Makes one node of sources that are the same.
  ///
  ///     %0 = image "logo.png" …
  ///     %4 = image "logo.png" …   →   %0 in the place of %4
  public static let mergeDuplicates = Pass("merge-duplicates") { graph in
    var known: [SourceName: [NodeID]] = [:]
    graph.forward { graph, id in
      guard let name = SourceName(graph[id].operation) else { return id }
      let same = known[name, default: []].first { graph[$0].operation == graph[id].operation }
      if same == nil { known[name, default: []].append(id) }
      return same ?? id
    }
  }
}

/// Enough of a source to find it again without hashing all of it.
private struct SourceName: Hashable {
  var digest: Fingerprint?
  var stream: Int
  var graphic: Graphic?
  var between: Interpolation?
  var fields: Deinterlacing?

  init?(_ operation: Operation) {
    switch operation {
    case .video(let source):
      self.init(digest: source.file.digest, stream: source.stream)
      (between, fields) = (source.between, source.fields)
    case .audio(let source): self.init(digest: source.file.digest, stream: source.stream)
    case .image(let source): self.init(digest: source.file.digest, stream: 0)
    case .raster(let source): self.init(digest: source.file.digest, stream: 0)
    case .graphic(let graphic, let size):
      self.init(digest: nil, stream: size.width, graphic: graphic)
    // The same words at the same place are said twice in few films.
    case .caption, .script, .nested, .read, .still, .draw, .orient, .fit, .place, .warp, .step,
      .blend,
      .motionBlur,
      .mask, .transition, .cut, .track, .join, .compose, .group, .listen, .gain, .mix, .film:
      return nil
    }
  }

  private init(digest: Fingerprint?, stream: Int, graphic: Graphic? = nil) {
    self.digest = digest
    self.stream = stream
    self.graphic = graphic
  }
}
