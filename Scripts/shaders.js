// SPDX-License-Identifier: Apache-2.0
// Draws shaders for Scripts/shaders.py, on a canvas that no page shows.

function begin(width, height) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  window.gl = canvas.getContext("webgl", {antialias: false, premultipliedAlpha: false});
  if (!gl) throw new Error("there is no WebGL");
  for (const name of ["OES_texture_float", "OES_texture_float_linear"])
    if (!gl.getExtension(name)) throw new Error(name + " is missing");
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
}

// Pictures are given as Reel has them, as luma and two chromas of BT.709, so that none are rounded to red, green and blue.
function load(unit, picture) {
  const {width, height} = gl.canvas, count = width * height, light = new Float32Array(count * 4);
  const planes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  for (let at = 0; at < count; at += 1) {
    const gray = (planes[at] - 16) / 219, blue = (planes[count + at] - 128) / 224, red = (planes[2 * count + at] - 128) / 224;
    light.set([gray + 1.5748 * red, gray - (0.2126 * 1.5748 * red + 0.0722 * 1.8556 * blue) / 0.7152, gray + 1.8556 * blue, 1],
              4 * at);
  }
  loadLight(unit, light);
}

// A picture of one byte of grey for each pixel.
function loadGray(unit, picture) {
  const grays = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0)), light = new Float32Array(grays.length * 4);
  grays.forEach((gray, at) => light.set([gray / 255, gray / 255, gray / 255, 1], 4 * at));
  loadLight(unit, light);
}

function loadLight(unit, light) {
  const {width, height} = gl.canvas;
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, width, height, 0, gl.RGBA, gl.FLOAT, light);
  for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
  for (const way of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, way, gl.LINEAR);
}

function compile(kind, text) {
  const shader = gl.createShader(kind);
  gl.shaderSource(shader, text);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
  return shader;
}

// Takes the shader of all pictures that are drawn from now on.
function use(text) {
  const program = gl.createProgram();
  gl.bindAttribLocation(program, 0, "corner");
  gl.attachShader(program, compile(gl.VERTEX_SHADER, "attribute vec2 corner; void main() { gl_Position = vec4(corner, 0, 1); }"));
  gl.attachShader(program, compile(gl.FRAGMENT_SHADER, text));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
  gl.useProgram(program);
  gl.uniform1i(gl.getUniformLocation(program, "first"), 0);
  gl.uniform1i(gl.getUniformLocation(program, "second"), 1);
  for (const name of ["luma", "displacementMap"]) gl.uniform1i(gl.getUniformLocation(program, name), 2);
  gl.uniform1f(gl.getUniformLocation(program, "ratio"), gl.canvas.width / gl.canvas.height);
  window.progress = gl.getUniformLocation(program, "progress");
}

// The pixels of a moment, from the bottom row up.
function draw(moment) {
  gl.uniform1f(window.progress, moment);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  const {width, height} = gl.canvas, pixels = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let text = "";
  for (let start = 0; start < pixels.length; start += 8192)
    text += String.fromCharCode(...pixels.subarray(start, start + 8192));
  return btoa(text);
}
