# Everything one does with this project. The virtual environment and what is made go to .venv and build.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Two pips in one environment step on each other's toes.
.NOTPARALLEL:

VENV := .venv
BIN := $(VENV)/bin
# Say `make install PYTHON=/some/python3` to choose another one.
PYTHONS = $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11)
PIP_INSTALL := $(BIN)/python -m pip install --quiet --no-input

export PIP_DISABLE_PIP_VERSION_CHECK := 1

# What has been installed, as empty files: a second run has nothing to do.
CREATED := $(VENV)/.created
RUNTIME := $(VENV)/.runtime
TOWOW := $(VENV)/.towow
DEV := $(VENV)/.dev
BENCH := $(VENV)/.bench

.PHONY: help install demo env test check format generate web images web/node_modules evaluate bench simulate chaos lock clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(TOWOW) ## put the command .venv/bin/towow
	@:

demo: $(TOWOW) ## watch a negotiation, e.g. ARGS=--once
	@$(BIN)/towow demo $(ARGS)

# For docker compose. It needs a Python and nothing that is installed.
env: ## write .env with new passwords when there is none, and what RabbitMQ and Redis make of it
	@$(or $(PYTHON),python3) -B -m towow.deployment

test: $(TOWOW) $(DEV) ## run every test; ARGS= goes to pytest
	@$(BIN)/python -m pytest -n 2 --dist loadfile $(ARGS)

# The benchmarks are type-checked as well, so what they import has to be there.
check: $(TOWOW) $(DEV) $(BENCH) ## format, lint, types, import contracts, generated files; the page's too
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/basedpyright
	@$(BIN)/lint-imports
	@$(BIN)/python -m towow.docs.generate --check
	@$(call of_the_page,check)

format: $(DEV) ## lay out the code and repair what can be repaired
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .

generate: $(TOWOW) ## write the generated files anew
	@$(BIN)/python -m towow.docs.generate
	@$(call of_the_page,generate)

# Only who changes the page needs Node.js: what it is built into is part of the repository.
web: web/node_modules ## build the page of web/ into gateway/static
	@npm --prefix web run --silent build

images: $(TOWOW) $(DEV) ## take the pictures and recordings of docs/images anew, with a browser
	@test -n "$$(fc-list :lang=zh 2>/dev/null)" || echo "No font here has Chinese: the pictures will show boxes." >&2
	@rm -rf build/images
	@TOWOW_REQUIRE=browser $(BIN)/python -m pytest -q tests/e2e/test_page_pictures.py
	@mkdir -p docs/images && cp build/images/* docs/images/

# By the lock file's contents, not its date: a checkout makes an old one new. No package runs a program of its own.
web/node_modules:
	@node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(100 * a + b < 2019 ? 1 : 0)' \
	    2>/dev/null && command -v npm >/dev/null || { \
	    echo "The page needs Node.js 20.19 or newer with its npm, and there is none: https://nodejs.org" >&2; exit 1; }
	@cmp -s web/package-lock.json $@/.installed || { \
	    echo "Installing web/package-lock.json" >&2; \
	    npm --prefix web ci --ignore-scripts --no-progress --loglevel error && cp web/package-lock.json $@/.installed; }

# A script of web/package.json. Without node it is left out, which is said, and a failure where TOWOW_REQUIRE has node.
define of_the_page
if command -v node >/dev/null; then $(MAKE) --no-print-directory web/node_modules && npm --prefix web run --silent $(1); \
	else echo "web: no $(1), for node is not installed" >&2; case ",$$TOWOW_REQUIRE," in *,node,*) exit 1;; esac; fi
endef

# Simulated: it costs nothing, and the bounds are those of the simulated model.
evaluate: $(TOWOW) ## negotiate the 60 demands of examples/demands.jsonl and check how they end; ARGS=--verbose
	@env -u ANTHROPIC_API_KEY $(BIN)/towow evaluate --model simulated --check $(ARGS)

# A benchmark must not spend money by accident.
bench: $(TOWOW) $(BENCH) ## measure; ONLY=name for one figure; writes build/bench.json
	@env -u ANTHROPIC_API_KEY $(BIN)/python -m benchmarks.run $(if $(ONLY),--only $(ONLY))

# The whole system under a seeded adversary: a failing seed tells its story and replays with SEED=n.
simulate: $(TOWOW) $(DEV) ## strike everything; SEEDS=2000 START=1 ABLATE= APP=, or SEED=n; writes build/simulate.json
	@$(BIN)/python -m tests.simulation $(if $(SEED),--seed $(SEED),--seeds $(or $(SEEDS),2000) --start $(or $(START),1)) \
	    $(if $(ABLATE),--ablate $(ABLATE)) $(if $(APP),--app $(APP))

# On a private RabbitMQ and a private Redis; about ten minutes as it stands.
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
	echo "towow needs Python 3.11 or newer and found none among: $(PYTHONS)" >&2; \
	echo "Install one, or name it: make install PYTHON=/path/to/python3" >&2; \
	exit 1

# Nothing is installed whose hash is not written down here.
$(RUNTIME): requirements.txt $(CREATED)
	@echo "Installing $<" >&2
	@$(PIP_INSTALL) --require-hashes -r $<
	@touch $@

# The three files agree on every version, so one never undoes the other.
$(DEV): requirements-dev.txt $(RUNTIME)
	@echo "Installing $<" >&2
	@$(PIP_INSTALL) --require-hashes -r $<
	@touch $@

$(BENCH): requirements-bench.txt $(RUNTIME)
	@echo "Installing $<" >&2
	@$(PIP_INSTALL) --require-hashes -r $<
	@touch $@

# An editable install knows the packages there were when it ran; a new one has to be told to it.
$(TOWOW): pyproject.toml $(wildcard */__init__.py) $(RUNTIME)
	@$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

# The build backend is locked too, so that an install asks for nothing that is not in the files.
UV := build/uv/bin/uv
COMPILE = $(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
    | $(UV) pip compile pyproject.toml - --quiet --universal --python-version 3.11 --generate-hashes \
      --no-header --no-emit-index-url --no-emit-find-links --no-annotate

lock: $(UV) ## write requirements*.txt anew; ARGS=--upgrade for newer versions
	@$(COMPILE) $(ARGS) --output-file requirements.txt >/dev/null
	@$(COMPILE) $(ARGS) --extra test --extra check --constraint requirements.txt --output-file requirements-dev.txt >/dev/null
	@$(COMPILE) $(ARGS) --extra test --extra bench --constraint requirements-dev.txt --output-file requirements-bench.txt >/dev/null

$(UV): $(CREATED)
	@$(BIN)/python -m venv --clear build/uv
	@build/uv/bin/python -m pip install --quiet --no-input uv

clean: ## remove everything that was made
	@rm -rf $(VENV) web/node_modules build dist *.egg-info .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -not -path '*/node_modules/*' -prune -exec rm -rf {} +
