# make play   start the web table            (PORT=8000)
# make test   everything CI runs             make check   linters and types only
# make bench  measure the engine here        make clean   remove what the others made

PYTHON ?= $(shell command -v python3.11 || command -v python3)
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test check bench chromium clean

play: $(VENV)/play.stamp
	@$(BIN)/roundhouse serve --port $(PORT)

test: check chromium
	$(BIN)/python -m pytest -n auto -m "not slow and not browser"
	$(BIN)/python -m pytest -n auto -m "slow and not browser"
	$(BIN)/python -m pytest -n auto -m browser

check: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/play.stamp
	$(BIN)/roundhouse bench

# The browser tests drive Debian's Chromium; where we may, we install it.
chromium:
	@command -v chromium >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q chromium; \
	} || { echo "The browser tests need Chromium: install the package 'chromium'." >&2; exit 1; }

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip

$(VENV)/play.stamp: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install -q -e ".[web]"
	@touch $@

$(VENV)/dev.stamp: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install -q -e ".[web,dev]"
	@touch $@ $(VENV)/play.stamp

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
