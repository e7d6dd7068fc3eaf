"""The notebooks run, and their outputs are those that are stored in them.

`BEZZEL_UPDATE=1` stores what they give now.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def shown(cell: Any) -> list[Any]:
    """What a cell gives: its text, and the kinds of pictures."""
    outputs = []
    for output in cell.get("outputs", []):
        assert output["output_type"] != "error", output
        # The bar of a call that takes more than half a second, on a busy machine.
        if output["output_type"] == "display_data":
            continue
        data = output.get("data", {})
        outputs.append((sorted(data), data.get("text/plain"), output.get("text")))
    return outputs


def without_pictures(notebook: Any) -> Any:
    """Pictures are made again when the notebook runs; the file stays small."""
    for cell in notebook.cells:
        kept = [one for one in cell.get("outputs", []) if one["output_type"] != "display_data"]
        if cell["cell_type"] == "code":
            cell["outputs"] = kept
        for output in kept:
            for kind in output.get("data", {}):
                if kind != "text/plain":
                    output["data"][kind] = ""
            output.pop("execution_count", None)
            if output["output_type"] == "execute_result":
                output["execution_count"] = None
        cell.pop("execution_count", None)
        if cell["cell_type"] == "code":
            cell["execution_count"] = None
        cell["metadata"] = {}
    return notebook


def test_there_are_four() -> None:
    assert len(NOTEBOOKS) == 4


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs(path: Path) -> None:
    stored = nbformat.read(path, as_version=4)
    expected = [shown(cell) for cell in stored.cells]
    nbclient.NotebookClient(stored, timeout=None, kernel_name="python3").execute()
    if os.environ.get("BEZZEL_UPDATE"):
        nbformat.write(without_pictures(stored), path)
        return
    assert [shown(cell) for cell in stored.cells] == expected
    assert any(kinds for outputs in expected for kinds, _, _ in outputs)
