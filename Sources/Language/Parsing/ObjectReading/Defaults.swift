// SPDX-License-Identifier: Apache-2.0

import Base
package import Diagnostics
package import ProjectModel

/// The defaults of clips.
package struct ClipDefaults {
  package var stillDuration: TimeExpression
  package var playback = Playback()
  package var layer = LayerSettings()
  /// Where there is a fit beside a pan; nil for not both.
  package var fitBesidePan: Span?

  package init(at span: Span) { stillDuration = TimeExpression(.time(Time(5)), at: span) }
}
