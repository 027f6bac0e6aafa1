// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog

/// The page of the manual that lists the transitions, and the notices that the licences of their formulas ask for.
public func transitionPage() -> String {
  var lines = [
    "# Transitions", "",
    "Every transition of Reel, its parameters under `with`, and the other names that a project may write.",
    "Printed from `TransitionStyle.all`; `reel transitions NAME` prints one of them.", "",
    "| name | what it looks like | `with` | also |", "| --- | --- | --- | --- |",
  ]
  for style in TransitionStyle.all {
    let parameters = style.parameters.map {
      "`\($0.name)`: \($0.doc) \($0.range.sentence)"
        + ($0.writtenFallback.map { ", by default `\($0)`." } ?? "; it must be given.")
    }
    let aliases = style.aliases.map { "`\($0)`" }.joined(separator: ", ")
    lines.append(
      "| `\(style.name)` | \(style.doc) | \(parameters.joined(separator: "<br>")) | \(aliases) |")
  }
  lines += [
    "", "## Notices", "",
    "These are written anew after the formulas of effects of gl-transitions, whose licence asks for its notice. Authors:",
    "",
  ]
  for style in TransitionStyle.all {
    guard let notice = style.notice else { continue }
    lines.append("- `\(style.name)`: \(notice.author), \(notice.license)")
  }
  lines += ["", "### MIT", "", "Copyright (c) 2017-present gl-transitions contributors", ""]
  lines += mit.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  for (title, holder, ending) in [
    ("BSD-2-Clause: `stereo-viewer`", "2016, Theodore K Schundler", ""),
    (
      "BSD-3-Clause: `inverted-page-curl`", "2010 Hewlett-Packard Development Company, L.P.",
      endorsement
    ),
  ] {
    lines += ["", "### \(title)", "", "Copyright (c) \(holder) All rights reserved.", ""]
    lines += bsd(ending).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
  return lines.joined(separator: "\n") + "\n"
}

extension String {
  /// It with a capital first letter.
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() }
}

private let mit = """
  Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
  documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
  rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
  persons to whom the Software is furnished to do so, subject to the following conditions:

  The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
  Software.

  THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
  WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
  COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
  OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
  """

/// The licences of BSD, with the condition that the one of three has more than the one of two.
private func bsd(_ condition: String) -> String {
  """
  Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
  following conditions are met:

  - Redistributions of source code must retain the above copyright notice, this list of conditions and the following
    disclaimer.
  - Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
    disclaimer in the documentation and/or other materials provided with the distribution.
  \(condition)
  THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
  INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
  DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
  SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
  SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY,
  WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
  OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
  """
}

private let endorsement = """
  - Neither the name of Hewlett-Packard nor the names of its contributors may be used to endorse or promote products
    derived from this software without specific prior written permission.

  """
