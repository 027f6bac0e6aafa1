// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation

/// Validates projects against the schema with a third-party validator.
struct SchemaCheck {
  private let python: Command

  /// A Python with PyYAML and jsonschema: the system's, or the one in PATH.
  static func find() async -> SchemaCheck? {
    for candidate in [Command("/usr/bin/python3"), Command.named("python3")] {
      guard let candidate else { continue }
      let outcome = try? await candidate.outcome(["-c", "import yaml, jsonschema"])
      if outcome?.status == 0 { return SchemaCheck(python: candidate) }
    }
    return nil
  }

  /// The schema violations of the project at `path`, one per line; empty if it is valid.
  func problems(of path: String) async throws -> String {
    let script = """
      import json, sys, yaml, jsonschema
      class Loader(yaml.SafeLoader): pass
      # YAML 1.2: only true and false are booleans, and nothing is a date.
      Loader.yaml_implicit_resolvers = {
          first: [(tag, expression) for tag, expression in resolvers
                  if not tag.endswith((":bool", ":timestamp", ":int", ":float"))]
          for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}
      import re
      Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|false)$"), list("tf"))
      Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^[-+]?[0-9]+$"), list("-+0123456789"))
      Loader.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^[-+]?[0-9]*\\.[0-9]+$"), list("-+.0123456789"))
      schema = json.load(open(sys.argv[1]))
      kind = jsonschema.validators.validator_for(schema)
      kind.check_schema(schema)
      for error in kind(schema).iter_errors(yaml.load(open(sys.argv[2]), Loader)):
          print("/".join(map(str, error.absolute_path)) + ": " + error.message[:200])
      """
    let schema = Places.package + "/Schemas/reel.schema.json"
    return String(
      decoding: try await python.data(["-c", script, schema, path]), as: UTF8.self)
  }
}
