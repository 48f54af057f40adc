"""Coverage-guided fuzzing of doors by atheris (libFuzzer): `python -m tests.fuzz.guided DOOR[,DOOR..] [SECONDS] [FOLDER]`.

`make fuzz` runs every door, a minute each or FUZZ_SECONDS. What was found goes into FOLDER (build/fuzz) as a file; give that
file's path instead of SECONDS to run it alone. Exit code 0: nothing found. The last line tells how many inputs were tried.
Several doors: one after the other, each in a fork, as the modules take longer to load than a second of fuzzing; what each
said is in FOLDER/DOOR/said, its exit code is the last line.
"""

import os
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["tavolo", "host_tools", "tests.fuzz"]):
    from tests.fuzz import doors


def fuzz(name: str, limit: str, out: Path) -> None:
    """Fuzz one door; libFuzzer ends the process."""
    folder = out / name
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


def apart(name: str, limit: str, out: Path) -> int:
    """Fuzz one door in a fork, which says what it has to say into a file. Its exit code."""
    (out / name).mkdir(parents=True, exist_ok=True)
    said = out / name / "said"
    child = os.fork()
    if child == 0:
        with said.open("wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        fuzz(name, limit, out)
        os._exit(99)  # fuzzing ends the process
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with said.open("a") as file:
        file.write(f"\n{code}\n")
    return code


def main() -> None:
    """What the command line asks for."""
    names = sys.argv[1].split(",")
    limit = sys.argv[2] if len(sys.argv) > 2 else "60"
    out = Path(sys.argv[3] if len(sys.argv) > 3 else "build/fuzz")
    if len(names) == 1:
        fuzz(names[0], limit, out)
    sys.exit(max([abs(apart(name, limit, out)) for name in names]))


if __name__ == "__main__":
    main()
