"""A page in Chromium: loads it, runs a script in it, and returns what the script says."""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

#: As in web/e2e/browser.ts: another one can be named, and one without windows is quicker.
CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(os.path.exists, ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"]), None
)

#: No network, and nothing of a user's browser.
OPTIONS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    # Timers run as fast as they can, and the page is read when none is left.
    "--virtual-time-budget=20000",
    "--dump-dom",
]


def run(page: str, script: str, folder: Path) -> Any:
    """Opens a page and returns the value of the script's `say(value)`."""
    say = (
        "const say = (value) => {"
        ' const said = document.createElement("pre"); said.id = "said";'
        " said.textContent = JSON.stringify(value); document.body.append(said); };"
    )
    file = folder / "page.html"
    # Without its encoding the browser would guess it.
    head = '<!doctype html><meta charset="utf-8">'
    file.write_text(f'{head}{page}<script type="module">{say}\n{script}</script>', encoding="utf-8")
    assert CHROMIUM, "the tests of the player need chromium-headless-shell or chromium"
    command = [CHROMIUM, *OPTIONS, f"--user-data-dir={folder / 'profile'}", file.as_uri()]
    dump = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    said = re.search(r'<pre id="said">(.*?)</pre>', dump.stdout, re.S)
    assert said, f"the page said nothing: {dump.stderr}"
    return json.loads(html.unescape(said[1]))
