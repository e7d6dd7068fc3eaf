# The two commands: `make run` opens the workstation, `make test` passes all tests.
# Everything else is a part of one of them.

CARGO ?= cargo
BEZZEL = target/release/bezzel

PREFIX ?= $(HOME)/.local

.PHONY: run test build lint unit install web web-test chromium

run: build
	@$(BEZZEL) serve --open

test: lint unit web-test
	@bench/probe-cost

build: web
	$(CARGO) build --release --locked

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked --quiet

unit:
	$(CARGO) test --workspace --locked

# The page, built when its sources are newer; the program carries it.
WEB = $(shell find web/src web/*.html web/*.ts web/*.js web/package-lock.json -type f)

web: web/dist/index.html

web/dist/index.html: web/node_modules/.package-lock.json $(WEB)
	cd web && npm run build

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci && touch node_modules/.package-lock.json

# The page's tests: without a browser, then in Chromium against the program.
web-test: web chromium
	cd web && npm run check && npm test
	$(CARGO) build --locked -p bezzel-cli
	cd web && npm run e2e

chromium:
	@command -v chromium >/dev/null || apt-get install -y --no-install-recommends chromium || \
		(apt-get update && apt-get install -y --no-install-recommends chromium)

install: build
	install -D $(BEZZEL) $(PREFIX)/bin/bezzel
