// SPDX-License-Identifier: Apache-2.0

// How a plane differs from another one. In C, as a build without optimisation must not be too slow to be tested.

#include "ffmpeg_shims.h"

#include <string.h>

enum { WIDTH = 16, HEIGHT = 8 };
typedef uint8_t line __attribute__((vector_size(WIDTH)));
typedef uint64_t halves __attribute__((vector_size(WIDTH)));

static inline __attribute__((always_inline)) line load(const uint8_t *source, size_t count) {
  line result = {0};
  if (count == WIDTH) memcpy(&result, source, WIDTH);
  else memcpy(&result, source, count);
  return result;
}

static inline __attribute__((always_inline)) void store(line value, uint8_t *target, size_t count) {
  if (count == WIDTH) memcpy(target, &value, WIDTH);
  else memcpy(target, &value, count);
}

static inline __attribute__((always_inline)) int is_zero(line value) {
  halves parts = (halves)value;
  return (parts[0] | parts[1]) == 0;
}

// Writes the changes of a tile with 2, 4 or 8 bits each.
static inline __attribute__((always_inline)) uint8_t *pack(const line *lines, int kind, uint8_t *to) {
  if (kind == 1) {
    for (int i = 0; i < 2; i++, to += WIDTH)
      store((lines[i] + 2) | (lines[i + 2] + 2) << 2 | (lines[i + 4] + 2) << 4
                | (lines[i + 6] + 2) << 6, to, WIDTH);
  } else if (kind == 2) {
    for (int i = 0; i < 4; i++, to += WIDTH)
      store((lines[i] + 8) | (lines[i + 4] + 8) << 4, to, WIDTH);
  } else {
    for (int i = 0; i < HEIGHT; i++, to += WIDTH) store(lines[i], to, WIDTH);
  }
  return to;
}

static inline __attribute__((always_inline)) const uint8_t *unpack(const uint8_t *from, int kind, line *lines) {
  if (kind == 0) {
    for (int i = 0; i < HEIGHT; i++) lines[i] = (line){0};
  } else if (kind == 1) {
    for (int i = 0; i < 2; i++, from += WIDTH) {
      line packed = load(from, WIDTH);
      for (int j = 0; j < 4; j++) lines[i + 2 * j] = ((packed >> (uint8_t)(2 * j)) & 3) - 2;
    }
  } else if (kind == 2) {
    for (int i = 0; i < 4; i++, from += WIDTH) {
      line packed = load(from, WIDTH);
      lines[i] = (packed & 15) - 8;
      lines[i + 4] = (packed >> 4) - 8;
    }
  } else {
    for (int i = 0; i < HEIGHT; i++, from += WIDTH) lines[i] = load(from, WIDTH);
  }
  return from;
}

size_t reel_changes_bound(size_t bytes, size_t rows) {
  size_t across = (bytes + WIDTH - 1) / WIDTH, down = (rows + HEIGHT - 1) / HEIGHT;
  return down * ((across + 3) / 4 + across * WIDTH * HEIGHT);
}

uint8_t *reel_changes_write(
    size_t bytes, size_t rows, const uint8_t *old, size_t old_stride, const uint8_t *new,
    size_t new_stride, uint8_t *to) {
  size_t across = (bytes + WIDTH - 1) / WIDTH;
  for (size_t y = 0; y < rows; y += HEIGHT) {
    uint8_t *kinds = to;
    to += (across + 3) / 4;
    memset(kinds, 0, (across + 3) / 4);
    int height = rows - y < HEIGHT ? (int)(rows - y) : HEIGHT;
    for (size_t column = 0; column < across; column++) {
      size_t x = column * WIDTH, count = bytes - x < WIDTH ? bytes - x : WIDTH;
      const uint8_t *a = old + y * old_stride + x, *b = new + y * new_stride + x;
      line lines[HEIGHT] = {{0}}, any = {0}, nearly = {0}, hardly = {0};
      for (int i = 0; i < height; i++) {
        lines[i] = load(a + i * old_stride, count) - load(b + i * new_stride, count);
        any |= lines[i];
        nearly |= lines[i] + 8;
        hardly |= lines[i] + 2;
      }
      if (is_zero(any)) continue;
      int kind = is_zero(hardly & 0xfc) ? 1 : is_zero(nearly & 0xf0) ? 2 : 3;
      kinds[column / 4] |= (uint8_t)(kind << column % 4 * 2);
      to = pack(lines, kind, to);
    }
  }
  return to;
}

const uint8_t *reel_changes_read(
    size_t bytes, size_t rows, const uint8_t *from, const uint8_t *new, size_t new_stride,
    uint8_t *old, size_t old_stride) {
  size_t across = (bytes + WIDTH - 1) / WIDTH;
  for (size_t y = 0; y < rows; y += HEIGHT) {
    const uint8_t *kinds = from;
    from += (across + 3) / 4;
    int height = rows - y < HEIGHT ? (int)(rows - y) : HEIGHT;
    for (size_t column = 0; column < across; column++) {
      size_t x = column * WIDTH, count = bytes - x < WIDTH ? bytes - x : WIDTH;
      uint8_t *a = old + y * old_stride + x;
      const uint8_t *b = new + y * new_stride + x;
      line lines[HEIGHT];
      from = unpack(from, kinds[column / 4] >> column % 4 * 2 & 3, lines);
      for (int i = 0; i < height; i++)
        store(load(b + i * new_stride, count) + lines[i], a + i * old_stride, count);
    }
  }
  return from;
}
