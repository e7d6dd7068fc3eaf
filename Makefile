# The two commands: `make run` opens the workstation, `make test` passes all tests.
# Everything else is a part of one of them.

CARGO ?= cargo
BEZZEL = target/release/bezzel

PREFIX ?= $(HOME)/.local

.PHONY: run test build lint unit install

run: build
	@$(BEZZEL) serve --open

test: lint unit
	@bench/probe-cost

build:
	$(CARGO) build --release --locked

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked --quiet

unit:
	$(CARGO) test --workspace --locked

install: build
	install -D $(BEZZEL) $(PREFIX)/bin/bezzel
