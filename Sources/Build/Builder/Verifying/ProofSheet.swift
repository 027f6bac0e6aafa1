// SPDX-License-Identifier: Apache-2.0

import Base

/// A clip of a film with its first, middle and last frame, for a proof sheet.
package struct ClipProof: Sendable {
  var name: String
  /// The file as the project writes it.
  var source: String
  var moments: [Moment]

  /// One of the frames.
  struct Moment: Sendable {
    /// `first`, `middle` or `last`.
    var place: String
    var frame: Int
    /// In the film.
    var time: Time
    /// In the source; nil for a still.
    var sourceTime: Time?
    /// JPEGs in base64; nil where there is none.
    var film: String?
    var source: String?
    /// The difference of the film's frame from the project's, of 255.
    var difference: Double?
  }
}

/// A page with pictures of films beside those of their sources: one file, without any other that it needs.
package struct ProofSheet {
  private let reports: [FilmReport]
  private let title: String

  /// A page about `reports` of the project that people call `project`.
  package init(_ reports: [FilmReport], of project: String) {
    self.reports = reports
    title = "Proof of \(project)"
  }

  /// The beginning of all pages, which identifies them.
  static let beginning = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="generator" content="reel verify">

    """

  /// The page.
  package var html: String {
    ProofSheet.beginning + """
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(escaped(title))</title>
      <style>
      body { margin: 2rem auto; max-width: 84rem; padding: 0 1rem; font: 14px/1.5 sans-serif; color: #222; background: #f6f6f4; }
      h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; } h3 { font-size: 1rem; margin: 1.5rem 0 .3rem; }
      table { border-collapse: collapse; } td, th { padding: .15rem 1rem .15rem 0; text-align: left; vertical-align: top; }
      .yes { color: #17692b; } .no { color: #a3180f; font-weight: bold; } .quiet { color: #666; }
      .clip { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; }
      figure { margin: 0; } .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 3px; align-items: start; }
      .pair > * { width: 100%; background: #ddd; } .pair .none { padding: 1rem 0; text-align: center; color: #666; }
      figcaption { font-size: 12px; color: #444; }
      </style>
      </head>
      <body>
      <h1>\(escaped(title))</h1>
      <p class="quiet">Of each clip the first, the middle and the last frame: on the left as it is in the film, on the right as it is in its source.
      The difference is that of the film's frame to what the project shows there, with all that lies over the clip: 0 is the same, 255 black beside white.</p>
      \(reports.map(text(of:)).joined(separator: "\n"))
      </body>
      </html>

      """
  }

  private func text(of report: FilmReport) -> String {
    let verdict =
      report.agrees
      ? "<span class=\"yes\">agrees with the project</span>"
      : "<span class=\"no\">does not agree with the project</span>"
    var lines = ["<h2>\(escaped(report.file)): \(verdict)</h2>", "<table>"]
    for finding in report.findings {
      let time = finding.start.map { ProofSheet.clock($0) } ?? ""
      let kind =
        finding.kind == .error
        ? "<span class=\"no\">error</span>" : "<span class=\"quiet\">note</span>"
      lines.append("<tr><td>\(kind)</td><td>\(time)</td><td>\(escaped(finding.message))</td></tr>")
    }
    for (name, words) in report.figures {
      lines.append(
        "<tr><td class=\"quiet\">\(escaped(name))</td><td></td><td>\(escaped(words))</td></tr>")
    }
    lines.append("</table>")
    for proof in report.proofs {
      lines.append(
        "<h3>\(escaped(proof.name)) <span class=\"quiet\">\(escaped(proof.source))</span></h3>")
      lines.append("<div class=\"clip\">")
      lines += proof.moments.map { moment in
        let source =
          moment.sourceTime.map { ", source \(ProofSheet.clock($0))" } ?? ""
        let difference = moment.difference.map { ", difference \($0.tenths)" } ?? ""
        return """
          <figure><div class="pair">\(image(moment.film, "film"))\(image(moment.source, "source"))</div>
          <figcaption>\(moment.place): frame \(moment.frame), \(ProofSheet.clock(moment.time))\(source)\(difference)</figcaption></figure>
          """
      }
      lines.append("</div>")
    }
    if report.clipsLeftOut > 0 {
      lines.append(
        "<p class=\"quiet\">\(counted(report.clipsLeftOut, "clip")) between these are left out, so that the page does not get too long.</p>"
      )
    }
    return lines.joined(separator: "\n")
  }

  private func image(_ jpeg: String?, _ name: String) -> String {
    // Base64 of a worker, which may have been made to say anything.
    guard let jpeg, jpeg.utf8.allSatisfy(ProofSheet.isBase64) else {
      return "<span class=\"none\">no picture</span>"
    }
    return "<img alt=\"\(name)\" src=\"data:image/jpeg;base64,\(jpeg)\">"
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "="):
      true
    default: false
    }
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case _ where scalar.value < 32 || scalar.value == 127: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A time as `1:02:03.500`.
  static func clock(_ time: Time) -> String {
    let thousandths = max(0, (time * Time(1000)).rounded)
    let (seconds, rest) = (thousandths / 1000, thousandths % 1000)
    func padded(_ number: Int64, _ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let hours = seconds / 3600
    let minutes = seconds / 60 % 60
    return (hours > 0 ? "\(hours):" + padded(minutes, 2) : "\(minutes)") + ":"
      + padded(seconds % 60, 2) + "." + padded(rest, 3)
  }
}
