// SPDX-License-Identifier: Apache-2.0

public import RenderProtocol

extension Script {
  /// The starts of chains while texts of others in their layer are shown, in milliseconds, ascending.
  public var cuts: [Int64] {
    let chains = self.chains
    let all = events.flatMap { event in
      event.chains(among: chains[event.layer] ?? []).filter { $0 > event.start }
    }
    return Set(all).sorted()
  }
}
