"""The recap of a game as a picture, in the language that is spoken."""

from collections.abc import Sequence

from bot.game.game import Claim, Game
from bot.game.recap import PlayerRecap, Recap, recap
from bot.i18n import listed, say, say_many
from bot.ui.pictures.drawing import MOST_ALT
from bot.ui.pictures.lettering import LETTERS
from bot.ui.pictures.people import Figure, figures
from bot.ui.pictures.shapes import TIMES
from bot.ui.pictures.timeline import MOST_LANES, Collected, Lane, Timeline
from bot.ui.words import Names, bounty_name, dungeon_name, pay, within


def timeline(game: Game, names: Names) -> Timeline:
    """Return the picture of a game that is over."""
    told, everybody = recap(game), figures(game, names, LETTERS)
    players = _in_turn_order(game, told)
    lanes = tuple(
        _lane(game, told, player, everybody[player.player]) for player in players[:MOST_LANES]
    )
    facts = [say_many("{n} turn", "{n} turns", told.turns)] if told.turns else []
    if len(players) > MOST_LANES:
        facts.append(say("… and {n} more.", n=len(players) - MOST_LANES))
    title = _title(told, [everybody[player].name for player in told.winners])
    return Timeline(
        title=title,
        facts=" ".join(facts),
        lanes=lanes,
        turns=max(1, told.turns),
        turn_word=say("Turn"),
        initiative=say("the initiative") if any(lane.held for lane in lanes) else "",
        bounty=say("collected a bounty") if game.bounties.claims else "",
        alt=_alt(title, lanes),
    )


def _in_turn_order(game: Game, told: Recap) -> Sequence[PlayerRecap]:
    """Return the players as their turns came, whoever began first."""
    if not game.seated:
        return told.players
    first = game.players.index(game.turns.teams[game.turns.starting].players[0])
    return (*told.players[first:], *told.players[:first])


def _title(told: Recap, winners: Sequence[str]) -> str:
    if told.draw:
        return say("A draw")
    return say("{players} won", players=listed(winners)) if winners else say("The game is over")


def _lane(game: Game, told: Recap, player: PlayerRecap, figure: Figure) -> Lane:
    claims = [claim for claim in game.bounties.claims if claim.player == player.player]
    return Lane(
        figure=figure,
        note=say_many("{n} turn", "{n} turns", player.turns) if game.seated else "",
        trophies=_trophies(player),
        winner=player.player in told.winners,
        left=player.left,
        held=tuple((h.first, h.last) for h in told.held if h.player == player.player),
        collected=tuple(_collected(claim) for claim in claims),
    )


def _collected(claim: Claim) -> Collected:
    name = bounty_name(claim.card)
    return Collected(claim.turn, name, claim.treasures, claim.cards)


def _trophies(player: PlayerRecap) -> str:
    parts = []
    if player.bounties:
        parts.append(pay(player.treasures, player.cards))
    for name, count in player.dungeons.items():
        times = f" {TIMES}{count}" if count > 1 else ""
        parts.append(dungeon_name(name) + times)
    return " · ".join(parts)


def _held(first: int, last: int) -> str:
    if first == last:
        return say("the initiative in turn {turn}", turn=first)
    return say("the initiative in turns {first} to {last}", first=first, last=last)


def _alt(title: str, lanes: Sequence[Lane]) -> str:
    told = [f"{title}."]
    for lane in lanes:
        parts = [lane.note, lane.trophies]
        parts += [say("turn {turn}: {bounty}", turn=c.turn, bounty=c.name) for c in lane.collected]
        parts += [_held(first, last) for first, last in lane.held]
        told.append(f"{lane.figure.name}: {'; '.join(part for part in parts if part)}.")
    return within(told, MOST_ALT, between=" ")
