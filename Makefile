# Every target makes the virtual environment it needs; a second run needs no network.

VENV := .venv
PYTHON ?= python3
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# Other people's extractors bring packages by the dozen: they never mix with the project's own.
BENCH_VENV := .venv-bench
BENCH_BIN := $(BENCH_VENV)/bin
BENCH_STAMP := $(BENCH_VENV)/.installed
TRAIN_VENV := .venv-train
TRAIN_BIN := $(TRAIN_VENV)/bin
TRAIN_STAMP := $(TRAIN_VENV)/.installed
# Other people's pipelines bring even more; see docs/decisions/0002-dependencies.md.
INTEGRATIONS_VENV := .venv-integrations
INTEGRATIONS_BIN := $(INTEGRATIONS_VENV)/bin
INTEGRATIONS_STAMP := $(INTEGRATIONS_VENV)/.installed
SETS ?= ../shared/data/articles
# The sets whose labels follow one convention; the others are for measuring.
TRAINING_SETS := $(foreach set,newspaper fundus wcxb eras l3s,$(SETS)/$(set).tar.xz)
# What people wrote about sites: which containers hold stories, and what is furniture.
SITE_RULES := $(SETS)/../site-rules.jsonl.xz
# What the folds of the training said of pages whose sites they had not seen; the benchmark scores it.
PREDICTIONS := training/predictions.jsonl
# What the tests of the shared warehouse and of the portal need of the machine, beside Python.
POSTGRES_STAMP := $(VENV)/.postgresql
CHROMIUM_STAMP := $(VENV)/.chromium
NGINX_STAMP := $(VENV)/.nginx-light
SLURM_STAMP := $(VENV)/.slurm-wlm
# A clock that jumps, for the torture.
FAKETIME_STAMP := $(VENV)/.faketime
SOURCES := src tests hatch_build.py $(wildcard benchmarks torture training)
# What is compiled where a compiler is found.
COMPILED := hatch_build.py $(shell grep -rlE '^ *import cython$$' --include='*.py' src) $(shell find src -name '*.pyx')

.DEFAULT_GOAL := help
.PHONY: torture help demo compile wheel test plain sanitize integrations slurm check bench scores train reference lock clean

help: ## say what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /make \1\t/' | expand -t 16

demo: $(STAMP) ## show Newsloom at work on made-up newspapers, no network needed
	@$(BIN)/newsloom demo

compile: ## compile in place the modules that have changed
	$(BIN)/python hatch_build.py

wheel: $(STAMP) ## build a wheel and try it in a clean environment
	rm -rf dist/wheel && $(BIN)/python -m hatchling build --target wheel --directory dist/wheel
	$(PYTHON) -m venv --clear dist/wheel/venv
	dist/wheel/venv/bin/python -m pip install --quiet --disable-pip-version-check dist/wheel/*.whl
	cd dist/wheel && venv/bin/newsloom doctor && venv/bin/python -c '$(TRY_WHEEL)'

# Of the newspapers that ship; and nothing runs as plain Python.
TRY_WHEEL = from newsloom import extract, press; page = press.demo_pages()[0]; \
  print(extract(page.page, url=page.url).title); import newsloom.dom.nodes as nodes; assert not nodes.__file__.endswith(".py"), nodes.__file__

test: check $(POSTGRES_STAMP) $(CHROMIUM_STAMP) $(NGINX_STAMP) ## run all checks, then all tests
	$(BIN)/python -m pytest -n 2 || $(ONCE_MORE)
	$(MAKE) --no-print-directory plain

# As CPython's own tests: what failed beside others is run once more alone, and must pass. The first failure stays in the
# output: it is a race in a test or in the product, and to be mended.
ONCE_MORE = { echo "Once more, one after the other:"; $(BIN)/python -m pytest --last-failed --last-failed-no-failures=none; }

# A copy without extensions comes before the installed package. The budget of a page is promised of the compiled form.
plain: $(STAMP) ## test as plain Python what is compiled
	rm -rf dist/plain && mkdir -p dist && cp -r src dist/plain
	find dist/plain \( -name '*.so' -o -name '*.pyd' \) -delete
	PYTHONPATH=$(CURDIR)/dist/plain $(BIN)/python -m pytest -n 2 $(TESTS_OF_COMPILED) -k "not ends_within_budget"
	rm -rf dist/plain

# Not part of the tests: it compiles everything anew, and reads thousands of damaged pages.
sanitize: $(STAMP) ## test what is compiled with the compiler's sanitizers, also with damaged pages; ROUNDS=3000
	rm -rf dist/sanitized && mkdir -p dist && cp -r src dist/sanitized
	find dist/sanitized -name '*.so' -delete
	CFLAGS="$(SANITIZERS)" $(BIN)/python hatch_build.py dist/sanitized dist/sanitized
	$(SANITIZED) $(BIN)/python -m benchmarks.damaged --rounds $(or $(ROUNDS),3000) $(if $(wildcard $(SETS)),--sets $(SETS))
	$(SANITIZED) $(BIN)/python -m pytest $(TESTS_OF_COMPILED) -k "not ends_within_budget and not drawn_by_a_browser"

SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
# Python's own allocator would hide what is read beyond an object's end.
SANITIZED = PYTHONPATH=$(CURDIR)/dist/sanitized LD_PRELOAD=$$($(CC) -print-file-name=libasan.so) PYTHONMALLOC=malloc \
  ASAN_OPTIONS=detect_leaks=0

TESTS_OF_COMPILED := $(addprefix tests/,dom extractors readers text/test_keywords.py text/test_language.py contracts/test_extractors.py \
  contracts/test_readers.py)

# Their packages warn of their own future.
integrations: $(INTEGRATIONS_STAMP) ## test what runs in datatrove, Scrapy, LangChain and LlamaIndex, and with an object store
	$(INTEGRATIONS_BIN)/python -m pytest -W default tests/integrations

slurm: $(INTEGRATIONS_STAMP) $(SLURM_STAMP) ## run bulk work on a real Slurm of two nodes on this machine; needs root
	$(INTEGRATIONS_BIN)/python -m pytest -W default -m slurm tests/journeys/test_slurm.py

check: $(STAMP) ## formatting, lint, types, import contracts
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(BENCH_STAMP) $(STAMP) ## measure speed, memory and quality, beside other people's extractors
	$(BENCH_BIN)/python -m benchmarks.speed
	$(BENCH_BIN)/python -m benchmarks.fronts
	$(BENCH_BIN)/python -m benchmarks.pagekinds
	$(BENCH_BIN)/python -m benchmarks.language
	$(BENCH_BIN)/python -m benchmarks.memory
	$(BENCH_BIN)/python -m benchmarks.fetching
	$(BENCH_BIN)/python -m benchmarks.warehouse
	$(BENCH_BIN)/python -m benchmarks.gathering
	$(BENCH_BIN)/python -m benchmarks.templates
	$(BENCH_BIN)/python -m benchmarks.stories
	$(BIN)/python -m benchmarks.portal
	$(BIN)/python -m benchmarks.bulk
	$(BENCH_BIN)/python -m benchmarks.extraction --sets $(SETS) $(if $(LIMIT),--limit $(LIMIT)) \
	  $(if $(wildcard $(PREDICTIONS)),--predictions loom=$(PREDICTIONS))

torture: $(STAMP) $(POSTGRES_STAMP) $(NGINX_STAMP) $(FAKETIME_STAMP) ## kills, faults, hostile input and doors, for HOURS=1; PART=kills; findings in torture/findings
	nice $(BIN)/python -m torture --hours $(or $(HOURS),1) $(addprefix --part ,$(PART)) $(if $(SEED),--seed $(SEED))

scores: $(STAMP) ## write docs/reference/scores.md again from the labelled sets
	$(BIN)/python -m benchmarks.quality --sets $(SETS) $(if $(LIMIT),--limit $(LIMIT))

train: $(TRAIN_STAMP) ## train the defaults again from the labelled sets (a quarter of an hour)
	$(TRAIN_BIN)/python -m training.names $(TRAINING_SETS) --rules $(SITE_RULES)
	$(TRAIN_BIN)/python -m training.loom $(TRAINING_SETS) --rules $(SITE_RULES) --predictions $(PREDICTIONS)
	$(TRAIN_BIN)/python -m training.reader $(SETS)/../frontpages.tar.xz
	$(TRAIN_BIN)/python -m training.stories $(SETS)/../stories
	$(TRAIN_BIN)/python -m training.similarity $(SETS)/../stories
	$(TRAIN_BIN)/python -m training.summaries $(SETS)/../stories
	$(TRAIN_BIN)/python -m training.language

reference: $(STAMP) ## write docs/reference/cli.md and the README's tables of methods again from the code
	$(BIN)/python -m newsloom.cli.reference > docs/reference/cli.md
	$(BIN)/python -m newsloom.cli.reference README.md > README.new && mv README.new README.md

lock: $(STAMP) ## write the four requirements.lock again from pyproject.toml
	$(BIN)/python -m pip install --quiet uv
	$(COMPILE) $(addprefix --extra ,portal postgres render bulk evaluate dev) pyproject.toml -o requirements.lock
	$(COMPILE) $(addprefix --extra ,bulk dev datatrove elsewhere langchain llamaindex scrapy) pyproject.toml \
	  -o tests/integrations/requirements.lock
	$(COMPILE) --extra bench pyproject.toml -o benchmarks/requirements.lock
	$(COMPILE) --extra train pyproject.toml -o training/requirements.lock

COMPILE = $(BIN)/uv pip compile --quiet --upgrade --generate-hashes --no-emit-index-url --no-header --universal \
  --python-version 3.11

clean: ## remove the virtual environments and all caches
	rm -rf $(VENV) $(BENCH_VENV) $(TRAIN_VENV) $(INTEGRATIONS_VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src -name '*.so' -delete

# Where one cannot be had, the tests that want it say so and are skipped.
$(POSTGRES_STAMP): IS_THERE = command -v pg_ctl || ls /usr/lib/postgresql/*/bin/pg_ctl
$(CHROMIUM_STAMP): IS_THERE = command -v chromium
$(NGINX_STAMP): IS_THERE = PATH=$$PATH:/usr/sbin command -v nginx
$(FAKETIME_STAMP): IS_THERE = command -v faketime
$(SLURM_STAMP): IS_THERE = PATH=$$PATH:/usr/sbin command -v slurmctld
PROGRAM_STAMPS := $(POSTGRES_STAMP) $(CHROMIUM_STAMP) $(NGINX_STAMP) $(FAKETIME_STAMP) $(SLURM_STAMP)
$(PROGRAM_STAMPS): PACKAGE = $(patsubst .%,%,$(@F))
$(PROGRAM_STAMPS): $(STAMP)
	@if { $(IS_THERE); } >/dev/null 2>&1; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	then { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(PACKAGE); } \
	  >/dev/null 2>&1 || echo "$(PACKAGE) could not be installed: its tests are skipped" >&2; \
	else echo "$(PACKAGE) is missing, its tests are skipped. Debian: sudo apt-get install $(PACKAGE)" >&2; fi
	@touch $@

# A stamp is newer than what it was made from, so an unchanged project installs nothing.
$(STAMP): requirements.lock pyproject.toml $(COMPILED)
$(BENCH_STAMP): benchmarks/requirements.lock pyproject.toml $(COMPILED)
$(TRAIN_STAMP): training/requirements.lock pyproject.toml $(COMPILED)
$(INTEGRATIONS_STAMP): tests/integrations/requirements.lock pyproject.toml $(COMPILED)
# Of what pip says, a line for each package and module: an installation takes minutes. If pip fails, so does the pipe.
PROGRESS = awk '/^(Collecting|Processing) / { sub(/.*\//, "", $$2); printf "  %3d  %s\n", ++n, $$2 } /^Installing collected/ { print "  unpacking" } \
  /^ *Compiled [0-9]+ of|not compiled/ { sub(/^ */, "  "); print } { fflush() }'
$(STAMP) $(BENCH_STAMP) $(TRAIN_STAMP) $(INTEGRATIONS_STAMP): SHELL := /bin/bash
$(STAMP) $(BENCH_STAMP) $(TRAIN_STAMP) $(INTEGRATIONS_STAMP): .SHELLFLAGS := -o pipefail -c
$(STAMP) $(BENCH_STAMP) $(TRAIN_STAMP) $(INTEGRATIONS_STAMP):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Newsloom needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version). Try: make PYTHON=python3.11 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
	  { if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	    then apt-get update -qq && apt-get install -y -qq python3-venv; \
	    else echo "Python cannot make virtual environments here. Debian: sudo apt-get install python3-venv" >&2; exit 1; fi; }
	@echo "Making a virtual environment in $(@D)"
	@$(PYTHON) -m venv $(@D)
	@echo "Installing $$(grep -c '^[a-z0-9].*==' $<) packages, the only step that needs a network"
	@$(@D)/bin/python -u -m pip install --progress-bar off --disable-pip-version-check --no-deps --require-hashes -r $< | $(PROGRESS)
	@echo "Compiling Newsloom, which takes a minute or two where there is a C compiler"
	@$(@D)/bin/python -u -m pip install -v --progress-bar off --disable-pip-version-check --no-deps --no-build-isolation -e . | $(PROGRESS)
	@touch $@
