// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Builder

/// `--verify` and `--verify-all`.
extension Verification: EnumerableFlag {
  package static func help(for value: Verification) -> ArgumentHelp? {
    switch value {
    case .verify:
      """
      Render some reused segments anew and compare: of every 20 segments of a film, and of every \
      20 chunks of its sound, one, and encode the sound. The same film has the same sample.
      """
    case .verifyAll:
      "Render all that is reused anew and compare; decode what is copied, and compare with its source."
    }
  }
}
