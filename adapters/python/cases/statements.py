import asyncio

LIMIT = 10


async def run(items, table):
    # Statements that the other sample does not have.
    if items is None:
        return 0
    if not isinstance(items, list):
        raise TypeError(items)
    items.sort(key=lambda item: item.size)
    table.on(lambda event: event)
    table.open().close()
    results = await asyncio.gather(*items)
    TOTAL = 3
    match results:
        case [first, *_]:
            return first
        case _:
            pass
    while (rest := table.next()) is not None:
        if rest == TOTAL:
            break
        else:
            continue
    return LIMIT
