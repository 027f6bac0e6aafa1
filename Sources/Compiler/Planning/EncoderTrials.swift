// SPDX-License-Identifier: Apache-2.0

import Base
package import Diagnostics
package import ProjectModel
package import RenderProtocol
package import Timeline

/// Options of an encoder that a project writes, and what shows whether it takes them.
package struct OptionTrial {
  /// The output's name.
  package var output: String
  /// The place in the project.
  package var span: Span
  /// The options.
  package var options: [VideoSettings.Option]
  /// The trial with all of them.
  package var whole: EncoderTrial
  /// The trial without one of them, in their order.
  package var others: [EncoderTrial]
}

extension Planner {
  /// The trials that check whether the encoders of `placed` accept the project's options.
  package func trials(of placed: PlacedOutput) -> [OptionTrial] {
    let output = placed.output
    var trials: [OptionTrial] = []
    if let settings = output.video, timeline.hasPicture,
      let trial = pictureTrial(output, settings)
    {
      trials.append(trial)
    }
    if let audio = output.audio, !audio.options.isEmpty, !output.isSilent {
      let rate = timeline.canvas.sampleRate
      func trial(_ options: [VideoSettings.Option]) -> EncoderTrial? {
        var output = output
        output.audio?.options = options
        return OutputEncoding(output, isClear: timeline.isClear, layout: timeline.canvas.layout)
          .map { .sound($0.audio, sampleRate: rate) }
      }
      let made = OptionTrial(output, at: audio.span, audio.options) { left in
        trial(audio.options.enumerated().filter { $0.offset != left }.map(\.element))
      }
      if let made { trials.append(made) }
    }
    return trials
  }

  private func pictureTrial(_ output: Output, _ settings: VideoSettings) -> OptionTrial? {
    let all = settings.options.map { ($0, true) } + settings.settings.map { ($0, false) }
    guard !all.isEmpty else { return nil }
    let shape = shape(of: output)
    var canvas = canvas(shape, of: output)
    if let finish = shape.finish { canvas.size = finish.size }
    let program = RenderProgram(
      canvas: canvas, parts: [LayerInterval(frameCount: 1, background: .black, layers: [])])
    return OptionTrial(output, at: settings.span, all.map(\.0)) { left in
      let kept = all.enumerated().filter { $0.offset != left }.map(\.element)
      var settings = settings
      settings.options = kept.filter(\.1).map(\.0)
      settings.settings = kept.filter { !$0.1 }.map(\.0)
      let encoding = try? settings.encoding(
        of: output, size: timeline.codedSize(of: output), color: canvas.color, rate: canvas.rate,
        isClear: timeline.isClear)
      return encoding.map { .pictures(program, $0) }
    }
  }
}

extension OptionTrial {
  /// The trial of options called `names`; none where there is nothing to try.
  ///
  /// - Parameter make: The trial without the option at a place, or with all for nil.
  fileprivate init?(
    _ output: Output, at span: Span, _ options: [VideoSettings.Option],
    _ make: (Int?) -> EncoderTrial?
  ) {
    guard let whole = make(nil) else { return nil }
    self.init(
      output: output.name.value, span: span, options: options, whole: whole,
      others: options.indices.compactMap(make))
  }
}
