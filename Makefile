# Development targets. The virtual environment is created in .venv, other output in build.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Two pip processes must not install into one environment at the same time.
.NOTPARALLEL:

VENV := .venv
BIN := $(VENV)/bin
# To choose an interpreter: make install PYTHON=/path/to/python3
PYTHONS = $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11)
PIP_INSTALL := $(BIN)/python -m pip install --quiet --no-input

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Without bytecode on disk, each of the hundreds of processes that the tests start compiles the sources again.
unexport PYTHONDONTWRITEBYTECODE

# Empty files that record what is installed, so that a second run does nothing.
CREATED := $(VENV)/.created
RUNTIME := $(VENV)/.runtime
TOWOW := $(VENV)/.towow
DEV := $(VENV)/.dev
BENCH := $(VENV)/.bench

.PHONY: help install demo env test test-long check format generate web images web/node_modules evaluate evaluate-sealed evaluate-agreements evaluate-deliberations bench strength simulate chaos lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(TOWOW) ## install the command .venv/bin/towow
	@:

demo: $(TOWOW) ## watch a negotiation, for example ARGS=--once
	@$(BIN)/towow demo $(ARGS)

# For docker compose. Needs only a Python interpreter, no installed packages.
env: ## create .env with new passwords if there is none; docker compose starts without one, too
	@$(or $(PYTHON),python3) -B -m towow.deployment

# More workers than cores, because many tests wait. What measures time runs alone (tests/support/xdist_schedule.py).
PYTEST = $(BIN)/python -m pytest -n $(or $(WORKERS),4) --dist loadfile --durations 20
# The machine code of the engines, else each of the processes that the tests start would compile it.
ENGINES = $(BIN)/python -m gamehive.engines.kernel_cache

test: $(TOWOW) $(DEV) ## run the tests to run while working, 8 minutes; ARGS= is passed to pytest, WORKERS=4
	@$(ENGINES)
	@$(PYTEST) -m "not long" $(ARGS)

test-long: $(TOWOW) $(DEV) ## run the other tests: campaigns, containers, pictures, long fuzzing
	@$(ENGINES)
	@TOWOW_TEST_TIMES=build/test-long-times.json $(PYTEST) -m long $(ARGS)

# The benchmarks are type-checked, too, so their dependencies have to be installed. The page is checked at the same time.
check: $(TOWOW) $(DEV) $(BENCH) ## check format, lint, types, import contracts and generated files, for the web page too
	@{ $(call of_the_page,check); } & page=$$!; \
	$(BIN)/ruff format --check --quiet . && $(BIN)/ruff check --quiet . && $(BIN)/basedpyright && $(BIN)/lint-imports && \
	$(BIN)/python -m towow.docs.generate --check; python=$$?; \
	wait $$page && exit $$python

format: $(DEV) ## format the code and apply automatic fixes
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .

generate: $(TOWOW) ## regenerate the generated files
	@$(BIN)/python -m towow.docs.generate
	@$(call of_the_page,generate)

# Needed only after a change of the page: its build is part of the repository.
web: web/node_modules ## build the web page into gateway/static
	@npm --prefix web run --silent build

images: $(TOWOW) $(DEV) ## render the pictures in docs/images, with a browser
	@test -n "$$(fc-list :lang=zh 2>/dev/null)" || echo "No installed font has Chinese characters: the pictures will show boxes." >&2
	@rm -rf build/images
	@TOWOW_REQUIRE=browser $(BIN)/python -m pytest -q tests/e2e/test_page_pictures.py
	@mkdir -p docs/images && cp build/images/* docs/images/

# Compares the lock file's contents, not its date, which a checkout changes. Install scripts of packages are disabled.
web/node_modules:
	@node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(100 * a + b < 2019 ? 1 : 0)' \
	    2>/dev/null && command -v npm >/dev/null || { \
	    echo "Building the page requires Node.js 20.19 or newer with npm: https://nodejs.org" >&2; exit 1; }
	@cmp -s web/package-lock.json $@/.installed || { \
	    echo "Installing web/package-lock.json" >&2; \
	    npm --prefix web ci --ignore-scripts --no-progress --loglevel error && cp web/package-lock.json $@/.installed; }

# Runs a script of web/package.json. Without node it is skipped with a note, or fails if TOWOW_REQUIRE names node.
define of_the_page
if command -v node >/dev/null; then $(MAKE) --no-print-directory web/node_modules && npm --prefix web run --silent $(1); \
	else echo "web: skipped $(1), node is not installed" >&2; case ",$$TOWOW_REQUIRE," in *,node,*) exit 1;; esac; fi
endef

# With the simulated model: it costs nothing, and the expected ranges are those of that model.
evaluate: $(TOWOW) ## negotiate the 60 demands of examples/demands.jsonl and the open corpus; ARGS=--verbose; writes build/evaluate.json
	@env -u ANTHROPIC_API_KEY $(BIN)/towow evaluate --model simulated --check --corpus --output build/evaluate.json $(ARGS)

# Each run tells a little of what is sealed, so it is recorded in examples/corpus/sealed_runs.jsonl.
evaluate-deliberations: $(TOWOW) ## deliberate on the open queries of examples/deliberation, beside a single planner at equal tokens
	@env -u ANTHROPIC_API_KEY $(BIN)/towow evaluate --deliberations --check $(ARGS)

evaluate-agreements: $(TOWOW) ## judge what the sealed demands of agreements agreed and record the totals; 10 times at most
	@env -u ANTHROPIC_API_KEY $(BIN)/towow evaluate --model simulated --agreements

evaluate-sealed: $(TOWOW) ## judge the sealed half of the corpus and record its totals; 10 times at most
	@env -u ANTHROPIC_API_KEY $(BIN)/towow evaluate --model simulated --sealed

# A benchmark must not spend money by accident.
bench: $(TOWOW) $(BENCH) ## run the benchmarks; ONLY=name for one; writes build/bench.json
	@env -u ANTHROPIC_API_KEY $(BIN)/python -m benchmarks.run $(if $(ONLY),--only $(ONLY))

# The opponents that others wrote are used if they are there: OpenSpiel, gomokubench, bsdgames, and rapfi by TOWOW_RAPFI.
strength: $(TOWOW) $(DEV) ## play the game engines against others; TIER=quick|full GAMES=gomoku,nogo ARGS=--resume; writes build/strength.json
	@env -u ANTHROPIC_API_KEY $(BIN)/python -m benchmarks.strength --tier $(or $(TIER),quick) \
	    $(if $(GAMES),--games "$(GAMES)") $(ARGS)

# The whole system with faults injected by seed; a failing seed prints its events and can be repeated with SEED=n.
simulate: $(TOWOW) $(DEV) ## simulate faults; SEEDS=2000 START=1 ABLATE= APP=negotiation|deliberation|game, or SEED=n; writes build/simulate.json
	@$(BIN)/python -m tests.simulation $(if $(SEED),--seed $(SEED),--seeds $(or $(SEEDS),2000) --start $(or $(START),1)) \
	    $(if $(ABLATE),--ablate $(ABLATE)) $(if $(APP),--app $(APP))

# With a RabbitMQ and a Redis of its own; takes about ten minutes with the defaults.
chaos: $(TOWOW) $(DEV) ## kill real workers, broker and store; KILLS=200 DEMANDS=1000 SEED=1 LONG=1; writes build/chaos.json
	@$(BIN)/python -m tests.chaos --kills $(or $(KILLS),200) --demands $(or $(DEMANDS),1000) --seed $(or $(SEED),1) \
	    $(if $(LONG),--long)

$(CREATED):
	@for python in $(PYTHONS); do \
	    if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        echo "Creating $(VENV) with $$("$$python" --version)" >&2; \
	        "$$python" -m venv --clear $(VENV) && touch $@; \
	        exit; \
	    fi; \
	done; \
	echo "towow requires Python 3.11 or newer; found none among: $(PYTHONS)" >&2; \
	echo "Install one, or specify its path: make install PYTHON=/path/to/python3" >&2; \
	exit 1

# Only packages whose hashes are listed are installed.
$(RUNTIME): requirements.txt $(CREATED)
	@echo "Installing $<" >&2
	@$(PIP_INSTALL) --require-hashes -r $<
	@touch $@

# The three files agree on every version, so that none replaces what another installed.
$(DEV): requirements-dev.txt $(RUNTIME)
	@echo "Installing $<" >&2
	@$(PIP_INSTALL) --require-hashes -r $<
	@touch $@

$(BENCH): requirements-bench.txt $(RUNTIME)
	@echo "Installing $<" >&2
	@$(PIP_INSTALL) --require-hashes -r $<
	@touch $@

# An editable install knows only the packages that existed when it ran, so it is repeated for a new one.
$(TOWOW): pyproject.toml $(wildcard */__init__.py) $(RUNTIME)
	@$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

# The build backend is locked, too, so that an install downloads nothing that is not in these files.
UV := build/uv/bin/uv
COMPILE = $(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
    | $(UV) pip compile pyproject.toml - --quiet --universal --python-version 3.11 --generate-hashes \
      --no-header --no-emit-index-url --no-emit-find-links --no-annotate

lock: $(UV) ## update requirements*.txt; ARGS=--upgrade for newer versions
	@$(COMPILE) $(ARGS) --extra traces --output-file requirements.txt >/dev/null
	@$(COMPILE) $(ARGS) --extra test --extra check --constraint requirements.txt --output-file requirements-dev.txt >/dev/null
	@$(COMPILE) $(ARGS) --extra test --extra bench --constraint requirements-dev.txt --output-file requirements-bench.txt >/dev/null

$(UV): $(CREATED)
	@$(BIN)/python -m venv --clear build/uv
	@build/uv/bin/python -m pip install --quiet --no-input uv

clean: ## remove all generated files and environments
	@rm -rf $(VENV) web/node_modules build dist *.egg-info .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -not -path '*/node_modules/*' -prune -exec rm -rf {} +
