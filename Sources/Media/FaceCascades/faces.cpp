// SPDX-License-Identifier: Apache-2.0

// Faces by OpenCV's cascades (Viola and Jones). This is a library of its own, which a worker opens when it has to look
// for faces: loading OpenCV takes 8 ms, a fifth of a worker's start.

#include "include/reel_faces.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>
#include <opencv2/core/utility.hpp>
#include <opencv2/objdetect.hpp>

namespace {

/// Where distributions put the cascades.
const char *const folders[] = {
    "/usr/share/opencv4/haarcascades/",
    "/usr/local/share/opencv4/haarcascades/",
    "/usr/share/opencv/haarcascades/",
};

/// Faces that are smaller are not looked for: cascades know faces of 20 pixels.
const int smallest = 20;
/// How much larger each size is than the one before, and how many hits make a face. Finer steps take twice as long and
/// find little more; fewer hits make faces of leaves and folds.
const double step = 1.1;
const int hits = 3;

struct Finder {
  cv::CascadeClassifier front;
  cv::CascadeClassifier side;
};

Finder *finder = nullptr;

const char *const frontName = "haarcascade_frontalface_alt2";
const char *const sideName = "haarcascade_profileface";

void say(char *text, int32_t room, const std::string &words) {
  if (room > 0) std::snprintf(text, static_cast<size_t>(room), "%s", words.c_str());
}

/// All places at which a cascade is looked for: a new one may take the place of the one that was found.
std::string places() {
  std::string lines;
  for (const char *name : {frontName, sideName}) {
    for (const char *folder : folders) lines += std::string(folder) + name + ".xml\n";
  }
  return lines;
}

std::string cascade(const char *name) {
  for (const char *folder : folders) {
    const std::string path = std::string(folder) + name + ".xml";
    if (access(path.c_str(), R_OK) == 0) return path;
  }
  return "";
}

void find(
    cv::CascadeClassifier &cascade, const cv::Mat &picture, bool isMirrored,
    std::vector<std::pair<cv::Rect, int>> &faces) {
  std::vector<cv::Rect> found;
  std::vector<int> counts;
  cascade.detectMultiScale(
      picture, found, counts, step, hits, 0, cv::Size(smallest, smallest), cv::Size());
  for (size_t index = 0; index < found.size(); index += 1) {
    cv::Rect face = found[index];
    if (isMirrored) face.x = picture.cols - face.x - face.width;
    faces.emplace_back(face, index < counts.size() ? counts[index] : hits);
  }
}

}  // namespace

int32_t reel_faces_open(char *text, int32_t room) {
  say(text, room, places());
  if (finder != nullptr) return 0;
  try {
    // Requests are performed side by side by processes, and what comes of them must not depend on a graphics card.
    cv::setNumThreads(1);
    cv::ocl::setUseOpenCL(false);
    const std::string front = cascade(frontName);
    const std::string side = cascade(sideName);
    if (front.empty() || side.empty()) {
      say(text, room, "OpenCV's cascades of faces are not installed");
      return -1;
    }
    Finder *made = new Finder();
    if (!made->front.load(front) || !made->side.load(side)) {
      delete made;
      say(text, room, "OpenCV's cascades of faces cannot be read");
      return -1;
    }
    finder = made;
    return 0;
  } catch (const std::exception &error) {
    say(text, room, error.what());
    return -1;
  } catch (...) {
    say(text, room, "OpenCV failed");
    return -1;
  }
}

int32_t reel_faces_find(
    const uint8_t *grey, int32_t width, int32_t height, int32_t *faces, int32_t room) {
  if (finder == nullptr || width < smallest || height < smallest) return 0;
  try {
    const cv::Mat picture(height, width, CV_8UC1, const_cast<uint8_t *>(grey));
    std::vector<std::pair<cv::Rect, int>> found;
    find(finder->front, picture, false, found);
    // Sides take twice as long, and find most faces that are seen from the front, too.
    if (found.empty()) {
      find(finder->side, picture, false, found);
      // The cascade knows one side.
      cv::Mat mirrored;
      cv::flip(picture, mirrored, 1);
      find(finder->side, mirrored, true, found);
    }
    // Larger ones first; of the same size, from the top left.
    std::sort(found.begin(), found.end(), [](const auto &a, const auto &b) {
      const int one[] = {-a.first.width, a.first.y, a.first.x};
      const int two[] = {-b.first.width, b.first.y, b.first.x};
      return std::lexicographical_compare(one, one + 3, two, two + 3);
    });
    int32_t count = 0;
    for (const auto &[face, weight] : found) {
      if (count == room) break;
      int32_t *numbers = faces + count * REEL_FACE_NUMBERS;
      const int32_t values[] = {face.x, face.y, face.width, face.height, weight};
      std::memcpy(numbers, values, sizeof values);
      count += 1;
    }
    return count;
  } catch (...) {
    return -1;
  }
}
