// SPDX-License-Identifier: Apache-2.0

#ifndef REEL_FACES_H
#define REEL_FACES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Numbers that say a face: left, top, width, height in pixels, and in how many ways it was found.
enum { REEL_FACE_NUMBERS = 5 };

/// Reads what is needed to find faces, once.
///
/// Returns 0 if that is there, else -1. In `text`, which has `room` bytes, are then the places of cascades, one a line, of
/// which some need not be there, or else the reason.
int32_t reel_faces_open(char *text, int32_t room);

/// Finds faces, seen from the front or else from a side, in a picture of 8 bits without gaps between its rows.
///
/// Returns their number, at most `room`, for each of which `REEL_FACE_NUMBERS` are put into `faces`; -1 where that fails.
int32_t reel_faces_find(
    const uint8_t *grey, int32_t width, int32_t height, int32_t *faces, int32_t room);

#ifdef __cplusplus
}
#endif

#endif
