# The two commands: `make run` opens the workstation, `make test` passes all tests.
# Everything else is a part of one of them.

CARGO ?= cargo
BEZZEL = target/release/bezzel

PREFIX ?= $(HOME)/.local

.PHONY: run test build lint unit book install

run: build
	@$(BEZZEL)

test: lint unit book
	@bench/probe-cost

build:
	$(CARGO) build --release --locked

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked --quiet

unit:
	$(CARGO) test --workspace --locked

# Builds and checks the book; the way in is target/book/index.html.
book:
	$(CARGO) run --locked --quiet --package bezzel-book

install: build
	install -D $(BEZZEL) $(PREFIX)/bin/bezzel
