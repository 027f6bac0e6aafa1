// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

extension FilterUse {
  /// True if it is a filter that may be used, with options of moderate size.
  ///
  /// Requests come from another process: whatever it has checked, no filter gets to read, write or run anything.
  var isAllowed: Bool {
    guard case .allowed(let traits) = EffectRule.named(name)?.verdict else { return false }
    let names = settings.map(\.name) + changing.map(\.name)
    func isFree(_ name: String) -> Bool {
      let isRefused = traits.limits(of: name).contains {
        if case .refused = $0 { true } else { false }
      }
      return !isRefused && traits.file(of: name) == nil && !EffectTraits.fileOptions.contains(name)
    }
    // A filter reads the files that its rule says, and no file by a plain option.
    guard files.allSatisfy({ traits.file(of: $0.name) != nil && $0.file.path.hasPrefix("/") })
    else {
      return false
    }
    return files.count <= 16 && names.count <= 256
      && names.allSatisfy { isFree($0) && $0.utf8.count <= 64 }
      && settings.allSatisfy { $0.value.utf8.count <= 4096 && !$0.value.utf8.contains(0) }
      && (firstFrame ?? 0).magnitude < 1 << 32
  }
}
