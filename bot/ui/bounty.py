"""The bounty on offer, the trophies, the deck menu, and the rules of bounties in short."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.game.bounty import SMALLEST_DECK, Pays
from bot.game.facts import BOUNTIES, REWARDS, TOP_LEVEL, Reads
from bot.game.game import Game
from bot.i18n import mark, say, say_many
from bot.table import PodTable, Version
from bot.ui.buttons import button, menu, row
from bot.ui.layout import card, text, view
from bot.ui.words import (
    Names,
    bounty_name,
    cut,
    mention,
    mentions,
    pay,
    reward,
    seat_name,
    within,
)

Item = discord.ui.Item[Any]
GREEN = discord.ButtonStyle.success

MOST_PAGE = 3_800


def section(table: PodTable, names: Names) -> list[Item]:
    """Return the panel's part about bounties: what is on offer, and the buttons to collect."""
    game = table.game
    offer = game.bounties.offer
    if offer is None:
        return [text(f"### {say('Bounty')}\n{waiting(game)}")]
    items: list[Item] = [text("\n".join(_offer_lines(game)))]
    if (asked := _ask_for_most(table, names)) is not None:
        items.append(row(asked))
    if not game.seated or game.active:
        items.append(row(*collect_buttons(offer.level, table.version)))
    return items


def gauge(level: int) -> str:
    """Return a level as a gauge: "▰▰▱▱"."""
    return "▰" * level + "▱" * (TOP_LEVEL - level)


def waiting(game: Game) -> str:
    """Return why no bounty is on offer, and when the next one comes."""
    bounties = game.bounties
    if game.this_turn.claimed:
        return say("Collected. The next one is revealed as the next turn begins.")
    if bounties.under_way:
        return say("The next one is revealed as the next turn begins.")
    if not game.seated:
        return say("None yet: `/bounty reveal` turns up the first.")
    if not bounties.on:
        return say("This pod plays without bounties.")
    starting = game.turns.teams[game.turns.starting].players
    if not game.members(game.turns.starting):
        return say(
            "The first one comes with the turn after the third of {players} would have begun.",
            players=mentions(starting),
        )
    return say(
        "The first one comes as the third turn of {players} begins.", players=mentions(starting)
    )


def _offer_lines(game: Game) -> list[str]:
    offer = game.bounties.offer
    assert offer is not None
    bounty = BOUNTIES[offer.card]
    return [
        say("### Bounty: {bounty}", bounty=bounty_name(offer.card)),
        say(bounty.condition) + (f" ({bounty.rule})" if bounty.rule else ""),
        *_what_it_reads(game, bounty.reads),
        say(
            "{gauge} level {level} of {top}: **{reward}**",
            gauge=gauge(offer.level),
            level=offer.level,
            top=TOP_LEVEL,
            reward=reward(offer.level),
        ),
    ]


def _what_it_reads(game: Game, reads: Reads | None) -> list[str]:
    if reads in (Reads.LEFT, Reads.RIGHT):
        return [
            say(
                "Neighbours of {player}: left {left}, right {right}",
                player=mention(n.player),
                left=mention(n.left),
                right=mention(n.right),
            )
            for n in game.this_turn.neighbours
        ]
    most = game.this_turn.most
    if reads in (Reads.LIFE, Reads.HAND) and most is not None:
        return [say("As the turn began: {players}", players=mentions(most))]
    return []


def _ask_for_most(table: PodTable, names: Names) -> discord.ui.Item[Any] | None:
    game = table.game
    offer = game.bounties.offer
    reads = BOUNTIES[offer.card].reads if offer else None
    if not game.seated or reads not in (Reads.LIFE, Reads.HAND) or game.this_turn.most is not None:
        return None
    return menu(
        "bounty.most",
        options=[
            discord.SelectOption(label=seat_name(game, names, player), value=str(player))
            for player in game.present
        ],
        placeholder=say("Who began with the most life?")
        if reads is Reads.LIFE
        else say("Who began with the most cards in hand?"),
        most=len(game.present),
        seen=table.version,
    )


def collect_buttons(level: int, seen: Version) -> Sequence[Item]:
    """Return the buttons to collect at ``level``: two where the claimer chooses."""
    paid = REWARDS[level]
    if not paid.or_cards:
        label = _collect(pay(paid.treasures, paid.cards))
        return [button("bounty.claim", label=label, style=GREEN, seen=seen)]
    choices = ((Pays.TREASURES, pay(paid.treasures, 0)), (Pays.CARD, pay(0, paid.or_cards)))
    return [
        button("bounty.claim", pays, label=_collect(what), style=GREEN, seen=seen)
        for pays, what in choices
    ]


def _collect(paid: str) -> str:
    return say("Collect (end step): {paid}", paid=paid)


def status(table: PodTable) -> discord.ui.LayoutView:
    """Return the bounty on offer and how the deck stands, without buttons."""
    game = table.game
    bounties = game.bounties
    lines = _offer_lines(game) if bounties.offer else [f"### {say('Bounty')}", waiting(game)]
    pile = len(bounties.pile) if bounties.deck else len(BOUNTIES)
    lines.append(
        say_many(
            "-# {n} card in the pile, {collected} collected.",
            "-# {n} cards in the pile, {collected} collected.",
            pile,
            collected=len(bounties.trophies),
        )
    )
    if bounties.picked:
        names = ", ".join(sorted(bounty_name(card_) for card_ in bounties.deck))
        lines.append(say("-# In this deck: {bounties}.", bounties=names))
    return view(card(text("\n".join(lines))))


def trophies(table: PodTable) -> discord.ui.LayoutView:
    """Return the collected bounties under their owners' names, and what each owner earned."""
    bounties = table.game.bounties
    claimers = dict.fromkeys(claim.player for claim in bounties.claims)
    if not claimers:
        return view(
            card(text(f"### {say('Trophies')}\n{say('Nobody has collected a bounty yet.')}"))
        )
    told = [f"### {say('Trophies')}"]
    for player in claimers:
        held = [bounty_name(t.card) for t in bounties.trophies if t.player == player]
        claims = [claim for claim in bounties.claims if claim.player == player]
        earned = pay(sum(c.treasures for c in claims), sum(c.cards for c in claims))
        told.append(
            f"{mention(player)}: {', '.join(held) or say('none now')}\n"
            + say_many(
                "-# {n} claim in all: {earned}.",
                "-# {n} claims in all: {earned}.",
                len(claims),
                earned=earned,
            )
        )
    return view(card(text(within(told, MOST_PAGE))))


def deck_menu(seen: Version) -> discord.ui.LayoutView:
    """Return the menu of the twelve bounties."""
    options = [
        discord.SelectOption(
            label=bounty_name(b.id), value=b.id, description=cut(say(b.condition), 100)
        )
        for b in BOUNTIES.values()
    ]
    chooser = menu(
        "bounty.deck",
        options=options,
        placeholder=say("Choose the bounties of this deck"),
        least=SMALLEST_DECK,
        most=len(options),
        seen=seen,
    )
    return view(
        text(
            say(
                "Pick {least} to {most} bounties. They are shuffled face down.",
                least=SMALLEST_DECK,
                most=len(options),
            )
        ),
        row(chooser),
    )


RULES = mark("""### Bounties in short
A shared deck of {least} to {most} different bounties lies face down. The first \
is revealed as the *starting player's* third turn begins. From then on, as each turn begins, an \
unclaimed bounty goes up a level, four at most; when none is on offer, the next is revealed.

Collect at the beginning of your own end step, if the condition is true then and as it resolves: \
only on your turn, once a turn. A turn without an end step pays nothing.
{levels}
When the pile is empty, all collected bounties are shuffled into a new one.

**House rules**, where the cards are silent: after a claim nothing is revealed until the next turn \
begins. In Two-Headed Giant a team collects once a turn, either head. Neighbours are read as the \
turn begins and stay so. If the starting player left, the first bounty comes when their third turn \
would have begun.
-# From Outlaws of Thunder Junction Commander; the Comprehensive Rules do not have bounties.""")


def rules() -> discord.ui.LayoutView:
    """Return the rules of bounties in short, in our own words."""
    levels = "\n".join(f"{gauge(level)} {reward(level)}" for level in REWARDS)
    return view(card(text(say(RULES, levels=levels, least=SMALLEST_DECK, most=len(BOUNTIES)))))
