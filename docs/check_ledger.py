#!/usr/bin/env python3
"""Checks a ledger that `bezzel job export` has written, and adds it up: python3 check_ledger.py FILE"""
import hashlib, json, sys

FIELDS = {  # what the checksum of a record covers, in this order
    "result": "label subtotal program revision device host micros processor_micros attempt finished",
    "split": "label program made",
    "recount": "label recorded recount by seed program device host micros finished",
}


def seal(*fields):
    """SHA-256 over fields, each with its length in bytes in front."""
    texts = [str(field).encode() for field in fields]
    return hashlib.sha256(b"".join(len(t).to_bytes(8, "little") + t for t in texts)).hexdigest()


def check(lines):
    *body, last = lines
    end, (job, *records) = json.loads(last), [json.loads(line) for line in body]
    assert end["lines"] == len(body), "lines are missing"
    assert end["sha256"] == hashlib.sha256(b"".join(body)).hexdigest(), "a line was changed"
    units = [record["label"] for record in records if record["line"] == "unit"]
    problem = json.dumps(job["problem"], separators=(",", ":"), ensure_ascii=False)
    plan = (job["engine"], job["revision"], problem, job["divisor"], len(units), *units)
    assert job["digest"] == seal("bezzel plan 2", *plan), "the units are not those of the plan"
    kept = {kind: [record for record in records if record["line"] == kind] for kind in FIELDS}
    for kind, record in ((kind, record) for kind in FIELDS for record in kept[kind]):
        values = ["" if record[name] is None else record[name] for name in FIELDS[kind].split()]
        values += [len(record["into"]), *record["into"]] if kind == "split" else []
        right = seal(f"bezzel {kind} 2", job["digest"], *values)
        assert record["checksum"] == right, f"the checksum of {record['label']} is wrong"
    found = {result["label"]: result["subtotal"] for result in kept["result"]}
    assert len(found) == len(kept["result"]), "a unit has two results"
    if job["counts"] == "every-dimension":
        return f"sound, {len(found)} results; spectra are not added up here"
    parts = {split["label"]: split["into"] for split in kept["split"]}

    def value(unit):  # a unit's own result, or the sum of what it was split into
        below = [value(part) for part in parts.get(unit, [])]
        summed = None if not below or None in below else sum(below)
        own = int(found[unit]) if unit in found else summed
        assert summed in (None, own), f"{unit} is not the sum of its parts"
        return own

    for again in kept["recount"]:
        assert value(again["label"]) in (None, int(again["recount"])), f"{again['label']} is disputed"
    values = [value(unit) for unit in units]
    if None in values:
        return f"sound, {len(values) - values.count(None)} of {len(values)} units are counted"
    total, rest = divmod(sum(values), int(job["divisor"]))
    assert rest == 0, "the sum is not divisible"
    return f"sound, {len(kept['recount'])} recounts agree, total {total}"


if __name__ == "__main__":
    try:
        print(check(open(sys.argv[1], "rb").readlines()))
    except AssertionError as error:
        sys.exit(f"not sound: {error}")
