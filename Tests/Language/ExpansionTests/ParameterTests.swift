// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectModel
import Testing
import YAML

@testable import Preprocessing

@Suite struct ParameterTests {
  @Test(arguments: [
    ("Two days in Rome", ParameterType.text), ("\"2\"", .text), ("2", .number), ("-2.5", .number),
    ("true", .flag), ("off", .flag), ("2s", .time), ("1m30s", .time), ("00:01:02.5", .time),
    ("\"#203040\"", .color), ("black", .text), ("media/beach.mov", .file), ("a b.mov", .text),
    ("[a, b]", .list), ("{type: color, default: red}", .color), ("{default: 5}", .number),
    ("{values: [a, b], default: a}", .choice),
  ])
  func `a type follows from the default`(_ value: String, _ type: ParameterType) {
    let expanded = Expanded("params: {x: \(value)}\ny: ${x}")
    #expect(expanded.messages == [])
    #expect(expanded.result.parameters.map(\.type) == [type])
  }

  @Test(arguments: [
    ("y: ${x}", "y: 2.50\n"), ("y: a ${x} b", "y: \"a 2.50 b\"\n"), ("y: $${x}", "y: \"$${x}\"\n"),
    ("y: $$$${x}", "y: \"$$$${x}\"\n"), ("y: $5 $", "y: \"$5 $\"\n"),
    ("y: $$5", "y: \"$5\"\n"), ("y: ${x}${x}", "y: \"2.502.50\"\n"),
    ("y: '${x}'", "y: 2.50\n"), ("y: \"a\\n${x}\"", "y: \"a\\n2.50\"\n"),
    ("y: [1, '${x}']", "y:\n  - 1\n  - 2.50\n"),
  ])
  func `a dollar and a name are a value, and two are a dollar`(_ line: String, _ wanted: String) {
    let expanded = Expanded("params: {x: 2.50}\n\(line)\nz: ${x}")
    #expect(expanded.messages == [])
    #expect(expanded.yaml == wanted + "z: 2.50\n")
    // What is written is read as the same again.
    let again = Expanded(expanded.yaml)
    #expect(again.yaml == expanded.yaml)
  }

  @Test func `a whole scalar has the type of its value`() {
    let expanded = Expanded(
      """
      params:
        list: [1, {a: "$$x"}, [b]]
        none: "null"
        colour: "#fff"
      a: ${list}
      b: ${none}
      c: ${colour}
      """)
    #expect(expanded.messages == [])
    #expect(
      expanded.yaml
        == """
        a:
          - 1
          - "a": "$x"
          - - b
        b: "null"
        c: "#fff"

        """.replacing("\"a\":", with: "a:"))
    #expect(expanded.result.tree.root?["a"]?.kind == .sequence)
    #expect(expanded.result.tree.root?["b"]?.text == "null")
  }

  @Test(arguments: [
    ("text", "x=a: b, ${c} $$", "\"a: b, $${c} $$$\""), ("number", "x=-3.5", "-3.5"),
    ("flag", "x=no", "no"), ("time", "x=main.end - 1s", "main.end - 1s"),
    ("color", "x=white@50%", "\"white@50%\""), ("file", "x=media/a.mov", "\"media/a.mov\""),
    ("file", "x=/elsewhere/a.mov", "\"/elsewhere/a.mov\""),
  ])
  func `a value of the command line is read by the type`(
    _ type: String, _ argument: String, _ wanted: String
  ) {
    let expanded = Expanded("params: {x: {type: \(type)}}\ny: ${x}", [argument])
    #expect(expanded.messages == [])
    #expect(expanded.yaml == "y: \(wanted)\n")
  }

  @Test(arguments: [
    ("x=a.mov, b.mov", ["a.mov", "b.mov"]), ("x=", []), ("x=[a, {b: c}]", ["a", nil]),
    ("x=one", ["one"]), ("x= [\"a, b\"]", ["a, b"]),
  ])
  func `a list is given between commas or in brackets`(_ argument: String, _ wanted: [String?]) {
    let expanded = Expanded("params: {x: {type: list}}\ny: ${x}", [argument])
    #expect(expanded.messages == [])
    #expect(expanded.result.tree.root?["y"]?.items.map(\.text) == wanted)
  }

  @Test(arguments: [
    ("number", "x=2s", "'2s' is not a number"), ("number", "x=", "'' is not a number"),
    ("flag", "x=perhaps", "'perhaps' is neither true nor false"),
    ("time", "x=soon", "'soon' is not a time"), ("color", "x=blurple", "'blurple' is not a colour"),
    ("file", "x=", "a path is empty"), ("list", "x=[a", "this is not a list: expected ',' or ']'"),
    ("number, min: 1, max: 3", "x=0.5", "'0.5' is less than 1"),
    ("number, min: 1, max: 3", "x=4", "'4' is more than 3"),
    ("time, max: 1m", "x=61s", "'61s' is more than 1m"),
    ("time, max: 1m", "x=a.end", "'x' has bounds, and 'a.end' depends on the film"),
    ("choice, values: [a, b]", "x=c", "'c' is not one of the values of 'x'"),
    ("text", "y=1", "there is no parameter 'y'"),
  ])
  func `a value of another type is a mistake`(
    _ type: String, _ argument: String, _ message: String
  ) {
    let expanded = Expanded("params: {x: {type: \(type)}}\ny: ${x}", [argument])
    #expect(expanded.messages.contains(message), "\(expanded.messages)")
  }

  @Test func `a mistake shows the argument and the parameter`() {
    let expanded = Expanded("params:\n  speed: 2\ny: ${speed}", ["speed=fast"])
    #expect(
      expanded.shown == """
        error[parameter-value]: 'fast' is not a number
         --> --set:1:7
          |
        1 | speed=fast
          |       ^^^^
        note: 'speed' is a number, as its default is one
         --> a.reel.yaml:2:3
          |
        2 |   speed: 2
          |   -----
        hint: write 2.5

        """)
  }

  @Test(arguments: [
    ("y: ${titel}", "there is no parameter 'titel'", "did you mean 'title'?"),
    ("y: ${title.name}", "title is one value without fields", "write ${title}"),
    ("y: ${title", "'${' has no '}'", "write ${name}, or $${ for the text itself"),
    ("y: ${ title }", "' title ' is not the name of a value", "write ${title}"),
    ("y: ${}", "'${}' names nothing", nil),
    ("y: ${title + 1}", "'title + 1' is not the name of a value", nil),
    ("${title}: 1", "'${title}': a key cannot hold a value", "values stand after ':'"),
    ("y: a ${list}", "list is a list, which cannot be written within a text", nil),
  ])
  func `a name that is none is a mistake`(_ line: String, _ message: String, _ hint: String?) {
    let expanded = Expanded("params: {title: Rome, list: [a]}\n\(line)\nz: ['${title}', '${list}']")
    #expect(expanded.messages == [message])
    if let hint { #expect(expanded.diagnostics.first?.hint == hint) }
  }

  @Test(arguments: [
    ("x: {type: tekst}", "'tekst' is not a type"), ("x: {}", "'x' needs a 'type' or a 'default'"),
    ("x: {defualt: 1}", "unknown key 'defualt' in parameter"), ("x:", "'x' has no value"),
    ("x: {type: choice}", "a choice needs 'values'"),
    ("x: {type: text, min: 1, default: a}", "'min' has no meaning for a text"),
    ("x: {default: 5, max: 3}", "'5' is more than 3"),
    ("x: {default: 5, min: a}", "'a' is not a number"),
    ("x: {default: 5, min: 9, max: 3}", "'max' is less than 'min'"),
    ("x: {type: number, default: a}", "'a' is not a number"),
    ("1x: 5", "'1x' cannot be written as ${name}"),
    ("x: {default: '${y}'}", "the default of a parameter cannot name another one"),
    ("x: {type: text}", "the parameter 'x' has no default, and is not given"),
  ])
  func `a declaration that cannot be meant is a mistake`(_ line: String, _ message: String) {
    let expanded = Expanded("params:\n  \(line)\ny: '${x}'")
    #expect(expanded.messages.contains(message), "\(expanded.messages)")
  }

  @Test func `choices are bounded`() {
    let values = (0...1000).map { "v\($0)" }.joined(separator: ", ")
    let expanded = Expanded("params: {x: {values: [\(values)], default: v1}}\ny: '${x}'")
    #expect(expanded.messages.contains("a choice has at most 1000 values"))
  }

  @Test func `what nothing uses is told, and an error where it is given`() {
    let text = "params: {x: 1}\ny: 2"
    #expect(Expanded(text).diagnostics.map(\.code.name) == ["unused-parameter"])
    #expect(Expanded(text).diagnostics.map(\.severity) == [.warning])
    #expect(Expanded(text, ["x=2"]).diagnostics.map(\.code.name) == ["unused-value"])
    #expect(Expanded("params: {x: 1}\ny: ${x}", ["x=2", "x=3"]).messages == ["'x' is given twice"])
  }

  @Test func `a project without any of this stays as it is`() {
    let expanded = Expanded("reel: 1\ntracks: {main: [a.mov]}")
    #expect(expanded.result.tree.root?.span.file.expansion == 0)
    #expect(expanded.messages == [])
  }

  @Test(arguments: [
    ("a.mov", "/film", "a.mov"), ("a.mov", "/film/sub", "sub/a.mov"),
    ("./a.mov", "/film/sub", "sub/a.mov"), ("../a.mov", "/film/sub", "/film/sub/../a.mov"),
    ("a.mov", "/other", "/other/a.mov"), ("/a.mov", "/other", "/a.mov"),
    ("a.mov", "/filmed", "/filmed/a.mov"), ("http://a/b.mov", "/other", "http://a/b.mov"),
  ])
  func `a file is found from where it is named`(_ path: String, _ folder: String, _ wanted: String)
  {
    #expect(Parameter.path(path, from: folder, to: "/film") == wanted)
    let elsewhere = folder.replacing("/film", with: "/Rōma")
    #expect(
      Parameter.path(path, from: elsewhere, to: "/Rōma")
        == wanted.replacing("/film", with: "/Rōma"))
  }
}
