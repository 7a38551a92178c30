# Every target says what it does; `make` alone lists them.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUST_SOURCES := Cargo.toml Cargo.lock $(shell find src -name '*.rs' 2>/dev/null)
PYTHON_SOURCES := pyproject.toml README.md LICENSE $(shell find python -name '*.py*' -type f -not -path '*/__pycache__/*' 2>/dev/null)
WHEEL := dist/.built

# Instrumentation that libFuzzer reads, in flags that the stable toolchain has.
FUZZ_FLAGS := -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
	-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
	-Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing
FUZZ_HOST = $(shell rustc -vV | sed -n 's/^host: //p')
FUZZ_SECONDS ?= 60

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z][a-z-]*:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

.PHONY: setup
setup: $(VENV)/.built ## make the virtual environment and build the package into it

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --group dev
	touch $@

$(VENV)/.built: $(VENV)/.ready $(RUST_SOURCES)
	$(BIN)/maturin develop --release --quiet
	touch $@

# Quick after the build above, of which it packs the extension.
$(WHEEL): $(VENV)/.built $(PYTHON_SOURCES)
	rm -rf dist/*.whl
	$(BIN)/maturin build --release --quiet --interpreter $(BIN)/python --out dist
	touch $@

.PHONY: demo
demo: setup ## 20,000 matches of counting against greedy, with progress and a summary
	$(BIN)/sevenrocks simulate counting greedy --matches 20000 --seed 1

.PHONY: check
check: lint types test-rust test-python ## everything that CI runs: lint, types, all tests, docs, examples, benches

.PHONY: lint
lint: setup ## formatting and lints of both languages
	cargo fmt --check
	cargo clippy --quiet --all-targets -- -D warnings
	cargo clippy --quiet --features python -- -D warnings
	$(BIN)/ruff check
	$(BIN)/ruff format --check

.PHONY: types
types: setup ## strict types, and the stub against the extension
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest sevenrocks._core

.PHONY: test-rust
test-rust: ## the Rust core: tests, doctests, docs, and every bench once
	cargo test --quiet
	RUSTDOCFLAGS='-D warnings' cargo doc --quiet --no-deps
	cargo test --quiet --benches
	cargo run --quiet --example first_match

.PHONY: test-python
test-python: setup $(WHEEL) ## the Python package: tests, docs pages, examples, the wheel, and every bench once
	$(BIN)/pytest --quiet
	$(BIN)/pytest --quiet --benchmark-disable benches

.PHONY: explore
explore: setup ## the laws of both languages on a hundred times as many cases, new ones each time
	PROPTEST_CASES=200000 PROPTEST_RNG_SEED=$$(od -An -N4 -tu4 /dev/urandom | tr -d ' ') \
		cargo test --quiet --release --test properties
	$(BIN)/pytest --quiet --hypothesis-profile=explore tests/python

.PHONY: bench
bench: setup ## measure: medians and ratios of both languages, and the machine
	cargo bench --bench engine
	$(BIN)/pytest --quiet --benchmark-only --benchmark-quiet --benchmark-json=target/benches.json benches
	$(BIN)/python benches/report.py target/benches.json

.PHONY: bench-peers
bench-peers: setup ## measure the peers on the same work, in an environment of their own, for docs/benchmarks.md
	$(BIN)/python benches/peers.py

.PHONY: bench-builds
bench-builds: setup ## measure abi3 and portable builds, for docs/benchmarks.md
	$(BIN)/python benches/builds.py

.PHONY: instructions
instructions: setup ## count the instructions of fixed work, the same on a busy machine, for docs/benchmarks.md
	command -v valgrind >/dev/null || { apt-get update -q && apt-get install -qy valgrind; }
	$(BIN)/python benches/instructions.py

.PHONY: fuzz
fuzz: ## fuzz the parsers and setters for FUZZ_SECONDS each
	cd fuzz && for target in parsers setters; do \
		mkdir -p corpus/$$target; \
		RUSTFLAGS="$(FUZZ_FLAGS)" cargo run --quiet --release --target $(FUZZ_HOST) --bin $$target -- \
			corpus/$$target -max_total_time=$(FUZZ_SECONDS) -max_len=6000 -verbosity=0 -print_final_stats=1; \
	done

.PHONY: format
format: setup ## rewrite the sources in the house's format
	cargo fmt
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

.PHONY: wheel
wheel: $(WHEEL) ## build a wheel into dist, and try it in a clean environment without Rust
	clean=$$(mktemp -d); trap 'rm -rf "$$clean"' EXIT; \
	$(PYTHON) -m venv "$$clean"; \
	(PATH="$$clean/bin"; \
	python -m pip install --quiet --disable-pip-version-check --only-binary :all: dist/*.whl; \
	cd "$$clean"; \
	python -c 'import sevenrocks; print(sevenrocks.simulate(["random", "greedy"], 100, seed=7))'; \
	sevenrocks --version)

.PHONY: clean
clean: ## remove everything that the other targets made
	rm -rf $(VENV) .venv-peers target dist fuzz/target python/sevenrocks/_core*.so
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
