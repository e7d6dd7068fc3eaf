# The two main commands: `make run` opens the workstation, `make test` runs the tests.
# What else there is does a part of them, tests longer (fuzz, deep) or what users get (release-test), or stands alone (book,
# install, wheel, dist, audit).

CARGO ?= cargo
BEZZEL = target/release/bezzel

PREFIX ?= $(HOME)/.local

# External solvers that the tests run, and an emulator: the command and its Debian package, then packages from PyPI.
OUTSIDE = target/outside
PROGRAMS = cadical:cadical minisat:minisat minisat+:minisat+ clasp:clasp clingo:gringo \
	glpsol:glpk-utils cbc:coinor-cbc minizinc:minizinc fzn-gecode:flatzinc z3:z3 cliquer:cliquer \
	bliss:bliss nauty-countg:nauty gc:graphviz java:default-jre-headless qemu-aarch64:qemu-user
WHEELS = crates/bezzel-cli/tests/outside/requirements.txt
# A proof checker that shares no code with the solver.
TOOLS = target/tools
# What the tests of the Python package import.
PYTHON = target/python

# What Python has compiled is kept, also where a system forbids it: hundreds of processes import the same packages.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX = $(CURDIR)/target/pycache

# Numpy starts a thread for each core, which only waits for matrices that no test multiplies.
export OPENBLAS_NUM_THREADS = 1

STAGE = @tests/stage

# A first build has nothing that incremental compilation could reuse.
ifeq ($(wildcard target/debug/incremental),)
export CARGO_INCREMENTAL = 0
endif

.PHONY: run test build lint check fuzz deep release-test book install share dist audit deps packages outside solvers programs \
	web web-test page-test browser-test headless chromium valgrind python wheel

run: build
	@$(BEZZEL) serve --open

# Each stage prints its time; `make lint` and the others can also be run alone. What the tests need is installed
# beside the build, and the crates are packaged.
test:
	@rm -f target/stages
# A test reads the licences of the packages of every system; a build brings those of its own.
	@$(CARGO) fetch --locked --quiet
	$(STAGE) "build, lint" sh -ec '$(MAKE) --no-print-directory packages outside >target/outside.log 2>&1 & \
		$(MAKE) --no-print-directory web lint; wait $$! || { cat target/outside.log; exit 1; }'
	$(STAGE) tests $(MAKE) --no-print-directory check
	$(STAGE)

# The program, which serves the page and the book; nothing of the tests.
build: deps web
	$(CARGO) build --release --locked --package bezzel-cli

# Every file by name: "cargo fmt" does not find those that the registry of algorithms declares. The build of
# the tests is the lint of all crates and their documentation (tests/rustc).
lint: deps
	find crates -name '*.rs' -exec rustfmt --check --edition 2024 {} +
	tests/run --build

check: deps web headless $(PYTHON)/installed
	BEZZEL_OUTSIDE=1 tests/run

# Mutated input for every reader, a minute each, then random arguments and requests, and random slices by the kernels for
# graphics cards, compiled for the processor. The seed is the time unless BEZZEL_SEED is set.
FUZZ_SECONDS ?= 60
SEED = BEZZEL_DEEP=1 BEZZEL_SEED=$${BEZZEL_SEED:-$$(date +%s)}

fuzz: deps web
	$(CARGO) run --locked --quiet --package bezzel-fuzz -- $(FUZZ_SECONDS)
	$(SEED) $(CARGO) test --locked --quiet --package bezzel-cli --test main -- generated --nocapture
	$(SEED) $(CARGO) test --locked --quiet --package bezzel-server --test main -- absurd
	$(SEED) $(CARGO) test --locked --quiet --package bezzel-engines --lib -- emulated::slices

# What takes too long for every run: all totals up to 20 by every engine, at every level of vector instructions and
# with several numbers of threads, random units and slices of every stage of 22 to 26 counted twice, and the list of
# 15. The profile of the tests is optimised and keeps overflow checks.
DEEP = totals:: list:: colour::totals_are_right colour::large_totals colour::recount_agrees

deep:
	BEZZEL_DEEP=1 $(CARGO) test --locked --package bezzel-jobs --package bezzel-engines --test main -- $(DEEP)

# What users get: the archive of `make dist`, `make install` and `cargo install`. It needs a release build, which `make
# test` does without.
release-test:
	@rm -f target/stages
	$(STAGE) "release build" $(MAKE) --no-print-directory dist
	$(STAGE) release tests/release
	$(STAGE)

# Installs the Debian packages in the shell variable "missing", if any; on other systems it names them.
INSTALL = if [ -n "$$missing" ] && ! command -v apt-get >/dev/null; then \
		echo "this may need, by their Debian names:$$missing" >&2; \
	elif [ -n "$$missing" ]; then \
		sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
		$$sudo apt-get update -qq && \
		$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends $$missing; \
	fi

# Requirements of the build other than Rust and Node: CaDiCaL is written in C++.
deps:
	@missing=; command -v c++ >/dev/null || missing=g++; $(INSTALL)

# What would be published.
packages:
	tests/packages

# Everything that only tests run.
outside: solvers headless valgrind $(PYTHON)/installed

solvers: programs $(OUTSIDE)/installed $(TOOLS)/bin/rate

programs:
	@missing=; for pair in $(PROGRAMS); do \
		command -v "$${pair%%:*}" >/dev/null || missing="$$missing $${pair##*:}"; done; \
	python3 -c 'import ensurepip' 2>/dev/null || missing="$$missing python3-venv"; \
	$(INSTALL)

# A separate Python environment with only the listed packages. The program loads HiGHS
# from $(OUTSIDE)/libhighs.
$(OUTSIDE)/installed: $(WHEELS) | programs
	tests/environment $(OUTSIDE) --no-deps -r $(WHEELS)
	ln -s "$$(cd $(OUTSIDE) && find lib -name libhighs.so.1 -o -name libhighs.1.dylib)" $(OUTSIDE)/libhighs
# What ACE loads, as Java needs it: that is half the time of a short run. A run without it does the same, so a machine
# without Java still gets HiGHS.
	-java -XX:+UseSerialGC -XX:ArchiveClassesAtExit=$(OUTSIDE)/ace.jsa \
		-jar $(CURDIR)/$(OUTSIDE)/lib/python3*/site-packages/pycsp3/solvers/ace/*.jar $(dir $(WHEELS))four.xml
	touch $@

$(PYTHON)/installed: python/requirements.txt | programs
	tests/environment $(PYTHON)/tools -r $<
	touch $@

# Compiled without optimisation, also what is in C: that takes longer than they run.
TOOL = CFLAGS=-O0 CARGO_PROFILE_DEV_DEBUG=false $(CARGO) install --locked --debug --quiet --root $(TOOLS)

# Where the system has other names for the libraries, they are compiled.
$(TOOLS)/bin/rate:
	$(TOOL) --config tests/rate.toml rate --version 0.3.0 || $(TOOL) rate --version 0.3.0

# Builds and checks the book, as its tests do; open target/book/index.html.
book:
	$(CARGO) run --locked --quiet --package bezzel-book

# The page, rebuilt when its sources are newer; it is embedded in the program.
WEB = data/records.json $(shell find web/src web/*.html web/*.ts web/*.js web/package-lock.json -type f)

web: web/dist/index.html

web/dist/index.html: web/node_modules/.package-lock.json $(WEB)
	cd web && npm run build

web/node_modules/.package-lock.json: web/package-lock.json
	@command -v npm >/dev/null || { echo 'the page needs npm with Node 20.19 or newer' >&2; exit 1; }
	cd web && npm ci && touch node_modules/.package-lock.json

# The page's tests alone.
web-test: web headless
	$(CARGO) build --locked -p bezzel-cli
	$(MAKE) --no-print-directory page-test browser-test

# Types, then what needs no browser.
page-test:
	cd web && npm run check && npm test

# In Chromium against the program that is there.
browser-test:
	cd web && npm run e2e

# Chromium without its windows does the same in three quarters of the processor time; with them it will do.
headless:
	@command -v chromium-headless-shell >/dev/null || { missing=chromium-headless-shell; $(INSTALL); } || \
		$(MAKE) --no-print-directory chromium

chromium:
	@missing=; command -v chromium >/dev/null || missing=chromium; $(INSTALL)

# Counts the instructions of bench/probe-cost.
valgrind:
	@missing=; command -v valgrind >/dev/null || missing=valgrind; $(INSTALL)

# The Python package: its tests alone, and a wheel for every Python from 3.10 on.
python: deps web $(PYTHON)/installed
	tests/python

wheel: deps programs
	tests/environment target/maturin maturin
	tests/licences bezzel-python python/bezzel/licences.txt
	target/maturin/bin/maturin build --release --locked --out target/wheels

# The program, its manual page, and the completions of each shell. DESTDIR is for makers of packages.
SHARE = $(DESTDIR)$(PREFIX)/share

install: build
	@$(MAKE) --no-print-directory share
	@echo 'zsh finds the completions with this line in ~/.zshrc, before compinit: fpath+=("$(PREFIX)/share/zsh/site-functions")'

share:
	install -D $(BEZZEL) "$(DESTDIR)$(PREFIX)/bin/bezzel"
	mkdir -p "$(SHARE)/man/man1" "$(SHARE)/bash-completion/completions" \
		"$(SHARE)/zsh/site-functions" "$(SHARE)/fish/vendor_completions.d"
	$(BEZZEL) man > "$(SHARE)/man/man1/bezzel.1"
	$(BEZZEL) completions bash > "$(SHARE)/bash-completion/completions/bezzel"
	$(BEZZEL) completions zsh > "$(SHARE)/zsh/site-functions/_bezzel"
	$(BEZZEL) completions fish > "$(SHARE)/fish/vendor_completions.d/bezzel.fish"

# An archive that runs without building: the C++ runtime is included, the C library is that of the machine.
# Building the page also wrote the licences of its packages.
# The linker uses the first match: a folder that contains only the static runtime.
DIST = target/dist/bezzel-x86_64-linux

dist: deps web
	mkdir -p target/static
	ln -sf "$$(c++ -print-file-name=libstdc++.a)" target/static/libstdc++.a
	ln -sf "$$(c++ -print-file-name=libgcc_eh.a)" target/static/libgcc_s.a
	$(CARGO) rustc --release --locked --package bezzel-cli --bin bezzel -- \
		-C link-arg=-L$(CURDIR)/target/static
	rm -rf $(DIST)
	$(MAKE) --no-print-directory share DESTDIR= PREFIX=$(DIST)
	cp LICENSE-MIT LICENSE-APACHE $(DIST)
	mkdir $(DIST)/licences
	tests/licences bezzel-cli $(DIST)/licences/packages.txt
	cp web/dist/licences.txt $(DIST)/licences/page.txt
	cp crates/bezzel-draw/fonts/OFL.txt $(DIST)/licences/font.txt
	{ echo 'Bezzel, the N-Queens workstation. "bin/bezzel serve --open" opens it, "bin/bezzel help" lists all verbs.'; \
		echo 'Licences of what it contains are in the folder licences; the C++ runtime is part of GCC, under the'; \
		echo 'GPL 3 with the GCC Runtime Library Exception. The standard library of Rust is under the same two'; \
		echo 'licences as Bezzel.'; \
		tests/libraries $(DIST)/bin/bezzel; } > $(DIST)/README.txt
	tar --create --gzip --file $(DIST).tar.gz --owner=0 --group=0 --numeric-owner --mode=a+rX --directory target/dist $(notdir $(DIST))
	@tail -1 $(DIST)/README.txt
	@echo "$(DIST).tar.gz"

# Licences, banned and duplicate packages, sources; not part of `make test`, which reads the licences
# from cargo's own metadata.
audit: $(TOOLS)/bin/cargo-deny
	$(TOOLS)/bin/cargo-deny --locked check licenses bans sources

$(TOOLS)/bin/cargo-deny:
	$(TOOL) cargo-deny --version 0.20.2
