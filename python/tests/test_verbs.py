"""Every verb, with its options and its errors."""

from __future__ import annotations

import itertools
import json
import pickle
from pathlib import Path

import numpy
import pandas
import polars
import pytest

import bezzel
from bezzel import errors

TOTALS = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200]


def test_totals_are_numbers_with_a_provenance() -> None:
    assert [bezzel.count(n) for n in range(13)] == TOTALS
    total = bezzel.count(11)
    assert isinstance(total, bezzel.Total) and isinstance(total, int)
    assert total.counted.total == 2680
    assert total.counted.provenance["by"] == "engine"
    assert total.counted.problem == bezzel.Problem(11)
    assert pickle.loads(pickle.dumps(total)) == 2680
    # Larger than any number of the processor.
    large = bezzel.space_count(5, 13)
    assert isinstance(large, int) and large > 2**128


def test_every_way_to_count() -> None:
    assert bezzel.count(9, engine="colour", threads=1, simd="scalar") == 352
    assert bezzel.count(7, algorithm="nilsson", heuristic="index") == 40
    assert bezzel.count("5x8") == bezzel.count((5, 8)) == 568
    assert bezzel.count(5, torus=True) == 10
    assert bezzel.count(8, blocked="0,0 7,7") == 84
    assert bezzel.fundamental(10) == 92
    assert bezzel.classes(10).total == 724
    assert bezzel.count(9, verify=True).counted.provenance["results_recounted"] > 0


def test_an_unfinished_count_is_no_number() -> None:
    found = bezzel.count(10, algorithm="backtracking", visits=500)
    assert isinstance(found, bezzel.AtLeast) and not isinstance(found, int)
    assert found.because == "visits" and found.number <= 724


def test_solutions_are_lazy() -> None:
    first = list(itertools.islice(bezzel.solutions(30), 3))
    assert all(placement.is_solution for placement in first)
    listed = bezzel.solutions(8)
    assert listed.answer is None
    assert len({placement.write() for placement in listed}) == 92
    assert listed.answer is not None and listed.answer["total"] == "92"
    assert next(listed, None) is None
    some = bezzel.solutions(8)
    next(some)
    some.close()
    assert next(some, None) is None


def test_solving() -> None:
    for n in (1, 4, 5, 12, 100):
        solution = bezzel.solve(n)
        assert solution is not None and solution.is_solution
    assert bezzel.solve(2) is None
    solved = bezzel.solve(10, with_="exact-cover")
    assert solved is not None and solved.is_solution
    with pytest.raises(errors.Unfinished, match="proves nothing"):
        bezzel.solve(40, algorithm="backtracking", visits=50)


def test_placements() -> None:
    queens = bezzel.Placement("1,3,0,2")
    assert list(queens) == [(0, 1), (1, 3), (2, 0), (3, 2)]
    assert (0, 1) in queens and (0, 0) not in queens and len(queens) == 4
    assert queens == bezzel.Placement([1, 3, 0, 2]) == pickle.loads(pickle.dumps(queens))
    assert hash(queens) == hash(bezzel.Placement([1, 3, 0, 2]))
    assert bezzel.Placement(queens.write("fen"), notation="fen") == queens
    assert queens.image("D1").columns == [2, 0, 3, 1]
    assert queens.canonical() == queens and len(queens.orbit()) == 2
    on_torus = bezzel.Placement("1,3,0,2,4", problem=bezzel.Problem(5, torus=True))
    assert on_torus.image("R4+0,1").columns == [2, 4, 1, 3, 0]
    assert on_torus.canonical().columns == [0, 2, 4, 1, 3] and len(on_torus.orbit()) == 10
    strip = bezzel.Problem("3x4", topology="mobius")
    across = bezzel.Placement([(0, 3)], problem=strip)
    assert across.image("R4+0,1").squares == [(2, 0)]
    with pytest.raises(errors.BadRequest, match=r"no symmetry 'R1\+9,9'; it has R1, .*, …"):
        on_torus.image("R1+9,9")
    with pytest.raises(bezzel.Error, match="more than 20000"):
        bezzel.Placement([(0, 0)], problem=bezzel.Problem(1000, torus=True)).orbit()
    assert queens.remove((0, 1)).columns == [None, 3, 0, 2]
    assert not queens.place((0, 0)).is_solution
    assert queens.place((0, 0)).conflicts()
    assert queens._repr_svg_().startswith("<svg")
    torus = bezzel.Problem(5, torus=True, blocked=[(0, 0)])
    assert pickle.loads(pickle.dumps(torus)) == torus
    assert repr(torus) == "Problem('5', torus=True, blocked=[(0, 0)])"
    assert eval(repr(torus), {"Problem": bezzel.Problem}) == torus
    placed = bezzel.Placement([(0, 1)], problem=torus)
    assert placed.problem == torus
    assert repr(placed) == f"Placement([(0, 1)], problem={torus!r})"


def test_a_board_to_play_with() -> None:
    board = bezzel.Board(5, [(0, 0)])
    assert (1, 0) not in board.free() and (1, 2) in board.free()
    assert "<svg" in board._repr_svg_()
    board.place((1, 1))
    assert len(board.conflicts()) == 1
    assert board.remove((1, 1)).queens == [(0, 0)]


def test_sampling_checking_and_symmetry() -> None:
    assert [one.is_solution for one in bezzel.sample(7, 5, seed=2)] == [True] * 5
    assert bezzel.check("0,2,4,1,3", torus=True)
    assert bezzel.check(bezzel.Placement("0,2,4,1,3"), torus=True)
    wrong = bezzel.check("0,1,2,3", faults=1)
    assert not wrong and wrong.faults_in_all == 3 and len(wrong.faults) == 1
    assert bezzel.check("1,3,0,2", definition="csp")
    found = bezzel.symmetry(bezzel.Placement("0,4,7,5,2,6,1,3"))
    assert len(found.orbit) == 8 and found.stabiliser == ["R4"]


def test_construction_gives_an_array() -> None:
    columns = bezzel.construct(100_003)
    assert columns.dtype == numpy.uint32
    assert len(numpy.unique(columns)) == 100_003
    rows = numpy.arange(100_003, dtype=numpy.int64)
    for diagonal in (rows + columns, rows - columns):
        assert len(numpy.unique(diagonal)) == 100_003
    with pytest.raises(errors.BadRequest, match="no solution"):
        bezzel.construct(3)


def test_puzzles_have_one_solution() -> None:
    puzzle = bezzel.puzzle(7, without_guessing=True, seed=2)
    assert puzzle.level in ("easy", "medium", "hard")
    assert bezzel.count(puzzle.problem) == 1 and puzzle.solution.is_solution
    assert len(str(puzzle).splitlines()) == 7 and "<svg" in puzzle._repr_svg_()
    same = bezzel.puzzle(7, without_guessing=True, seed=2)
    assert same.problem == puzzle.problem == pickle.loads(pickle.dumps(puzzle.problem))
    completion = bezzel.puzzle(8, kind="completion", level="medium")
    assert completion.problem.given and str(completion).count("Q") == len(completion.problem.given)
    assert bezzel.puzzle(date="today").document.keys() == puzzle.document.keys()


def test_regions_are_part_of_a_problem() -> None:
    letters = "AABB/AABB/CCDD/CCDD"
    about = bezzel.Problem(4, rule="touching", regions=letters)
    assert about.regions == letters and bezzel.Problem(4).regions is None
    assert eval(repr(about), {"Problem": bezzel.Problem}) == about
    listed = list(bezzel.solutions(4, rule="touching", regions=letters))
    assert len(listed) == bezzel.count(about) == 2 and bezzel.solve(about) in listed
    with pytest.raises(errors.BadRequest, match="regions"):
        bezzel.count(5, regions=letters)


def test_questions_about_a_count() -> None:
    divided = bezzel.divide(8)
    assert sum(one.total for one in divided.columns) == divided.total == 92
    used = bezzel.squares(8)
    assert used.total == 92 and sum(sum(row) for row in used.squares) == 8 * 92
    late = bezzel.squares(17, time=0.05, threads=1)
    assert (late.stopped, late.total, late.squares) == ("time", None, [])
    assert bezzel.forecast(10).outlook == "short"
    table = bezzel.space_table([3, 4], [2, 3])
    assert all(one.total == bezzel.space_count(one.n, one.d) for one in table.entries)
    assert len(table.entries) == 4
    assert bezzel.closed_form(3).formula
    assert bezzel.modular(5, 2, exists=True).exists == "yes"
    assert bezzel.classes(5, torus=True).total == bezzel.count(5, torus=True)
    with pytest.raises(errors.Unfinished):
        bezzel.classes(16, time=0.0)
    limited = bezzel.fundamental(10, algorithm="backtracking", visits=500)
    assert isinstance(limited, bezzel.AtLeast)


def test_trees_show_themselves() -> None:
    trace = bezzel.trace(4, "backtracking", all=True)
    tree = trace.tree()
    assert tree["total"] == len(tree["nodes"]) and tree._repr_svg_().startswith("<svg")
    assert trace.tree(1)["total"] < tree["total"]


def test_comparisons_are_columns() -> None:
    table = bezzel.compare([6, 7], ["wirth", "bitmask"], goal="all", fit=True)
    assert table["algorithm"] == ["wirth", "bitmask"] * 2
    assert table["solutions"] == [4, 4, 40, 40]
    assert {len(column) for column in table.values()} == {4}
    assert "<table>" in table._repr_html_()
    assert pandas.DataFrame(table)["visits"].sum() == sum(table["visits"])
    assert polars.DataFrame(table)["visits"].sum() == sum(table["visits"])
    experiment = bezzel.compare(8, "las-vegas", seeds=20)
    assert experiment.samples[0]["runs"] == 20


def test_models_go_out_and_come_back() -> None:
    text = bezzel.export(4, "cnf", encoding="pairwise")
    assert text.splitlines()[-1].endswith(" 0")
    right = bezzel.import_answer(1, "cnf", "s SATISFIABLE\nv 1 0\n")
    assert right and right.verified
    with pytest.raises(bezzel.Error):
        bezzel.import_answer(4, "cnf", "what?")


def test_stacks() -> None:
    found = bezzel.stack(7)
    assert found is not None and found.toroidal
    assert found._repr_svg_().startswith("<svg")
    assert {"image/svg+xml", "text/html"} <= set(found._repr_mimebundle_())
    assert bezzel.stack_count(5).unordered == 2
    assert bezzel.max_disjoint(8).max_disjoint == 6
    family = bezzel.disjoint(8, 5)
    assert family.max_disjoint is None and len(family.solutions) == 5
    assert bezzel.disjoint(8, 7).solutions == []
    assert bezzel.stack(12, torus=True) is None
    assert all(one.toroidal for one in bezzel.stacks(7, torus=True))
    assert bezzel.modular(7, 2, maximum=True).maximum == 7


def test_pictures(tmp_path: Path) -> None:
    picture = bezzel.draw(bezzel.Placement("1,3,0,2"))
    assert picture._repr_mimebundle_()["image/svg+xml"].startswith("<svg")
    picture.save(tmp_path / "four.svg")
    assert (tmp_path / "four.svg").read_bytes() == picture.content
    png = bezzel.draw("board", 4, placement="1,3,0,2", format="png")
    assert png.content.startswith(b"\x89PNG") and "image/png" in png._repr_mimebundle_()
    plot = bezzel.draw("plot", [4, 5, 6], of="solutions")
    assert plot.data is not None and "724" not in plot.data
    assert "<svg" in str(bezzel.draw("orbit", 4, placement="1,3,0,2"))
    floors = [[(2 * row + floor) % 5 for row in range(5)] for floor in range(5)]
    assert "five floors" in str(bezzel.draw("levels", floors=floors, caption="five floors"))
    lines = bezzel.draw("board", 4, "1,3,0,2", lines=True, no_conflicts=True)
    assert len(lines.content) > len(picture.content)


def test_an_orbit_has_the_shifts_of_joined_edges() -> None:
    torus = bezzel.Problem(5, torus=True)
    sheet = str(bezzel.draw("orbit", torus, "0,2,4,1,3"))
    assert "10 different placements" in sheet and "R4+0,1" in sheet
    assert "2 different placements" in str(bezzel.draw("orbit", 4, "1,3,0,2"))


#: Domination and independent domination of queens for sides 1 to 7, armies for 1 to 5 and completion
#: thresholds for 4 to 8: OEIS A075458, A075324, A250000, A374013.
EXTREMES = {
    "domination": (1, [1, 1, 1, 2, 3, 3, 4]),
    "independent-domination": (1, [1, 1, 1, 3, 3, 4, 4]),
    "armies": (1, [0, 0, 1, 2, 4]),
    "completion": (4, [0, 1, 0, 1, 1]),
}


@pytest.mark.parametrize("question", EXTREMES)
def test_questions_are_answered_with_what_shows_it(question: str) -> None:
    first, numbers = EXTREMES[question]
    for n, number in enumerate(numbers, first):
        found = bezzel.ask(n, question)
        assert found.number == number and found.stopped is None
        assert found.by == ("exact-cover" if question == "completion" else "cdcl")
        if question == "armies" and number:
            assert [len(army) for army in found.placements] == [number, number]
        elif question.endswith("domination"):
            assert len(found.placements[0]) == number


def test_questions_have_proofs_and_limits(tmp_path: Path) -> None:
    proof = tmp_path / "armies.lrat"
    assert bezzel.ask(4, "armies", proof=proof).refuted == 3
    assert proof.exists() and proof.with_suffix(".cnf").exists()
    with pytest.raises(errors.Exists):
        bezzel.ask(4, "armies", proof=proof)
    assert bezzel.ask(4, "armies", proof=proof, force=True).number == 2
    assert bezzel.ask(3, "domination", rule="king").number == 1
    stopped = bezzel.ask(20, "domination", time=0.0)
    assert (stopped.number, stopped.stopped) == (None, "time")
    with pytest.raises(errors.UnknownName):
        bezzel.ask(4, "peace")


def test_colourings(tmp_path: Path) -> None:
    found = bezzel.colours(5, 5)
    assert found is not None and found.colouring is not None
    assert found.colouring[0] == [1, 2, 3, 4, 5]
    blocked = bezzel.colours(4, 5, blocked=[(0, 0)])
    assert blocked is not None and blocked.colouring is not None and blocked.colouring[0][0] is None
    proof = tmp_path / "six.lrat"
    assert bezzel.colours(6, 6, proof=proof) is None and proof.exists()
    assert [bezzel.chromatic(n).chromatic_number for n in range(1, 9)] == [1, 4, 5, 5, 5, 7, 7, 9]
    with pytest.raises(errors.Unfinished, match="at least 20"):
        bezzel.chromatic(20, time=0.01)


def test_papers() -> None:
    found = bezzel.reproduce("tutorial", "nodes", quick=True)
    assert found and found.rows[3]["computed"] == "65"
    assert "<table>" in found._repr_html_()


def test_registries() -> None:
    wirth = bezzel.algorithms("wirth")[0]
    assert "Wirth" in wirth._repr_html_()
    assert len(bezzel.algorithms()) > 30
    assert {"colour", "enumerate"} <= {engine.id for engine in bezzel.engines()}


def test_estimates() -> None:
    found = bezzel.estimate(20, descents=2000)
    assert found.solutions is not None
    low, high = found.solutions.low, found.solutions.high
    assert low is not None and high is not None and low < 39_029_188_884 < 2 * high


def test_jobs(tmp_path: Path) -> None:
    ledger = tmp_path / "count.ledger"
    job = bezzel.Job.create(ledger, 12)
    with pytest.raises(errors.Exists):
        bezzel.Job.create(ledger, 12)
    part = job.run(units=2, threads=1)
    assert part.total is None and part.because == "units" and part.units["done"] >= 1
    half = job.split("1/2", tmp_path / "half.ledger")
    half.run()
    merged = bezzel.Job.merge(ledger, [tmp_path / "half.ledger"])
    assert merged.units_done >= part.units["done"]
    done = bezzel.Job.open(ledger, 12).run()
    assert done.total == 14200 and done.state == "done"
    assert done.provenance["how"] == "resumed"
    # Left out of the document where they are empty.
    assert "troubles" not in done.document and done.troubles == [] and done.devices == []
    with pytest.raises(AttributeError, match="no field trouble"):
        _ = done.trouble
    assert job.verify(sample=3, seed=5)
    assert job.units()["done"] == done.units["total"]
    lines = job.export()
    assert json.loads(lines.splitlines()[0])
    copy = bezzel.Job.read(tmp_path / "copy.ledger", lines)
    assert copy.status().total == 14200
    assert "14200" not in repr(copy) and "12" in repr(copy)
    with pytest.raises(errors.Io):
        bezzel.Job(tmp_path / "none.ledger")


def test_a_count_resumes_its_ledger(tmp_path: Path) -> None:
    ledger = tmp_path / "count.ledger"
    bezzel.Job.create(ledger, 11).run(units=3, threads=1)
    total = bezzel.count(11, ledger=ledger)
    assert total == 2680 and total.counted.provenance["how"] == "resumed"
