// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Builder
import Glibc
import Host
import RenderProtocol

/// The store in which rendered pieces are shared with other machines.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      """
      Share what is rendered through the HTTP cache at this address, as Bazel does; REEL_STORE in \
      the environment unless given.
      """, valueName: "url"))
  var text: String?

  @Flag(
    name: .customLong("store-read-only"), help: "Take from the shared store, send nothing to it.")
  var isReadOnly = false

  func validate() throws {
    guard let wanted, StoreAddress(wanted) == nil else { return }
    // What was given is not repeated: there may be a password in it.
    throw ValidationError(
      (text == nil ? "REEL_STORE" : "--store")
        + " takes the URL of a folder on a server, such as https://cache.example.org/reel")
  }

  /// The selected shared store, not used yet; nil for none.
  var store: SharedStore? {
    guard let address = wanted.flatMap({ StoreAddress($0) }) else { return nil }
    return SharedStore(address, isReadOnly: isReadOnly) { WorkerCommand.findMessenger() }
  }

  /// The address that was asked for; an empty text asks for none.
  private var wanted: String? {
    let wanted = text ?? getenv("REEL_STORE").map { String(cString: $0) }
    return wanted?.isEmpty == true ? nil : wanted
  }
}
