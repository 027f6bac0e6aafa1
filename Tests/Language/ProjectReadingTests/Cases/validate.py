# SPDX-License-Identifier: Apache-2.0
"""Checks that the schema takes the valid examples and refuses the broken ones.

With texts of projects as arguments, prints what the schema says of each: its number, the path of the
value, and the validator's message.
"""

import pathlib
import re
import sys

import jsonschema
import yaml

here = pathlib.Path(__file__).parent


class Loader(yaml.SafeLoader):
    """YAML 1.2's core types: `on` is a word and 1:30 is no number."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, expression) for tag, expression in resolvers if tag.endswith((":null", ":merge"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
for tag, expression, first in [
    ("bool", r"true|false", "tf"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)", "-+.0123456789"),
]:
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{expression})$"), first)


def load(text):
    document = yaml.load(text, Loader)
    # JSON has no keys but strings.
    return named(document)


def named(value):
    if isinstance(value, dict):
        return {str(key): named(item) for key, item in value.items()}
    return [named(item) for item in value] if isinstance(value, list) else value


schema = yaml.safe_load((here / "../../../../Schemas/reel.schema.json").read_text())
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
if len(sys.argv) > 1:
    for number, text in enumerate(sys.argv[1:]):
        for error in validator.iter_errors(load(text)):
            print(number, "/".join(map(str, error.absolute_path)), error.message[:200])
    sys.exit()
failures = []
examples = (here / "../../../../Examples").glob("**/*.reel.yaml")
for path in sorted((here / "sound").glob("*.yaml")) + sorted(examples):
    for error in validator.iter_errors(load(path.read_text())):
        failures.append(f"{path.name}: {list(error.path)}: {error.message[:200]}")
# Mistakes that only the whole project shows, or that need arithmetic, are not the schema's; nor is whether a file is
# extended by others, and so has no tracks.
beyond = {
    "bare-seconds", "beats-bare", "few-pixels", "folders-by-values", "large-volumes", "written-texts",
    "beats-time", "beats-zero", "depths", "duplicate-clip", "duplicates", "empty-tracks", "empty-track", "layer-names", "member-names", "less-than-a-pixel",
    "long-time", "names", "no-tracks", "output-sound", "outputs", "overlays", "pans", "transitions", "unheeded", "unused",
}
# These are no YAML for other readers.
beyond |= {"unquoted-color", "unquoted-color-last", "unquoted-color-list", "unquoted-color-item"}
for path in sorted(here.glob("*.yaml")):
    if path.stem not in beyond and validator.is_valid(load(path.read_text())):
        failures.append(f"{path.name}: not refused")
print("\n".join(failures))
sys.exit(bool(failures))
