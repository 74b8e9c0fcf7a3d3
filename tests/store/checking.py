"""Whether the games in a database are whole."""

from bot.game.engine import replay
from bot.game.game import Game
from bot.game.rules import COMMANDER, EVENTS
from bot.store.open import open_store
from tests.store.steps import places
from tests.store.writer import TABLES


async def check_the_games(url: str) -> list[int]:
    """Check that each table's events in force lead to its state, and that no seq is missing.

    Returns the interactions that were kept.
    """
    store = await open_store(url)
    kept: list[int] = []
    try:
        for place in places(TABLES):
            latest = await store.latest(place)
            assert latest is not None
            steps = {
                step.seq: step
                for game in range(1, latest.game + 3)  # undo can lead back into an earlier one
                for step in await store.log(place, game)
            }
            assert sorted(steps) == list(range(1, latest.seq + 1))
            in_force = []
            seq = latest.cursor
            while seq and steps[seq].game == latest.game:
                in_force.append(steps[seq])
                seq = steps[seq].parent
            game = Game()
            for step in reversed(in_force):
                game = replay(game, EVENTS.validate_json(step.events))
            assert game == COMMANDER.read(latest.state or "")
            kept += [step.interaction for step in steps.values()]
    finally:
        await store.close()
    return kept
