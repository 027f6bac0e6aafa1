// SPDX-License-Identifier: Apache-2.0

import Base
import Planning
import RenderProtocol

// What is the same for all pieces of a film: libraries, encoders, sizes.

extension ReasonWriter {
  func background(_ now: String?, _ was: String?) -> [Reason] {
    let edits =
      edits(under: "canvas").filter { $0.path == "background" }
      + instructions { $0.hasSuffix("background") }
    let words = "the background changed: \(now ?? "none") was \(was ?? "none")"
    return [Reason(.background, words, at: edits.first?.new?.span)]
  }

  /// Reasons from settings that all pieces share, one for each kind.
  func setup(_ differences: [Difference]) -> [Reason] {
    var (libraries, encoder, others) = ([String](), [String](), [Reason]())
    var isCopying: Bool?
    for case .setup(let name, let now, let was) in differences {
      let last = name.split(separator: ".").last.map(String.init) ?? name
      let change =
        switch (now, was) {
        case (let now?, let was?): "\(now) was \(was)"
        case (let now?, nil): "\(now) is new"
        default: "\(was ?? "") is gone"
        }
      switch name {
      // What packets are encoded with where they cannot be copied after all: it comes and goes with them.
      case let name where name.hasPrefix("otherwise.") && (now == nil || was == nil): continue
      // It is asked for what filters make, and comes and goes with them.
      case "processor":
        if now != nil, was != nil {
          others.append(
            Reason(.libraries, "filters run on another processor: \(change)"))
        }
      case let name where name.hasPrefix("libraries."): libraries.append("\(last) \(change)")
      case let name where name.hasPrefix("encoding.options."):
        encoder.append("\(last) \(change)")
      case "encoder", "encoding.encoder":
        encoder.insert(change, at: 0)
        if now == "copy" { isCopying = true }
        if was == "copy" { isCopying = false }
      case let name where name.hasPrefix("encoding."): encoder.append("\(last) \(change)")
      case "version":
        others.append(
          Reason(.version, "reel renders otherwise now: rendering version \(change)"))
      case "keepsGoing":
        others.append(
          Reason(.keepGoing, "built \(now == "yes" ? "with" : "without") `--keep-going` now"))
      case "program.orientation":
        others.append(Reason(.encoder, "coded pictures are turned otherwise than before"))
      case "program.sampleAspect":
        others.append(Reason(.encoder, "coded pixels have another shape than before"))
      case "program.finish.background": others += background(now, was)
      case "program.canvas.color": others.append(color(now, was))
      case "program.sampleCount": others.append(length(now, was))
      default: others += shape(name, last, change)
      }
    }
    var reasons: [Reason] = []
    if !libraries.isEmpty { reasons.append(Reason(.libraries, list("libraries", libraries))) }
    let edits = edits(under: "outputs", output)
    let causes = isCopying == nil ? ["preset"] : ["preset", "copy"]
    if let cause = edits.first(where: { causes.contains($0.path) }),
      isCopying != nil || !encoder.isEmpty
    {
      // A preset stands for the options of the encoder.
      reasons.append(
        Reason(
          code(.encoder, cause), sentence(cause, of: "output '\(output)'"), at: cause.new?.span))
    } else if let isCopying {
      // This is no change of options, because copied packets have none.
      reasons.append(Reason(.encoder, isCopying ? "it was encoded before" : "it was copied before"))
    } else if !encoder.isEmpty {
      let file = edits.first { $0.path == "file" }
      reasons.append(Reason(.encoder, list("encoder options", encoder), at: file?.new?.span))
    }
    return reasons + others
  }

  private func list(_ name: String, _ changes: [String]) -> String {
    let more = changes.count > 4 ? " and \(changes.count - 4) more" : ""
    return "\(name) changed: " + changes.prefix(4).joined(separator: ", ") + more
  }

  private func length(_ now: String?, _ was: String?) -> Reason {
    let rate = new.pieces.last?.ingredients?.groups.first?["program.sampleRate"]
    let ticks = max(Int64(rate ?? "") ?? 48000, 1)
    func seconds(_ samples: String?) -> String {
      Reason.seconds(Time(Int64(samples ?? "") ?? 0, over: ticks))
    }
    return Reason(.time, "the film's length changed: \(seconds(now)) was \(seconds(was))")
  }

  /// The change of the canvas colour; its default is BT.709.
  private func color(_ now: String?, _ was: String?) -> Reason {
    let (now, was) = (now.canvasColor, was.canvasColor)
    guard now.words != was.words else {
      return Reason(.canvas, "what the film says of its colour changed: \(now) was \(was)")
    }
    return Reason(.canvas, "the canvas's colour changed: \(now.words) was \(was.words)")
  }

  /// Size, rate and shape, which the canvas sets, or the output.
  private func shape(_ name: String, _ last: String, _ change: String) -> [Reason] {
    let keys = ["size", "fit", "rate"]
    let ofCanvas = edits(under: "canvas").filter { keys.contains($0.path) }
    let ofOutput = edits(under: "outputs", output).filter { keys.contains($0.path) }
    let isFinish = name.hasPrefix("program.finish")
    for edit in isFinish ? ofOutput : ofCanvas + ofOutput {
      let owner = ofCanvas.contains(edit) && !isFinish ? "the canvas" : "output '\(output)'"
      return [Reason(code(.canvas, edit), sentence(edit, of: owner), at: edit.new?.span)]
    }
    let owner = isFinish ? "output '\(output)'" : "the canvas"
    return [Reason(.canvas, "\(last) of \(owner) changed: \(change)")]
  }
}

extension String? {
  /// The colour that is written so.
  fileprivate var canvasColor: CanvasColor {
    flatMap { CanvasColor(parsing: $0[...]) } ?? .bt709
  }
}
