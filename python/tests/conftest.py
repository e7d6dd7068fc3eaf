"""What all tests need: Ctrl-C, which a program started in the background by a shell ignores, and a quiet Ray."""

import os
import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
