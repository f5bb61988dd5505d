# make play       start the web server (PORT=8000)
# make check      run linters, types, spelling       make test     run everything that CI runs
# make reference  write the generated pages          make docs     build the documentation
# make wheel      build the player's wheel           make release  prepare a release (VERSION=1.2.3)
# make fonts      create the web fonts
# make hooks      install the git hooks              make lock     update the lock file
# make bench      measure the engine                 make pyodide  install Python for browsers, for tests
# make clean      remove everything that make created

PYTHON ?= $(shell command -v python3.11 || command -v python3)
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
BIOME := 2.6.6
PYODIDE := 314.0.7
# Minimum coverage of the fast tests in per cent.
FLOOR := 84

# The lock file is for Linux with Python 3.11, as in CI; elsewhere pip chooses the versions.
LOCK := $(shell $(PYTHON) -c 'import sys; here = sys.platform, sys.version_info[:2]; \
  print("-c constraints.txt" if here == ("linux", (3, 11)) else "")' 2>/dev/null)
# npm installs Biome into .tools; without npm the front end is not checked.
NPM := $(shell command -v npm)

.PHONY: play test libraries fast-tests slow-tests browser-tests research check check-js bench wheel release docs reference lock fonts hooks packages pyodide clean

play: $(VENV)/play.stamp
	@$(BIN)/roundhouse serve --port $(PORT)

# The checks run beside the builds of the libraries. Then come three groups of tests; each runs also if
# one before it fails. Bytecode is written, because the tests start many servers.
PARALLEL := -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync)
test: export PYTHONDONTWRITEBYTECODE :=
test: packages pyodide
	$(MAKE) $(PARALLEL) check libraries
	$(MAKE) --keep-going fast-tests slow-tests browser-tests

libraries: $(VENV)/dev.stamp
	$(BIN)/roundhouse build-native

PYTEST := $(BIN)/python -m pytest --durations=10
# Tests wait for processes, pages and clocks, so there are more processes than cores: so many for two.
processes = $(shell $(PYTHON) -c 'import os; print(((os.cpu_count() or 1) * $(1) + 1) // 2)' 2>/dev/null)
# The files with tests of a marker: each process of a group imports only these.
files_with = $$(grep -rlE 'mark\.$(1)\b' tests --include='test_*.py')

# Interpreted, so that coverage can trace the rules.
fast-tests: $(VENV)/dev.stamp
	ROUNDHOUSE_JIT=0 $(PYTEST) -n $(call processes,3) --dist worksteal \
	  -m "not slow and not browser and not heavy" \
	  --cov --cov-report= --cov-fail-under=$(FLOOR)

# With native libraries and processes.
slow-tests: $(VENV)/dev.stamp
	$(PYTEST) -n $(call processes,3) --dist loadgroup \
	  -m "slow and not browser and not heavy" $(call files_with,slow)

# Playwright keeps an event loop running, so tests that start one of their own cannot share a process
# with it. They wait more than half of the time.
browser-tests: $(VENV)/dev.stamp
	$(PYTEST) -n $(call processes,5) --dist loadgroup -m "browser and not heavy" $(call files_with,browser)

# The long tests: the suites of PettingZoo, Gymnasium and OpenSpiel with larger numbers, tests that
# need Torch or Ray (gigabytes), conformance with every number of seats and option, libraries in
# WebAssembly, whole games in the browser, in words and by bot accounts.
research: $(VENV)/research.stamp packages pyodide
	RESEARCH_SCALE=10 $(BIN)/python -m pytest -n auto --dist loadgroup -m "environments or heavy"
	RESEARCH_SCALE=10 $(BIN)/python -m pytest -n auto --dist loadgroup \
	  tests/research/test_ptx.py tests/test_conformance.py tests/games/union/test_union_conformance.py \
	  tests/core/test_wasm.py tests/core/test_native.py
	RESEARCH_SCALE=10 $(BIN)/python -m pytest -n auto --dist worksteal \
	  tests/web/tables/test_games.py tests/web/tables/test_table.py tests/web/tables/test_words.py \
	  tests/web/accounts/test_bot_accounts.py tests/browser/test_site_games.py

$(VENV)/research.stamp: $(VENV)/dev.stamp
	$(BIN)/python -m pip install -q torch==2.13.0
	$(BIN)/python -m pip install -q -e ".[dev,research,learn,data,ray]"
	@touch $@

check: $(VENV)/dev.stamp check-js
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell
	$(BIN)/mypy
	$(BIN)/lint-imports

ifeq ($(NPM),)
check-js:
	@echo "The ES modules and style sheets are not checked: npm is missing."
else
check-js: .tools/biome-$(BIOME).stamp
	.tools/node_modules/.bin/biome ci --error-on-warnings

.tools/biome-$(BIOME).stamp:
	npm install --silent --no-save --no-package-lock --prefix .tools @biomejs/biome@$(BIOME)
	@touch $@
endif

# Python for browsers, where npm can install it; without it, tests of libraries in WebAssembly are skipped.
pyodide: $(if $(NPM),.tools/pyodide-$(PYODIDE).stamp)

.tools/pyodide-$(PYODIDE).stamp:
	npm install --silent --no-save --no-package-lock --prefix .tools/pyodide pyodide@$(PYODIDE)
	@touch $@

# The wheel for players: with native libraries, so that it needs neither Numba nor a compiler.
LIBRARIES := dist/libraries
wheel: $(VENV)/dev.stamp
	$(BIN)/roundhouse build-native --target x86-64-v2 --target x86-64-v3 --folder $(LIBRARIES)
	ROUNDHOUSE_LIBRARIES=$(LIBRARIES) $(BIN)/python -m hatchling build -t wheel -d dist

# Everything of a release except the upload.
release: $(VENV)/dev.stamp
	@test -n "$(VERSION)" || { echo "Name the version: make release VERSION=1.2.3" >&2; exit 1; }
	@test -z "$$(git status --porcelain)" || { echo "Commit your changes first." >&2; exit 1; }
	rm -f dist/*.whl dist/*.tar.gz
	$(BIN)/python .ci/prepare_release.py $(VERSION)
	$(MAKE) wheel
	$(BIN)/python -m hatchling build -t sdist -d dist
	$(BIN)/uv tool run --quiet twine check --strict dist/*.whl dist/*.tar.gz
	@ls -l dist/*.whl dist/*.tar.gz
	@echo "Next: run make test and make research, commit, and tag the commit v$(VERSION)."

bench: $(VENV)/play.stamp
	$(BIN)/roundhouse bench

docs: $(VENV)/dev.stamp reference
	$(BIN)/mkdocs build --strict
	@echo "Open site/index.html"

# The pages of docs/reference that are generated from the code; a test fails when one is stale.
reference: $(VENV)/dev.stamp
	ROUNDHOUSE_JIT=0 $(BIN)/python -m docs.generator

lock: $(VENV)/dev.stamp
	@{ echo "# Versions for CI: Linux, Python 3.11. Generated by make lock; do not edit."; \
	  $(BIN)/uv pip compile pyproject.toml --quiet --no-header --no-annotate --no-emit-index-url \
	    --no-emit-find-links --upgrade --extra dev --extra docs \
	    --python-version 3.11 --python-platform x86_64-manylinux_2_28; } > constraints.new
	@mv constraints.new constraints.txt

# The fonts of the pages, without the characters that no text uses.
FONTS := src/roundhouse/web/static/fonts
GLYPHS := U+0020-007E,U+00A0-00FF,U+0152-0153,U+0178,U+2010-2015,U+2018-201E,U+2022,U+2026,U+2030,U+2039,U+203A,U+20AC,U+2122,U+2190-2193,U+2212
fonts: $(VENV)/dev.stamp
	npm install --silent --no-save --no-package-lock --prefix .tools/fonts \
	  @fontsource/fira-sans@5.3.0 @fontsource/zilla-slab@5.3.0
	for font in fira-sans-400 fira-sans-600 zilla-slab-600; do family=$${font%-*}; \
	  $(BIN)/uv tool run --quiet --from "fonttools[woff]" pyftsubset \
	  ".tools/fonts/node_modules/@fontsource/$$family/files/$$family-latin-$${font##*-}-normal.woff2" \
	  --unicodes="$(GLYPHS)" --layout-features=kern,liga,tnum,lnum --no-hinting \
	  --flavor=woff2 --output-file=$(FONTS)/$$font.woff2 || exit 1; done

hooks: $(VENV)/dev.stamp
	$(BIN)/pre-commit install --hook-type pre-commit --hook-type commit-msg

# The tests need a C compiler for native libraries, and those in a browser need Chromium. Other tests
# start PostgreSQL and nginx, and are skipped without them. As root on Debian, this installs what is missing,
# and Chromium's headless shell where there is one: it makes the browser tests faster.
packages:
	@missing=""; \
	command -v cc >/dev/null || command -v clang >/dev/null || missing="$$missing gcc"; \
	command -v chromium >/dev/null || missing="$$missing chromium"; \
	command -v chromium-headless-shell >/dev/null || \
	  ! apt-cache show chromium-headless-shell >/dev/null 2>&1 || missing="$$missing chromium-headless-shell"; \
	[ -n "$$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null)" ] || missing="$$missing postgresql"; \
	[ -x /usr/sbin/nginx ] || command -v nginx >/dev/null || missing="$$missing nginx-light"; \
	if [ -n "$$missing" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q $$missing; fi; \
	command -v chromium >/dev/null || \
	  { echo "The browser tests need Chromium: install the package 'chromium'." >&2; exit 1; }

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q $(LOCK) --upgrade pip

$(VENV)/play.stamp: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install -q $(LOCK) $(LOCK:-c=--build-constraint) -e ".[jit]"
	@touch $@

$(VENV)/dev.stamp: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install -q $(LOCK) $(LOCK:-c=--build-constraint) -e ".[dev,docs]"
	@touch $@ $(VENV)/play.stamp

clean:
	rm -rf $(VENV) .tools site dist .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
