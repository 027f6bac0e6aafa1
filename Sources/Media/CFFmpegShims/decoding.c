// SPDX-License-Identifier: Apache-2.0

// Decoding that can be given up.

#define _GNU_SOURCE
#include "ffmpeg_shims.h"

#include <libavcodec/avcodec.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

void *reel_parser(uint32_t codec) { return av_parser_init(codec); }

struct reel_decoding {
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t ended;
  int has_ended, code;
};

static void *decode_all(void *opaque) {
  struct reel_decoding *decoding = opaque;
  int code = avcodec_send_packet(decoding->context, decoding->packet);
  if (code >= 0) code = avcodec_receive_frame(decoding->context, decoding->frame);
  if (code == AVERROR(EAGAIN)) {
    code = avcodec_send_packet(decoding->context, NULL);
    if (code >= 0) code = avcodec_receive_frame(decoding->context, decoding->frame);
  }
  pthread_mutex_lock(&decoding->lock);
  decoding->has_ended = 1;
  decoding->code = code;
  pthread_cond_signal(&decoding->ended);
  pthread_mutex_unlock(&decoding->lock);
  return NULL;
}

static void free_decoding(struct reel_decoding *decoding) {
  av_packet_free(&decoding->packet);
  av_frame_free(&decoding->frame);
  pthread_mutex_destroy(&decoding->lock);
  pthread_cond_destroy(&decoding->ended);
  free(decoding);
}

struct reel_decoding *reel_decoding_begin(void *context, const void *packet) {
  struct reel_decoding *decoding = calloc(1, sizeof *decoding);
  if (!decoding) return NULL;
  decoding->context = context;
  pthread_mutex_init(&decoding->lock, NULL);
  pthread_cond_init(&decoding->ended, NULL);
  decoding->packet = av_packet_clone(packet);
  decoding->frame = av_frame_alloc();
  if (!decoding->packet || !decoding->frame
      || pthread_create(&decoding->thread, NULL, decode_all, decoding) != 0) {
    free_decoding(decoding);
    return NULL;
  }
  return decoding;
}

int reel_decoding_wait(struct reel_decoding *decoding, int milliseconds) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  int64_t nanoseconds = end.tv_nsec + (int64_t)milliseconds * 1000000;
  end.tv_sec += nanoseconds / 1000000000;
  end.tv_nsec = nanoseconds % 1000000000;
  pthread_mutex_lock(&decoding->lock);
  if (!decoding->has_ended) pthread_cond_timedwait(&decoding->ended, &decoding->lock, &end);
  int has_ended = decoding->has_ended;
  pthread_mutex_unlock(&decoding->lock);
  return has_ended;
}

int reel_decoding_end(struct reel_decoding *decoding, void *frame) {
  pthread_join(decoding->thread, NULL);
  int code = decoding->code;
  if (code >= 0) {
    av_frame_unref(frame);
    av_frame_move_ref(frame, decoding->frame);
  }
  free_decoding(decoding);
  return code;
}

int64_t reel_processor_time(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0) return 0;
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t reel_resident_bytes(void) {
  FILE *file = fopen("/proc/self/statm", "re");
  if (!file) return 0;
  long long size = 0, resident = 0;
  if (fscanf(file, "%lld %lld", &size, &resident) != 2) resident = 0;
  fclose(file);
  return resident * sysconf(_SC_PAGESIZE);
}
