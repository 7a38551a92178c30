# Every target says what it does; `make` alone lists them.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUST_SOURCES := Cargo.toml Cargo.lock $(shell find src -name '*.rs' 2>/dev/null)

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
test-python: setup ## the Python package: tests, docs pages, examples
	$(BIN)/pytest --quiet

.PHONY: bench
bench: setup ## measure: medians and ratios of both languages
	cargo bench --bench engine
	$(BIN)/sevenrocks bench

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
wheel: setup ## build a wheel into dist
	$(BIN)/maturin build --release --out dist

.PHONY: clean
clean: ## remove everything that the other targets made
	rm -rf $(VENV) target dist fuzz/target python/sevenrocks/_core*.so .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
