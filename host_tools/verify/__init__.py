"""Re-derives every number of an event from its raw facts, with code that shares nothing with the engine (docs/verify.md).

Only the standard library is imported here: an error of the engine cannot hide behind its own arithmetic.
"""

from host_tools.verify.checking import verify
from host_tools.verify.report import Finding, Report

__all__ = ["Finding", "Report", "verify"]
