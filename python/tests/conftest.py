"""A program started in the background by a shell ignores Ctrl-C; the tests of interrupts need it."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
