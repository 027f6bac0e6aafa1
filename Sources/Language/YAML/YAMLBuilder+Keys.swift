// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension YAMLBuilder {
  /// A key that is compared with the others of its mapping.
  struct KeyMark {
    /// The key as written in the mapping, perhaps an alias.
    let node: Int32
    var hash = 0
  }

  /// The record of `node`, or of the target if it is an alias.
  func resolved(_ node: Int32) -> YAMLRecord {
    let record = records[Int(node)]
    return record.kind == .alias ? records[Int(record.first)] : record
  }

  /// Returns true if a node can be a key; reports it if not.
  mutating func accept(key node: Int32, reporting sink: inout DiagnosticSink) -> Bool {
    let record = resolved(node)
    let isAlias = records[Int(node)].kind == .alias
    switch record.kind {
    case .scalar:
      if !isAlias, !record.flags.contains(.quoted), hasText("<<", record) {
        records[Int(node)].flags.insert(.mergeKey)
      }
      return true
    case .null where record.flags.contains(.unreadable):
      return false
    case .null where record.count > 0 && !isAlias:
      // A key is a name, so `null` and `~` are names here.
      records[Int(node)].kind = .scalar
      return true
    case _ where isFinishing:
      // It is incomplete, so whether it was meant as a key is unknown.
      break
    case .null, .alias:
      sink.report(.missingKey(at: span(of: node)))
    case .sequence:
      sink.report(.compositeKey("list", at: span(of: node)))
    case .mapping:
      sink.report(.compositeKey("mapping", at: span(of: node)))
    }
    return false
  }

  // MARK: Duplicates

  /// Reports keys that a mapping has already, and takes their entries out of it.
  mutating func dropDuplicateKeys(
    of mapping: Int32, isBlock: Bool, reporting sink: inout DiagnosticSink
  ) {
    guard records[Int(mapping)].count > 1 else { return }
    var keys = keyScratch
    keyScratch = []
    defer { keyScratch = keys }
    keys.removeAll(keepingCapacity: true)
    var key = records[Int(mapping)].first
    while key >= 0 {
      keys.append(KeyMark(node: key))
      key = records[Int(records[Int(key)].next)].next
    }
    // A few keys are compared pairwise; many are sorted by a hash that an attacker cannot predict.
    let duplicates = keys.count <= 12 ? duplicatesAmongFew(keys) : duplicatesAmongMany(&keys)
    guard !duplicates.isEmpty else { return }
    for duplicate in duplicates {
      let text = text(of: resolved(duplicate.key))
      sink.report(
        .duplicateKey(
          text, at: span(of: duplicate.key), first: span(of: duplicate.first),
          isItem: isBlock && itemKeys.contains(text)))
    }
    unlink(duplicates.map(\.key), from: Int(mapping))
  }

  private typealias Duplicate = (key: Int32, first: Int32)

  private func duplicatesAmongFew(_ keys: [KeyMark]) -> [Duplicate] {
    var duplicates: [Duplicate] = []
    for later in 1..<keys.count {
      let record = resolved(keys[later].node)
      for earlier in 0..<later where haveSameText(resolved(keys[earlier].node), record) {
        duplicates.append((keys[later].node, keys[earlier].node))
        break
      }
    }
    return duplicates
  }

  private func duplicatesAmongMany(_ keys: inout [KeyMark]) -> [Duplicate] {
    for index in keys.indices { keys[index].hash = hash(resolved(keys[index].node)) }
    keys.sort { ($0.hash, $0.node) < ($1.hash, $1.node) }
    var duplicates: [Duplicate] = []
    var first = 0
    for index in 1..<keys.count {
      if keys[index].hash == keys[first].hash,
        haveSameText(resolved(keys[index].node), resolved(keys[first].node))
      {
        duplicates.append((keys[index].node, keys[first].node))
      } else {
        first = index
      }
    }
    // Back into the order of the file: the hashes differ from run to run.
    return duplicates.sorted { $0.key < $1.key }
  }

  /// Takes entries out of a mapping; `keys` must be in the order of the mapping.
  mutating func unlink(_ keys: [Int32], from mapping: Int) {
    var left = keys[...]
    var lastValue = -1
    var key = records[mapping].first
    while key >= 0 {
      let value = Int(records[Int(key)].next)
      let next = records[value].next
      if key == left.first {
        left.removeFirst()
        records[mapping].count -= 1
        // The first entry is never a duplicate, so there is one before.
        records[lastValue].next = next
      } else {
        lastValue = value
      }
      key = next
    }
  }

  private func haveSameText(_ left: YAMLRecord, _ right: YAMLRecord) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<Int(left.count) where byte(index, of: left) != byte(index, of: right) {
      return false
    }
    return true
  }

  private func byte(_ index: Int, of record: YAMLRecord) -> UInt8 {
    record.flags.contains(.pooled)
      ? pool[Int(record.first) + index] : source[Int(record.first) + index]
  }

  private func hash(_ record: YAMLRecord) -> Int {
    var hasher = Hasher()
    let range = Int(record.first)..<Int(record.first + record.count)
    if record.flags.contains(.pooled) {
      pool.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[range])) }
    } else {
      hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: source[range])))
    }
    return hasher.finalize()
  }

  // MARK: Merge keys

  /// Replaces the chain of a mapping with `<<` by rows, the merged entries among them.
  ///
  ///     {<<: *base, size: 2}   where base = {size: 1, rate: 30}   →   {rate: 30, size: 2}
  ///
  /// The work was counted where the aliases were taken: a mapping has no more entries than nodes.
  mutating func flattenMergeKeys(of mapping: Int32, reporting sink: inout DiagnosticSink) {
    let chain = rows(of: mapping)
    var known: Set<String> = []
    for row in chain where !isMergeKey(row.key) {
      known.insert(text(of: resolved(row.key)))
    }
    var merged: [YAMLRow] = []
    for row in chain {
      guard isMergeKey(row.key) else {
        merged.append(row)
        continue
      }
      for (source, use) in mergedMappings(in: row.value, reporting: &sink) {
        for entry in rows(of: source) where known.insert(text(of: resolved(entry.key))).inserted {
          merged.append(YAMLRow(key: entry.key, value: entry.value, use: use))
        }
      }
    }
    records[Int(mapping)].first = Int32(rows.count)
    records[Int(mapping)].count = Int32(merged.count)
    records[Int(mapping)].flags.insert(.merged)
    rows.append(contentsOf: merged)
  }

  private func isMergeKey(_ key: Int32) -> Bool {
    records[Int(key)].flags.contains(.mergeKey)
  }

  /// The entries of a mapping that has ended.
  private func rows(of mapping: Int32) -> [YAMLRow] {
    let record = records[Int(mapping)]
    if record.flags.contains(.merged) {
      return Array(rows[Int(record.first)..<Int(record.first + record.count)])
    }
    var result: [YAMLRow] = []
    result.reserveCapacity(Int(record.count))
    var key = record.first
    while key >= 0 {
      let value = records[Int(key)].next
      result.append(YAMLRow(key: key, value: value, use: -1))
      key = records[Int(value)].next
    }
    return result
  }

  /// The mappings a merge key names, each with the alias it came through or -1.
  private func mergedMappings(
    in value: Int32, reporting sink: inout DiagnosticSink
  ) -> [(mapping: Int32, use: Int32)] {
    let record = resolved(value)
    guard record.kind == .sequence else {
      return mergedMapping(value, use: -1, reporting: &sink).map { [$0] } ?? []
    }
    var result: [(mapping: Int32, use: Int32)] = []
    let use = records[Int(value)].kind == .alias ? value : -1
    var item = record.first
    while item >= 0 {
      if let mapping = mergedMapping(item, use: use, reporting: &sink) { result.append(mapping) }
      item = records[Int(item)].next
    }
    return result
  }

  private func mergedMapping(
    _ node: Int32, use: Int32, reporting sink: inout DiagnosticSink
  ) -> (mapping: Int32, use: Int32)? {
    let isAlias = records[Int(node)].kind == .alias
    let target = isAlias ? records[Int(node)].first : node
    switch records[Int(target)].kind {
    case .mapping:
      return (target, use < 0 && isAlias ? node : use)
    case .null where records[Int(target)].flags.contains(.unreadable):
      return nil
    case .null:
      sink.report(.mergeOfNonMapping("nothing", at: span(of: node)))
    case .scalar, .alias:
      sink.report(.mergeOfNonMapping("a single value", at: span(of: node)))
    case .sequence:
      sink.report(.mergeOfNonMapping("a list", at: span(of: node)))
    }
    return nil
  }
}
