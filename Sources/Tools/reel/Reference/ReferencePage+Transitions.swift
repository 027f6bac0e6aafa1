// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog

// The transitions, and the notices that the licences of their formulas ask for.

extension ReferencePage {
  static let transitionSections: [Section] =
    [
      Section(title: "Kinds", topics: TransitionStyle.all.map(Topic.init)),
      Section(title: "Notices", text: notices),
    ]

  private static let notices: String = {
    let authors = TransitionStyle.all.compactMap { style in
      style.notice.map { "- `\(style.name)`: \($0.author), \($0.license)" }
    }
    return """
      These are written anew after the formulas of effects of gl-transitions, whose licence asks for its \
      notice. Authors:

      \(authors.joined(separator: "\n"))

      ### MIT

      Copyright (c) 2017-present gl-transitions contributors

      \(mit)

      ### BSD-2-Clause: `stereo-viewer`

      Copyright (c) 2016, Theodore K Schundler All rights reserved.

      \(bsd(""))

      ### BSD-3-Clause: `inverted-page-curl`

      Copyright (c) 2010 Hewlett-Packard Development Company, L.P. All rights reserved.

      \(bsd(endorsement))
      """
  }()
}

extension Topic {
  fileprivate init(_ style: TransitionStyle) {
    var text = style.doc
    if !style.aliases.isEmpty {
      text += " A project may also write \(style.aliases.map { "`\($0)`" }.listed("or"))."
    }
    let parameters = style.parameters.map { parameter in
      let rest =
        parameter.writtenFallback.map { "; by default `\($0)`" } ?? "; required"
      return "- `\(parameter.name)`: \(parameter.doc) *Value:* \(parameter.range)\(rest)."
    }
    if !parameters.isEmpty { text += "\n\n" + parameters.joined(separator: "\n") }
    self.init(name: style.name, kind: "transition", text: text)
  }
}

private let mit = """
  Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated \
  documentation files (the "Software"), to deal in the Software without restriction, including without limitation the \
  rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit \
  persons to whom the Software is furnished to do so, subject to the following conditions:

  The above copyright notice and this permission notice shall be included in all copies or substantial portions of the \
  Software.

  THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE \
  WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR \
  COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR \
  OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
  """

/// The licences of BSD, with the condition that the one of three has more than the one of two.
private func bsd(_ condition: String) -> String {
  """
  Redistribution and use in source and binary forms, with or without modification, are permitted provided that the \
  following conditions are met:

  - Redistributions of source code must retain the above copyright notice, this list of conditions and the following \
    disclaimer.
  - Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following \
    disclaimer in the documentation and/or other materials provided with the distribution.
  \(condition)
  THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, \
  INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE \
  DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, \
  SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR \
  SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, \
  WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE \
  OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
  """
}

private let endorsement = """
  - Neither the name of Hewlett-Packard nor the names of its contributors may be used to endorse or promote products \
    derived from this software without specific prior written permission.

  """
