// SPDX-License-Identifier: Apache-2.0

import Foundation

func copyFile(_ source: String, _ target: String) throws {
  try FileManager.default.copyItem(atPath: source, toPath: target)
}

func removeFile(_ path: String) { unlink(path) }
