"""Which shards are this process's, where several processes serve one bot.

Discord sends what happens in a server to one shard. A cluster is a process with some of the shards;
together the clusters have each shard once.
"""

from collections.abc import Iterator


def shards_of(cluster: int, clusters: int, shards: int) -> tuple[int, ...]:
    """Return the shards of a cluster, counted from 0: neighbours, and as many as the others have.

    ``clusters`` must not be more than ``shards``.
    """
    return tuple(shard for shard in range(shards) if shard * clusters // shards == cluster)


def complaints(cluster: int, clusters: int, shards: int | None) -> Iterator[tuple[str, str, str]]:
    """Yield what is wrong with these settings together: with which, what, and how to mend it.

    Each is about the number of clusters and one other setting, which is the one that is named.
    """
    if cluster >= clusters:
        yield (
            "CLUSTER_ID",
            f"is {cluster}, but there are {clusters} clusters, counted from 0.",
            f"Write a number from 0 to {clusters - 1}, another one for each process.",
        )
    if clusters > 1 and shards is None:
        yield (
            "SHARD_COUNT",
            "is not set, and several clusters have to agree on it.",
            f"Write the same number for all of them, {clusters} or more.",
        )
    if shards is not None and shards < clusters:
        yield (
            "SHARD_COUNT",
            f"is {shards}, too few for {clusters} clusters: each needs one shard at least.",
            f"Write {clusters} or more, or run fewer clusters.",
        )
