"""The bounty on offer, the trophies, the deck menu, and the rules of bounties in short."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.game.bounty import SMALLEST_DECK, Pays
from bot.game.facts import BOUNTIES, REWARDS, TOP_LEVEL, Reads
from bot.game.game import Game
from bot.table import PodTable, Version
from bot.ui.buttons import button, menu, row
from bot.ui.layout import card, text, view
from bot.ui.words import (
    Names,
    bounty_name,
    mention,
    mentions,
    numbered,
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
        return [text(f"### Bounty\n{waiting(game)}")]
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
        return "Collected. The next one is revealed as the next turn begins."
    if bounties.under_way:
        return "The next one is revealed as the next turn begins."
    if not game.seated:
        return "None yet: `/bounty reveal` turns up the first."
    if not bounties.on:
        return "This pod plays without bounties."
    starting = game.turns.teams[game.turns.starting].players
    return f"The first one comes as the third turn of {mentions(starting)} begins."


def _offer_lines(game: Game) -> list[str]:
    offer = game.bounties.offer
    assert offer is not None
    bounty = BOUNTIES[offer.card]
    return [
        f"### Bounty: {bounty.name}",
        f"{bounty.condition}" + (f" ({bounty.rule})" if bounty.rule else ""),
        *_what_it_reads(game, bounty.reads),
        f"{gauge(offer.level)} level {offer.level} of {TOP_LEVEL}: **{reward(offer.level)}**",
    ]


def _what_it_reads(game: Game, reads: Reads | None) -> list[str]:
    if reads in (Reads.LEFT, Reads.RIGHT):
        return [
            f"Neighbours of {mention(n.player)}: left {mention(n.left)}, right {mention(n.right)}"
            for n in game.this_turn.neighbours
        ]
    most = game.this_turn.most
    if reads in (Reads.LIFE, Reads.HAND) and most is not None:
        return [f"As the turn began: {mentions(most)}"]
    return []


def _ask_for_most(table: PodTable, names: Names) -> discord.ui.Item[Any] | None:
    game = table.game
    offer = game.bounties.offer
    reads = BOUNTIES[offer.card].reads if offer else None
    if not game.seated or reads not in (Reads.LIFE, Reads.HAND) or game.this_turn.most is not None:
        return None
    what = "life" if reads is Reads.LIFE else "cards in hand"
    return menu(
        "bounty.most",
        options=[
            discord.SelectOption(label=seat_name(game, names, player), value=str(player))
            for player in game.present
        ],
        placeholder=f"Who began with the most {what}?",
        most=len(game.present),
        seen=table.version,
    )


def collect_buttons(level: int, seen: Version) -> Sequence[Item]:
    """Return the buttons to collect at ``level``: two where the claimer chooses."""
    paid = REWARDS[level]
    if not paid.or_cards:
        label = f"Collect (end step): {pay(paid.treasures, paid.cards)}"
        return [button("bounty.claim", label=label, style=GREEN, seen=seen)]
    choices = ((Pays.TREASURES, pay(paid.treasures, 0)), (Pays.CARD, pay(0, paid.or_cards)))
    return [
        button("bounty.claim", pays, label=f"Collect (end step): {what}", style=GREEN, seen=seen)
        for pays, what in choices
    ]


def status(table: PodTable) -> discord.ui.LayoutView:
    """Return the bounty on offer and how the deck stands, without buttons."""
    game = table.game
    bounties = game.bounties
    lines = _offer_lines(game) if bounties.offer else ["### Bounty", waiting(game)]
    pile = len(bounties.pile) if bounties.deck else len(BOUNTIES)
    lines.append(f"-# {numbered(pile, 'card')} in the pile, {len(bounties.trophies)} collected.")
    if bounties.picked:
        names = ", ".join(sorted(bounty_name(card_) for card_ in bounties.deck))
        lines.append(f"-# In this deck: {names}.")
    return view(card(text("\n".join(lines))))


def trophies(table: PodTable) -> discord.ui.LayoutView:
    """Return the collected bounties under their owners' names, and what each owner earned."""
    bounties = table.game.bounties
    claimers = dict.fromkeys(claim.player for claim in bounties.claims)
    if not claimers:
        return view(card(text("### Trophies\nNobody has collected a bounty yet.")))
    told = ["### Trophies"]
    for player in claimers:
        held = [bounty_name(t.card) for t in bounties.trophies if t.player == player]
        claims = [claim for claim in bounties.claims if claim.player == player]
        earned = pay(sum(c.treasures for c in claims), sum(c.cards for c in claims))
        told.append(
            f"{mention(player)}: {', '.join(held) or 'none now'}\n"
            f"-# {numbered(len(claims), 'claim')} in all: {earned}."
        )
    return view(card(text(within(told, MOST_PAGE))))


def deck_menu(seen: Version) -> discord.ui.LayoutView:
    """Return the menu of the twelve bounties."""
    options = [
        discord.SelectOption(label=b.name, value=b.id, description=b.condition[:100])
        for b in BOUNTIES.values()
    ]
    chooser = menu(
        "bounty.deck",
        options=options,
        placeholder="Choose the bounties of this deck",
        least=SMALLEST_DECK,
        most=len(options),
        seen=seen,
    )
    return view(
        text(f"Pick {SMALLEST_DECK} to {len(options)} bounties. They are shuffled face down."),
        row(chooser),
    )


RULES = f"""### Bounties in short
A shared deck of {SMALLEST_DECK} to {len(BOUNTIES)} different bounties lies face down. The first \
is revealed as the *starting player's* third turn begins. From then on, as each turn begins, an \
unclaimed bounty goes up a level, four at most; when none is on offer, the next is revealed.

Collect at the beginning of your own end step, if the condition is true then and as it resolves: \
only on your turn, once a turn. A turn without an end step pays nothing.
{{levels}}
When the pile is empty, all collected bounties are shuffled into a new one.

**House rules**, where the cards are silent: after a claim nothing is revealed until the next turn \
begins. In Two-Headed Giant a team collects once a turn, either head. Neighbours are read as the \
turn begins and stay so. If the starting player left, the first bounty comes when their third turn \
would have begun.
-# From Outlaws of Thunder Junction Commander; the Comprehensive Rules do not have bounties."""


def rules() -> discord.ui.LayoutView:
    """Return the rules of bounties in short, in our own words."""
    levels = "\n".join(f"{gauge(level)} {reward(level)}" for level in REWARDS)
    return view(card(text(RULES.format(levels=levels))))
