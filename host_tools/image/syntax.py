"""A module's syntax tree, as the steps of the image look at it: each step reads all texts, and most texts stay as they are."""

import ast
from functools import lru_cache

_MOST = 320  # texts: an image at each of its steps, and most of another board's; their trees take some 40 MB


@lru_cache(maxsize=_MOST)
def nodes(text: str) -> tuple[ast.AST, ...]:
    """All nodes in the order of `ast.walk`, the module first. They are shared: nobody changes them. Raises SyntaxError."""
    return tuple(ast.walk(ast.parse(text)))
