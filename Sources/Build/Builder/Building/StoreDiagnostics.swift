// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import RenderProtocol

// What is wrong with a shared store, which is never more than a warning.

extension Diagnostic {
  /// A shared store that was of no use.
  static func storeFailed(_ address: StoreAddress, _ trouble: String) -> Diagnostic {
    Diagnostic(
      code: .warning("store-failed"),
      message: "the shared store '\(address.shown)' \(trouble); what is missing was rendered here",
      hint: "check the address and the server, or build without `--store`")
  }

  /// A shared store that is read but not written to.
  static func storeTakesNothing(_ address: StoreAddress, _ trouble: String) -> Diagnostic {
    Diagnostic(
      code: .warning("store-failed"),
      message: "the shared store '\(address.shown)' takes nothing: it \(trouble)",
      hint: "make it writable, or say `--store-read-only`")
  }
}
