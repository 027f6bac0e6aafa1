// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "ffmpeg_shims.h"

#include <libavutil/buffer.h>
#include <libavutil/error.h>
#include <libavutil/frame.h>
#include <libavutil/imgutils.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

// Large pictures have mappings of their own: between the blocks of an encoder they would leave holes in the heap when they are
// freed. A few that are free are kept, as nearly every frame is drawn in one of the size of the last one.

enum { alignment = 64, kept_count = 3, least_bytes = 1 << 20, most_kept_bytes = 16 << 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// The oldest first.
static struct { void *memory; size_t size; } kept[kept_count];

static size_t kept_bytes(void) {
  size_t sum = 0;
  for (int i = 0; i < kept_count; i++) sum += kept[i].memory ? kept[i].size : 0;
  return sum;
}

static void drop_oldest(void) {
  if (kept[0].memory) munmap(kept[0].memory, kept[0].size);
  for (int i = 1; i < kept_count; i++) kept[i - 1] = kept[i];
  kept[kept_count - 1].memory = NULL;
}

void reel_pictures_drop(void) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < kept_count; i++) drop_oldest();
  pthread_mutex_unlock(&lock);
}

static void give_back(void *size, uint8_t *memory) { munmap(memory, (size_t)size); }

static void keep(void *opaque, uint8_t *memory) {
  size_t size = (size_t)opaque;
  if (size > most_kept_bytes) {
    munmap(memory, size);
    return;
  }
  pthread_mutex_lock(&lock);
  do drop_oldest();
  while (kept_bytes() + size > most_kept_bytes);
  kept[kept_count - 1].memory = memory;
  kept[kept_count - 1].size = size;
  pthread_mutex_unlock(&lock);
}

static void *take(size_t size) {
  void *memory = NULL;
  pthread_mutex_lock(&lock);
  for (int i = kept_count - 1; i >= 0 && !memory; i--) {
    if (!kept[i].memory || kept[i].size != size) continue;
    memory = kept[i].memory;
    // What is before it moves up, so that the oldest stays the first.
    for (int k = i; k > 0; k--) kept[k] = kept[k - 1];
    kept[0].memory = NULL;
  }
  pthread_mutex_unlock(&lock);
  return memory;
}

int reel_picture_allocate(void *frame, int is_kept) {
  AVFrame *picture = frame;
  int width = (picture->width + alignment - 1) & -alignment;
  ptrdiff_t strides[4];
  size_t planes[4], size = 0;
  int code = av_image_fill_linesizes(picture->linesize, picture->format, width);
  if (code < 0) return code;
  for (int i = 0; i < 4; i++) {
    picture->linesize[i] = (picture->linesize[i] + alignment - 1) & -alignment;
    strides[i] = picture->linesize[i];
  }
  // Kernels and filters read and write some samples beyond the ends of planes.
  int height = (picture->height + 31) & -32;
  code = av_image_fill_plane_sizes(planes, picture->format, height, strides);
  if (code < 0) return code;
  for (int i = 0; i < 4; i++) size += planes[i] ? planes[i] + alignment : 0;
  if (size < least_bytes) return av_frame_get_buffer(picture, 0);
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size = (size + page - 1) & ~(page - 1);
  uint8_t *memory = is_kept ? take(size) : NULL;
  if (!memory) {
    memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return AVERROR(ENOMEM);
  }
  picture->buf[0] = av_buffer_create(memory, size, is_kept ? keep : give_back, (void *)size, 0);
  if (!picture->buf[0]) {
    munmap(memory, size);
    return AVERROR(ENOMEM);
  }
  for (int i = 0; i < 4; i++) {
    picture->data[i] = planes[i] ? memory : NULL;
    memory += planes[i] ? planes[i] + alignment : 0;
  }
  picture->extended_data = picture->data;
  return 0;
}
