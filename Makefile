# SPDX-License-Identifier: Apache-2.0
# Reel's tasks; `make help` lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
.DELETE_ON_ERROR:

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

bin := .build/bin
tools := $(addprefix $(bin)/,reel reel-render reel-store libreel-faces.so)
# The renderer once more, for processors with AVX2: loops over vectors of twice the length draw the same in two thirds of
# the time.
wide := $(if $(filter x86_64,$(shell uname -m)),$(bin)/avx2/reel-render)
sources := $(shell find Sources -type f \( -name '*.swift' -o -name '*.[ch]' -o -name '*.cpp' -o -name '*.modulemap' \))
# Tests see what is internal in the modules of the same build.
optimised := $(SWIFT) build -c release -Xswiftc -enable-testing $(addprefix -Xswiftc ,-Xfrontend -function-sections)
testing := $(SWIFT) test -c release --skip-build --filter
installed := $(DESTDIR)$(PREFIX)

.PHONY: help deps build tests test demo install uninstall bench soak gallery schema reference format lint clean

help: ## list the tasks
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

deps: ## install missing system packages (Debian, Ubuntu)
	@Scripts/install-packages

build: deps $(tools) $(wide) ## build the executables, optimised, with the Swift libraries in them

# One rule makes all; nothing is run while the sources stand.
$(tools) $(wide) &: $(sources) Package.swift Scripts/link
	$(optimised) --target Executables
ifneq ($(wide),)
	$(optimised) --target Transitions --scratch-path .build/avx2 -Xcc -mavx2
endif
	@SWIFT='$(SWIFT)' Scripts/link $(bin)
	$(CXX) -std=c++17 -O2 -fPIC -shared -Wall -Wextra -Werror -isystem /usr/include/opencv4 -o $(bin)/libreel-faces.so \
	  Sources/Media/FaceCascades/faces.cpp -Wl,--as-needed -lopencv_objdetect -lopencv_core

tests: build ## build the test suite
	@Scripts/install-packages test
	$(optimised) --build-tests

test: tests ## run the whole test suite
	@Scripts/make-footage .build/example-footage
	@SWIFT='$(SWIFT)' Scripts/run-tests

demo: build ## build Examples/demo.reel.yaml from generated footage
	@Scripts/make-footage Examples/media
	@$(bin)/reel build Examples/demo.reel.yaml
	@echo "the film is Examples/out/demo.mp4, its poster Examples/out/demo.jpg"

install: build ## install below PREFIX
	install -D -s -m 755 $(bin)/reel $(installed)/bin/reel
	install -D -s -m 755 $(bin)/reel-render $(installed)/libexec/reel/reel-render
	install -D -s -m 755 $(bin)/reel-store $(installed)/libexec/reel/reel-store
	install -D -m 644 $(bin)/libreel-faces.so $(installed)/libexec/reel/libreel-faces.so
ifneq ($(wide),)
	install -D -s -m 755 $(wide) $(installed)/libexec/reel/avx2/reel-render
endif
	install -D -m 644 -t $(installed)/share/reel/Schemas Schemas/*.json

uninstall: ## remove what `install` put below PREFIX
	rm -f $(installed)/bin/reel
	rm -rf $(installed)/libexec/reel $(installed)/share/reel

bench: build ## compare with ffmpeg: CPU, wall, memory, quality
	Bench/run

soak: tests ## run the long campaigns: damaged media and projects, killed builds, a browser's pictures
	@Scripts/install-packages soak
	Scripts/soak
	REEL_ALL_MEDIA=1 $(testing) RenderingTests.SpeedTests
	REEL_ALL_FORMS=1 $(testing) KernelsTests.EffectTests
	REEL=$(CURDIR)/$(bin)/reel REEL_OUTSIDE=1 $(testing) ReelKitTests.OutsidePackageTests

gallery: build ## one page of all that layers can do, as short films; the pictures of the docs
	Scripts/gallery

schema: tests ## write Schemas/reel.schema.json anew from the key table
	-@UPDATE_GOLDENS=1 $(testing) ProjectReadingTests.SchemaTests >/dev/null 2>&1
	$(testing) ProjectReadingTests.SchemaTests

reference: tests ## write docs/reference anew from the tables of the program
	-@UPDATE_GOLDENS=1 $(testing) ToolTests.ReferenceTests >/dev/null 2>&1
	$(testing) ToolTests.ReferenceTests

format: ## format all sources
	$(SWIFT) format -i -r Package.swift Sources Tests

lint: ## check the formatting
	$(SWIFT) format lint --strict -r Package.swift Sources Tests

clean: ## remove everything that was built
	rm -rf .build Examples/media Examples/out Examples/.reel
	rm -rf $(addprefix Examples/series/,media out .reel .ninja_deps .ninja_log)
