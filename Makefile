# make play    start the web table (PORT=8000)
# make test    everything CI runs                 make check   linters and types only
# make docs    the documentation as a site        make bench   measure the engine here
# make lock    look up anew what CI installs      make hooks   check before every commit
# make clean   remove what the others made

PYTHON ?= $(shell command -v python3.11 || command -v python3)
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
BIOME := 2.6.6
# Per cent of the lines that the fast tests run, interpreted.
FLOOR := 84

# The lock is for what CI has, Linux with Python 3.11; elsewhere the newest that fit will do.
LOCK := $(shell $(PYTHON) -c 'import sys; here = sys.platform, sys.version_info[:2]; \
  print("-c constraints.txt" if here == ("linux", (3, 11)) else "")' 2>/dev/null)
# Biome comes by npm, into a folder of its own; without npm the ES modules go unchecked.
NPM := $(shell command -v npm)

.PHONY: play test research check check-js bench docs lock hooks packages clean

play: $(VENV)/play.stamp
	@$(BIN)/roundhouse serve --port $(PORT)

# The fast tests run interpreted, and so can count what they run; the slow ones compile. Tests start
# many servers: none of them should have to read all our sources anew.
test: export PYTHONDONTWRITEBYTECODE :=
test: check packages
	ROUNDHOUSE_JIT=0 $(BIN)/python -m pytest -n auto --dist worksteal \
	  -m "not slow and not browser and not heavy" \
	  --cov --cov-report= --cov-fail-under=$(FLOOR)
	$(BIN)/python -m pytest -n auto --dist loadgroup \
	  -m "slow and not browser and not heavy"
	$(BIN)/python -m pytest -n auto --dist worksteal -m browser tests/web

# The suites of PettingZoo, Gymnasium and OpenSpiel on our environments with larger numbers, what
# needs Torch or Ray (gigabytes), every table's conformance, and whole games in the browser. Measured
# piece by piece, one process on a busy machine of two cores: Gymnasium 19 minutes (nearly all of it
# compiling each game, once), OpenSpiel 3 for a game such as northern or texas, conformance 3.
research: $(VENV)/research.stamp packages
	RESEARCH_SCALE=10 $(BIN)/python -m pytest -n auto --dist loadgroup -m "environments or heavy"
	RESEARCH_SCALE=10 $(BIN)/python -m pytest -n auto --dist loadgroup \
	  tests/research/test_ptx.py tests/test_conformance.py tests/games/union/test_union_conformance.py
	RESEARCH_SCALE=10 $(BIN)/python -m pytest -n auto --dist worksteal \
	  tests/web/test_games.py tests/web/test_table.py

$(VENV)/research.stamp: $(VENV)/dev.stamp
	$(BIN)/python -m pip install -q torch==2.13.0
	$(BIN)/python -m pip install -q -e ".[web,dev,research,learn,data,ray]"
	@touch $@

check: $(VENV)/dev.stamp check-js
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

ifeq ($(NPM),)
check-js:
	@echo "The ES modules are not linted: npm is missing."
else
check-js: .tools/biome-$(BIOME).stamp
	.tools/node_modules/.bin/biome lint --error-on-warnings

.tools/biome-$(BIOME).stamp:
	npm install --silent --no-save --no-package-lock --prefix .tools @biomejs/biome@$(BIOME)
	@touch $@
endif

bench: $(VENV)/play.stamp
	$(BIN)/roundhouse bench

docs: $(VENV)/dev.stamp
	$(BIN)/mkdocs build --strict
	@echo "Open site/index.html"

lock: $(VENV)/dev.stamp
	@{ echo "# What CI installs: Linux, Python 3.11. Made by make lock; not to be edited."; \
	  $(BIN)/uv pip compile pyproject.toml --quiet --no-header --no-annotate --no-emit-index-url \
	    --no-emit-find-links --upgrade --extra web --extra dev --extra docs \
	    --python-version 3.11 --python-platform x86_64-manylinux_2_28; } > constraints.new
	@mv constraints.new constraints.txt

hooks: $(VENV)/dev.stamp
	$(BIN)/pre-commit install

# The browser tests drive Debian's Chromium; other tests want a PostgreSQL and an nginx of their own,
# and are skipped without. Where we may, we install what is missing.
packages:
	@missing=""; \
	command -v chromium >/dev/null || missing="$$missing chromium"; \
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
	$(BIN)/python -m pip install -q $(LOCK) $(LOCK:-c=--build-constraint) -e ".[web]"
	@touch $@

$(VENV)/dev.stamp: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install -q $(LOCK) $(LOCK:-c=--build-constraint) -e ".[web,dev,docs]"
	@touch $@ $(VENV)/play.stamp

clean:
	rm -rf $(VENV) .tools site .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
