# Every target makes the virtual environment it needs; a second run needs no network.

VENV := .venv
PYTHON ?= python3
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SOURCES := src tests $(wildcard benchmarks)

.DEFAULT_GOAL := help
.PHONY: help demo test check bench train reference lock clean

help: ## say what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /make \1\t/' | expand -t 16

demo: $(STAMP) ## show Newsloom at work on made-up newspapers, no network needed
	@$(BIN)/newsloom demo

test: check ## run all checks, then all tests
	$(BIN)/python -m pytest -n 2

check: $(STAMP) ## formatting, lint, types, import contracts
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP) ## measure speed and memory
	@set -e; for script in $(sort $(wildcard benchmarks/*.py)); do echo "== $$script"; $(BIN)/python $$script; done

train: ## make the trained models again from their data
	@echo "Nothing to train: no room has a trained model yet."

reference: $(STAMP) ## write docs/reference/cli.md again from the commands
	$(BIN)/python -m newsloom.cli.reference > docs/reference/cli.md

lock: $(STAMP) ## write requirements.lock again from pyproject.toml
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --upgrade --generate-hashes --no-emit-index-url --no-header --universal \
	  --python-version 3.11 --all-extras pyproject.toml -o requirements.lock

clean: ## remove the virtual environment and all caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# The stamp is newer than what it was made from, so an unchanged project installs nothing.
$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Newsloom needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version). Try: make PYTHON=python3.11 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
	  { if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	    then apt-get update -qq && apt-get install -y -qq python3-venv; \
	    else echo "Python cannot make virtual environments here. Debian: sudo apt-get install python3-venv" >&2; exit 1; fi; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@
