// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "ffmpeg_shims.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/error.h>
#include <libavutil/frame.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/mathematics.h>
#include <libavutil/time.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int reel_error_kind(int code) {
  switch (code) {
  case AVERROR_EOF: return REEL_ERROR_END;
  case AVERROR(EAGAIN): return REEL_ERROR_AGAIN;
  case AVERROR_INVALIDDATA: return REEL_ERROR_INVALID_DATA;
  case AVERROR(ENOMEM): return REEL_ERROR_NO_MEMORY;
  case AVERROR(ENOSPC):
  case AVERROR(EDQUOT):
  case AVERROR(EFBIG): return REEL_ERROR_NO_SPACE;
  case AVERROR(ENOENT): return REEL_ERROR_NOT_FOUND;
  case AVERROR(EACCES):
  case AVERROR(EPERM):
  case AVERROR(EROFS): return REEL_ERROR_DENIED;
  case AVERROR(EIO): return REEL_ERROR_INPUT_OUTPUT;
  case AVERROR_DECODER_NOT_FOUND:
  case AVERROR_ENCODER_NOT_FOUND:
  case AVERROR_DEMUXER_NOT_FOUND:
  case AVERROR_MUXER_NOT_FOUND:
  case AVERROR_FILTER_NOT_FOUND:
  case AVERROR_PATCHWELCOME: return REEL_ERROR_UNKNOWN_CODEC;
  case AVERROR_EXIT: return REEL_ERROR_INTERRUPTED;
  default: return REEL_ERROR_OTHER;
  }
}

int reel_error_no_memory(void) { return AVERROR(ENOMEM); }
int reel_error_unknown_codec(void) { return AVERROR_DECODER_NOT_FOUND; }
int reel_error_invalid(void) { return AVERROR(EINVAL); }

struct log_text {
  size_t length;
  char text[4096];
};

struct reel_decoder_log {
  pthread_mutex_t lock;
  struct log_text log;
};

static _Thread_local struct log_text captured;

static void append(struct log_text *log, const char *name, const char *format, va_list arguments) {
  size_t room = sizeof log->text - log->length;
  if (room < 2) return;
  if (name && (log->length == 0 || log->text[log->length - 1] == '\n')) {
    int written = snprintf(log->text + log->length, room, "[%s] ", name);
    if (written < 0) return;
    if ((size_t)written >= room) written = (int)room - 1;
    log->length += (size_t)written;
    room -= (size_t)written;
  }
  int written = vsnprintf(log->text + log->length, room, format, arguments);
  if (written < 0) return;
  if ((size_t)written >= room) written = (int)room - 1;
  log->length += (size_t)written;
}

// The log of the decoder that `sender` is, or is a part of; null for all else.
static struct reel_decoder_log *decoder_log(void *sender) {
  while (sender) {
    const AVClass *class = *(const AVClass **)sender;
    if (!class) return NULL;
    if (class == avcodec_get_class()) return ((const AVCodecContext *)sender)->opaque;
    if (!class->parent_log_context_offset) return NULL;
    sender = *(void **)((uint8_t *)sender + class->parent_log_context_offset);
  }
  return NULL;
}

// Whether a decoder says that it invents the missing part of a picture. To libav that is information; and with
// several threads, the mark on the picture itself may come after the picture was put out.
static int is_concealment(int level, const char *format) {
  return level <= AV_LOG_INFO && strncmp(format, "concealing ", 11) == 0;
}

static void capture(void *sender, int level, const char *format, va_list arguments) {
  if (level > AV_LOG_ERROR && !is_concealment(level, format)) return;
  const AVClass *class = sender ? *(const AVClass **)sender : NULL;
  const char *name = NULL;
  if (class) name = class->item_name ? class->item_name(sender) : class->class_name;
  if (class && !name) name = "libav";
  struct reel_decoder_log *log = decoder_log(sender);
  if (log) {
    va_list copy;
    va_copy(copy, arguments);
    pthread_mutex_lock(&log->lock);
    append(&log->log, name, format, copy);
    pthread_mutex_unlock(&log->lock);
    va_end(copy);
  }
  append(&captured, name, format, arguments);
}

struct reel_decoder_log *reel_decoder_log_open(void *context) {
  struct reel_decoder_log *log = calloc(1, sizeof *log);
  if (!log) return NULL;
  pthread_mutex_init(&log->lock, NULL);
  ((AVCodecContext *)context)->opaque = log;
  return log;
}

void reel_decoder_log_close(struct reel_decoder_log *log) {
  if (!log) return;
  pthread_mutex_destroy(&log->lock);
  free(log);
}

size_t reel_decoder_log_take(struct reel_decoder_log *log, char *text, size_t room) {
  if (!log || room == 0) return 0;
  pthread_mutex_lock(&log->lock);
  size_t length = log->log.length < room ? log->log.length : room - 1;
  memcpy(text, log->log.text, length);
  log->log.length = 0;
  pthread_mutex_unlock(&log->lock);
  text[length] = 0;
  return length;
}

static void install(void) { av_log_set_callback(capture); }

void reel_log_install(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  reel_log_clear();
}

void reel_log_clear(void) {
  captured.length = 0;
  captured.text[0] = 0;
}

const char *reel_log_text(void) { return captured.text; }

void reel_deadline_set(struct reel_deadline *deadline, int64_t microseconds_from_now) {
  deadline->microseconds = av_gettime_relative() + microseconds_from_now;
}

int reel_deadline_is_over(void *deadline) {
  return av_gettime_relative() > ((const struct reel_deadline *)deadline)->microseconds;
}

// A list that ends with -1, as all of libavcodec's enumerations of formats do.
static int format_in(const int *formats, int index) {
  for (int place = 0; formats && formats[place] != -1; place++)
    if (place == index) return formats[place];
  return -1;
}

#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
static int supported(const AVCodec *codec, enum AVCodecConfig what, int index) {
  const void *found = NULL;
  int count = 0;
  if (avcodec_get_supported_config(NULL, codec, what, 0, &found, &count) < 0) return -1;
  return index < count ? format_in(found, index) : -1;
}
int reel_codec_pixel_format(const void *codec, int index) {
  return supported(codec, AV_CODEC_CONFIG_PIX_FORMAT, index);
}
int reel_codec_sample_format(const void *codec, int index) {
  return supported(codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, index);
}
#else
int reel_codec_pixel_format(const void *codec, int index) {
  return format_in((const int *)((const AVCodec *)codec)->pix_fmts, index);
}
int reel_codec_sample_format(const void *codec, int index) {
  return format_in((const int *)((const AVCodec *)codec)->sample_fmts, index);
}
#endif

int reel_profile_aac_low(void) {
#ifdef AV_PROFILE_AAC_LOW
  return AV_PROFILE_AAC_LOW;
#else
  return FF_PROFILE_AAC_LOW;
#endif
}

int reel_frame_is_key(const void *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return (((const AVFrame *)frame)->flags & AV_FRAME_FLAG_KEY) != 0;
#else
  return ((const AVFrame *)frame)->key_frame;
#endif
}

void reel_frame_set_key(void *frame, int is_key) {
  ((AVFrame *)frame)->pict_type = is_key ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  if (is_key) ((AVFrame *)frame)->flags |= AV_FRAME_FLAG_KEY;
  else ((AVFrame *)frame)->flags &= ~AV_FRAME_FLAG_KEY;
#else
  ((AVFrame *)frame)->key_frame = is_key;
#endif
}

int reel_frame_fields(const void *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  int flags = ((const AVFrame *)frame)->flags;
  if (!(flags & AV_FRAME_FLAG_INTERLACED)) return 0;
  return flags & AV_FRAME_FLAG_TOP_FIELD_FIRST ? 1 : 2;
#else
  if (!((const AVFrame *)frame)->interlaced_frame) return 0;
  return ((const AVFrame *)frame)->top_field_first ? 1 : 2;
#endif
}

void reel_frame_set_fields(void *frame, int fields) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  int *flags = &((AVFrame *)frame)->flags;
  *flags &= ~(AV_FRAME_FLAG_INTERLACED | AV_FRAME_FLAG_TOP_FIELD_FIRST);
  if (fields) *flags |= AV_FRAME_FLAG_INTERLACED;
  if (fields == 1) *flags |= AV_FRAME_FLAG_TOP_FIELD_FIRST;
#else
  ((AVFrame *)frame)->interlaced_frame = fields != 0;
  ((AVFrame *)frame)->top_field_first = fields == 1;
#endif
}

int64_t reel_frame_duration(const void *frame) {
#if LIBAVUTIL_VERSION_MAJOR >= 58
  return ((const AVFrame *)frame)->duration;
#else
  return ((const AVFrame *)frame)->pkt_duration;
#endif
}

void reel_frame_set_duration(void *frame, int64_t duration) {
#if LIBAVUTIL_VERSION_MAJOR >= 58
  ((AVFrame *)frame)->duration = duration;
#else
  ((AVFrame *)frame)->pkt_duration = duration;
#endif
}

const int32_t *reel_stream_display_matrix(const void *stream) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
  const AVCodecParameters *parameters = ((const AVStream *)stream)->codecpar;
  const AVPacketSideData *data = av_packet_side_data_get(
    parameters->coded_side_data, parameters->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
  return data && data->size >= 36 ? (const int32_t *)data->data : NULL;
#else
  size_t size = 0;
  const uint8_t *data =
    av_stream_get_side_data((const AVStream *)stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return data && size >= 36 ? (const int32_t *)data : NULL;
#endif
}

int reel_stream_set_display_matrix(void *stream, const int32_t *matrix) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
  AVCodecParameters *parameters = ((AVStream *)stream)->codecpar;
  AVPacketSideData *data = av_packet_side_data_new(
    &parameters->coded_side_data, &parameters->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX, 36, 0);
  uint8_t *bytes = data ? data->data : NULL;
#else
  uint8_t *bytes = av_stream_new_side_data((AVStream *)stream, AV_PKT_DATA_DISPLAYMATRIX, 36);
#endif
  if (!bytes) return AVERROR(ENOMEM);
  memcpy(bytes, matrix, 36);
  return 0;
}

static void *stream_data(const void *stream, enum AVPacketSideDataType type, size_t size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
  const AVCodecParameters *parameters = ((const AVStream *)stream)->codecpar;
  const AVPacketSideData *data =
    av_packet_side_data_get(parameters->coded_side_data, parameters->nb_coded_side_data, type);
  return data && data->size >= size ? data->data : NULL;
#else
  size_t found = 0;
  uint8_t *data = av_stream_get_side_data((const AVStream *)stream, type, &found);
  return data && found >= size ? data : NULL;
#endif
}

static void *new_stream_data(void *stream, enum AVPacketSideDataType type, size_t size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
  AVCodecParameters *parameters = ((AVStream *)stream)->codecpar;
  AVPacketSideData *data = av_packet_side_data_new(
    &parameters->coded_side_data, &parameters->nb_coded_side_data, type, size, 0);
  uint8_t *bytes = data ? data->data : NULL;
#else
  uint8_t *bytes = av_stream_new_side_data((AVStream *)stream, type, size);
#endif
  if (bytes) memset(bytes, 0, size);
  return bytes;
}

// `value` in parts, rounded; 0 where it makes no sense or is above `most`.
static int parts_of(AVRational value, int64_t parts, int64_t most, uint32_t *result) {
  if (value.den <= 0 || value.num < 0) return 0;
  int64_t found = av_rescale(value.num, parts, value.den);
  if (found < 0 || found > most) return 0;
  *result = (uint32_t)found;
  return 1;
}

static void read_light(
  const AVMasteringDisplayMetadata *display, const AVContentLightMetadata *content,
  struct reel_light *light) {
  memset(light, 0, sizeof *light);
  if (display && display->has_primaries) {
    light->has_primaries = 1;
    for (int place = 0; place < 8; place++) {
      AVRational value = place < 6 ? display->display_primaries[place / 2][place % 2]
                                   : display->white_point[place - 6];
      if (!parts_of(value, 50000, 50000, &light->primaries[place])) light->has_primaries = 0;
    }
  }
  if (display && display->has_luminance)
    light->has_luminance =
      parts_of(display->min_luminance, 10000, UINT32_MAX, &light->luminance[0])
      && parts_of(display->max_luminance, 10000, UINT32_MAX, &light->luminance[1])
      && light->luminance[1] > light->luminance[0];
  if (content && content->MaxCLL <= 65535 && content->MaxFALL <= 65535) {
    light->content[0] = content->MaxCLL;
    light->content[1] = content->MaxFALL;
    light->has_content = content->MaxCLL > 0 || content->MaxFALL > 0;
  }
}

void reel_stream_light(const void *stream, struct reel_light *light) {
  read_light(
    stream_data(
      stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, sizeof(AVMasteringDisplayMetadata)),
    stream_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, sizeof(AVContentLightMetadata)), light);
}

void reel_frame_light(const void *frame, struct reel_light *light) {
  const AVFrameSideData *display =
    av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
  const AVFrameSideData *content =
    av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL);
  read_light(
    display ? (const void *)display->data : NULL, content ? (const void *)content->data : NULL,
    light);
}

int reel_stream_set_light(void *stream, const struct reel_light *light) {
  if (light->has_primaries || light->has_luminance) {
    AVMasteringDisplayMetadata *display = new_stream_data(
      stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, sizeof(AVMasteringDisplayMetadata));
    if (!display) return AVERROR(ENOMEM);
    for (int place = 0; place < 8; place++) {
      AVRational value = {(int)light->primaries[place], 50000};
      if (place < 6) display->display_primaries[place / 2][place % 2] = value;
      else display->white_point[place - 6] = value;
    }
    // Numerators are signed: large values are stored with a smaller denominator.
    int coarse = light->luminance[1] > INT32_MAX ? 2 : 1;
    display->min_luminance = (AVRational){(int)(light->luminance[0] / coarse), 10000 / coarse};
    display->max_luminance = (AVRational){(int)(light->luminance[1] / coarse), 10000 / coarse};
    display->has_primaries = light->has_primaries;
    display->has_luminance = light->has_luminance;
  }
  if (light->has_content) {
    AVContentLightMetadata *content =
      new_stream_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, sizeof(AVContentLightMetadata));
    if (!content) return AVERROR(ENOMEM);
    content->MaxCLL = light->content[0];
    content->MaxFALL = light->content[1];
  }
  return 0;
}

void reel_format_set_bitexact(void *format) {
  ((AVFormatContext *)format)->flags |= AVFMT_FLAG_BITEXACT;
}

// Between FFmpeg 6 and 7 the bytes became constant.
#if LIBAVFORMAT_VERSION_MAJOR >= 61
static int output_write(void *opaque, const uint8_t *bytes, int count) {
#else
static int output_write(void *opaque, uint8_t *bytes, int count) {
#endif
  struct reel_output *output = opaque;
  return output->write(output->target, bytes, count);
}

static int64_t output_seek(void *opaque, int64_t position, int whence) {
  struct reel_output *output = opaque;
  return whence == SEEK_SET ? output->seek(output->target, position) : AVERROR(ENOSYS);
}

void *reel_output_open(struct reel_output *output, int buffer_bytes) {
  uint8_t *buffer = av_malloc((size_t)buffer_bytes);
  if (!buffer) return NULL;
  AVIOContext *context =
    avio_alloc_context(buffer, buffer_bytes, 1, output, NULL, output_write, output_seek);
  if (!context) av_free(buffer);
  return context;
}

void reel_output_close(void **context) {
  AVIOContext *closed = *context;
  if (closed) av_freep(&closed->buffer);
  avio_context_free(&closed);
  *context = NULL;
}

int reel_error_of_system(int code) { return AVERROR(code); }
