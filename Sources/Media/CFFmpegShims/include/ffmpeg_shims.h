// SPDX-License-Identifier: Apache-2.0

// What Swift cannot reach in libav: macros, variadic callbacks, and fields that changed their name
// between FFmpeg 5 and 9. Pointers to libav's structs are untyped here, so that this module need
// not show libav's headers. And one call of Linux that Swift's module of the C library leaves out.

#ifndef REEL_FFMPEG_SHIMS_H
#define REEL_FFMPEG_SHIMS_H

#include <stddef.h>
#include <stdint.h>

enum {
  REEL_ERROR_OTHER = 0,
  REEL_ERROR_END,
  REEL_ERROR_AGAIN,
  REEL_ERROR_INVALID_DATA,
  REEL_ERROR_NO_MEMORY,
  REEL_ERROR_NO_SPACE,
  REEL_ERROR_NOT_FOUND,
  REEL_ERROR_DENIED,
  REEL_ERROR_INPUT_OUTPUT,
  REEL_ERROR_UNKNOWN_CODEC,
  REEL_ERROR_INTERRUPTED,
};

// What kind of failure a negative return value of libav is.
int reel_error_kind(int code);
int reel_error_no_memory(void);
int reel_error_unknown_codec(void);
int reel_error_invalid(void);

// An AVCodecParserContext for the codec whose number is that of libavcodec, which takes an enumeration since 9; null for none.
void *reel_parser(uint32_t codec);

// Routes libav's log into a buffer of the calling thread instead of stderr. Errors only; the first
// lines are kept. Each line ends with '\n' and starts with the name of its sender in brackets.
void reel_log_install(void);
void reel_log_clear(void);
const char *reel_log_text(void);

// What one decoder logs, on the calling thread and on threads of its own: those have copies of its context,
// with the same `opaque`.
struct reel_decoder_log;
// A log for `context` (an AVCodecContext), which must be freed before the log; null without memory.
struct reel_decoder_log *reel_decoder_log_open(void *context);
void reel_decoder_log_close(struct reel_decoder_log *log);
// Moves what was logged since the last call into `text` and ends it with a zero; its length.
size_t reel_decoder_log_take(struct reel_decoder_log *log, char *text, size_t room);

// Makes libav give up blocking input when the deadline (microseconds of the monotonic clock) is over.
struct reel_deadline {
  int64_t microseconds;
};
void reel_deadline_set(struct reel_deadline *deadline, int64_t microseconds_from_now);
int reel_deadline_is_over(void *deadline);

// Decodes all that there is of one packet on a thread of its own, so that it can be given up.
struct reel_decoding;
// Begins it; null when that cannot be done.
struct reel_decoding *reel_decoding_begin(void *context, const void *packet);
// Waits up to `milliseconds`; whether it has ended.
int reel_decoding_wait(struct reel_decoding *decoding, int milliseconds);
// Gives the code and, if it is not negative, the frame of one that has ended, and frees it.
int reel_decoding_end(struct reel_decoding *decoding, void *frame);
// Nanoseconds of the processor that this process has taken; bytes of memory that it has.
int64_t reel_processor_time(void);
int64_t reel_resident_bytes(void);

// The pixel, or sample, format number `index` that an encoder (an AVCodec) takes; -1 after the last, and where it
// says nothing of them.
int reel_codec_pixel_format(const void *codec, int index);
int reel_codec_sample_format(const void *codec, int index);
// The number of libavcodec's profile AAC-LC.
int reel_profile_aac_low(void);

int reel_frame_is_key(const void *frame);
void reel_frame_set_key(void *frame, int is_key);
// 0 for a progressive frame, 1 for one whose top field is shown first, 2 for the others.
int reel_frame_fields(const void *frame);
void reel_frame_set_fields(void *frame, int fields);
int64_t reel_frame_duration(const void *frame);
void reel_frame_set_duration(void *frame, int64_t duration);
const int32_t *reel_stream_display_matrix(const void *stream);
// Says how the pictures of a stream that is to be written are turned; negative when there is no memory.
int reel_stream_set_display_matrix(void *stream, const int32_t *matrix);

// How pictures of HDR were graded: what their display could show (SMPTE ST 2086), with chromaticities of
// red, green, blue and white in parts of 50000 and luminances, least and greatest, in parts of 10000 of a
// cd/m2; and how light they are (CTA-861.3), at most and on average, in cd/m2.
struct reel_light {
  int has_primaries, has_luminance, has_content;
  uint32_t primaries[8], luminance[2], content[2];
};
// What a stream, or a decoded frame, says of that.
void reel_stream_light(const void *stream, struct reel_light *light);
void reel_frame_light(const void *frame, struct reel_light *light);
// Has a stream that is to be written say it; negative when there is no memory.
int reel_stream_set_light(void *stream, const struct reel_light *light);
// Turns off an output format's own interleaving and stamps that vary from run to run.
void reel_format_set_bitexact(void *format);

// Output of libavformat that goes to two functions of ours, which give a negative error code when
// they fail: `write` takes the bytes at the current position, `seek` sets it. Gives an AVIOContext,
// null when there is no memory.
struct reel_output {
  void *target;
  int (*write)(void *target, const uint8_t *bytes, int count);
  int64_t (*seek)(void *target, int64_t position);
};
void *reel_output_open(struct reel_output *output, int buffer_bytes);
void reel_output_close(void **context);
// The error code that stands for a value of `errno`.
int reel_error_of_system(int code);

// What makes a plane of another one, of `rows` rows of `bytes` bytes: tiles of 16 bytes by 8 rows that do not change are
// left out, others are written with as many bits of each difference as the greatest one takes.
// The most bytes that they take.
size_t reel_changes_bound(size_t bytes, size_t rows);
// Writes what makes `old` of `new`; returns the end.
uint8_t *reel_changes_write(
    size_t bytes, size_t rows, const uint8_t *old, size_t old_stride, const uint8_t *new,
    size_t new_stride, uint8_t *to);
// Makes `old` of `new` and of what was written; returns the end of that.
const uint8_t *reel_changes_read(
    size_t bytes, size_t rows, const uint8_t *from, const uint8_t *new, size_t new_stride,
    uint8_t *old, size_t old_stride);

// Gives a picture (an AVFrame with a size and a format) memory: a mapping of its own where it is large. If it `is_kept`, the
// mapping is used again for a picture of the same form after it. An error of libav, or 0.
int reel_picture_allocate(void *frame, int is_kept);
// Returns the mappings to the system that are kept and not used.
void reel_pictures_drop(void);

#endif
