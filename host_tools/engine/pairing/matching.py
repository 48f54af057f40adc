"""The cheapest perfect matching, exactly: Edmonds' blossom method as rustworkx has it, with its own proof of the optimum."""

from collections.abc import Iterable

from host_tools.engine.pairing.field import PairingError

LARGEST_SUM = 2**124  # the method adds and doubles weights and duals; this leaves it room below 2**127
Edge = tuple[int, int, int]  # node, node, cost (0 or more)


def cheapest(nodes: int, edges: Iterable[Edge]) -> list[tuple[int, int]]:
    """Every node in exactly one of these edges, at the least sum of costs: (smaller node, larger node), sorted.

    Costs are whole numbers and nothing is rounded: the library counts in 128 bits. It checks the optimum by its dual solution
    (`verify_optimum`), which costs little. Raises PairingError when the edges leave no perfect matching, or when the costs
    are too large for 128 bits (thousands that have met hundreds each).
    """
    import rustworkx  # loaded here: every command would wait for it, and few pair

    listed = list(edges)
    top = max((cost for _, _, cost in listed), default=0)
    if top * nodes >= LARGEST_SUM:
        raise PairingError("too many competitors with too many earlier matches for one exact pairing; pair by groups")
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    # the library maximises: the dearest edge weighs 0. Every perfect matching has as many edges, so the order is kept
    graph.add_edges_from([(one, other, top - cost) for one, other, cost in listed])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int, verify_optimum=True)
    if 2 * len(found) != nodes:
        raise PairingError(f"of {nodes} only {2 * len(found)} can be matched; free some of the locks")
    return sorted((min(pair), max(pair)) for pair in found)
