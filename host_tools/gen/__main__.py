"""Makes everything that is generated and committed: python -m host_tools.gen [--check]. Pictures are apart: they play a round."""

import sys

from host_tools.gen import fonts, texts, vp_tables


def main(check: bool) -> int:
    """Run every generator, or compare what each would write. Returns 1 when any differs."""
    return max([generator.main(check) for generator in (vp_tables, texts, fonts)])


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
