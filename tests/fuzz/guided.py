"""Coverage-guided fuzzing of one door by atheris (libFuzzer): `python -m tests.fuzz.guided DOOR [SECONDS] [FOLDER]`.

`make fuzz` runs every door, a minute each or FUZZ_SECONDS. What was found goes into FOLDER (build/fuzz) as a file; give that
file's path instead of SECONDS to run it alone. Exit code 0: nothing found. The last line tells how many inputs were tried.
"""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["tavolo", "host_tools", "tests.fuzz"]):
    from tests.fuzz import doors


def main() -> None:
    """Fuzz; libFuzzer ends the process."""
    name = sys.argv[1]
    limit = sys.argv[2] if len(sys.argv) > 2 else "60"
    folder = Path(sys.argv[3] if len(sys.argv) > 3 else "build/fuzz") / name
    (folder / "corpus").mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(doors.SEEDS.get(name, [b""])):
        (folder / "corpus" / f"seed-{number}").write_bytes(seed)
    options = [sys.argv[0], f"-artifact_prefix={folder}/found-", "-timeout=10", "-rss_limit_mb=600", "-max_len=2000"]
    if limit.isdigit():
        options += [f"-max_total_time={limit}", "-print_final_stats=1", str(folder / "corpus")]
    else:
        options.append(limit)
    atheris.Setup(options, doors.DOORS.get(name, doors.planted))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
