"""The bounty deck: revealing, the rising reward, collecting, and the trophies.

Bounties are a variant printed on their own cards, not in the Comprehensive Rules; where those
cards are silent, the house rules in ``data/house_rules.md`` speak.
"""

from collections.abc import Collection
from enum import StrEnum
from random import Random
from typing import ClassVar, Literal, Self

from bot.errors import NO_RULE, Either, RuleViolation, who
from bot.game.engine import Command, Event, Happenings, whenever
from bot.game.facts import BOUNTIES, REWARDS, TOP_LEVEL, Reads
from bot.game.game import Claim, Game, Neighbours, Offer, Player, Trophy
from bot.game.turns import TurnBegan

FIRST_REVEAL = 3
"""The first bounty comes as the starting player's third turn begins."""
SMALLEST_DECK = 6


class Pays(StrEnum):
    """What the claimer takes at level 3."""

    TREASURES = "treasures"
    CARD = "card"


class DeckBuilt(Event[Game]):
    """A bounty deck is put together and shuffled."""

    kind: Literal["deck_built"] = "deck_built"
    pile: tuple[str, ...]
    size: int
    picked: bool

    def evolve(self, game: Game) -> Game:
        """Lay it face down. The deck is listed in the printed order, which tells nothing."""
        deck = tuple(card for card in BOUNTIES if card in self.pile)
        bounties = game.bounties.but(deck=deck, picked=self.picked, pile=self.pile)
        return game.but(bounties=bounties)

    def public(self) -> Self:
        """Hide the order, and the cards too where they were drawn at random."""
        return self.but(pile=tuple(sorted(self.pile)) if self.picked else ())


class BountyRevealed(Event[Game]):
    """The next bounty is turned up, at level 1."""

    kind: Literal["bounty_revealed"] = "bounty_revealed"
    card: str

    def evolve(self, game: Game) -> Game:
        """Take it off the pile."""
        pile = tuple(card for card in game.bounties.pile if card != self.card)
        offer = Offer(card=self.card, level=1)
        return game.but(bounties=game.bounties.but(pile=pile, offer=offer, under_way=True))


class BountyRaised(Event[Game]):
    """The bounty on offer went unclaimed: its reward goes up a level."""

    kind: Literal["bounty_raised"] = "bounty_raised"
    card: str
    level: int

    def evolve(self, game: Game) -> Game:
        """Turn the gauge."""
        offer = Offer(card=self.card, level=self.level)
        return game.but(bounties=game.bounties.but(offer=offer))


class BountyClaimed(Event[Game]):
    """A player collects the reward and keeps the card as a trophy."""

    kind: Literal["bounty_claimed"] = "bounty_claimed"
    player: Player
    card: str
    level: int
    treasures: int
    cards: int

    def evolve(self, game: Game) -> Game:
        """Nothing is on offer for the rest of the turn."""
        bounties = game.bounties
        claim = Claim(
            card=self.card,
            player=self.player,
            level=self.level,
            treasures=self.treasures,
            cards=self.cards,
            turn=game.turns.number,
        )
        return game.but(
            this_turn=game.this_turn.but(claimed=True),
            bounties=bounties.but(
                offer=None,
                trophies=(*bounties.trophies, Trophy(card=self.card, player=self.player)),
                claims=(*bounties.claims, claim),
            ),
        )


class TrophiesReshuffled(Event[Game]):
    """The pile was empty: all claimed bounties become the new pile."""

    kind: Literal["trophies_reshuffled"] = "trophies_reshuffled"
    pile: tuple[str, ...]

    def evolve(self, game: Game) -> Game:
        """Nobody keeps a trophy; the recap still knows who claimed what."""
        bounties = game.bounties
        return game.but(
            bounties=bounties.but(pile=self.pile, trophies=(), reshuffles=bounties.reshuffles + 1)
        )

    def public(self) -> Self:
        """Hide the order."""
        return self.but(pile=tuple(sorted(self.pile)))


class NeighboursSeen(Event[Game]):
    """Who sits to the left and right of each active player as the turn begins."""

    kind: Literal["neighbours_seen"] = "neighbours_seen"
    neighbours: tuple[Neighbours, ...]

    def evolve(self, game: Game) -> Game:
        """Somebody who leaves later does not change them (House rule, after CR 800.4i)."""
        return game.but(this_turn=game.this_turn.but(neighbours=self.neighbours))


class MostNoted(Event[Game]):
    """The table says who had the most life, or cards in hand, as the turn began."""

    kind: Literal["most_noted"] = "most_noted"
    reads: Reads
    players: tuple[Player, ...]

    def evolve(self, game: Game) -> Game:
        """Remember it for this turn."""
        return game.but(this_turn=game.this_turn.but(most=self.players))


class SetUpBounties(Command[Game]):
    """Build the bounty deck: these cards, or as many at random."""

    kind: Literal["set_up_bounties"] = "set_up_bounties"
    opens_a_game: ClassVar[bool] = True
    size: int | None = None
    cards: tuple[str, ...] = ()

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Six to twelve different bounties, and only before the first one is revealed."""
        game.require_going_on()
        if game.bounties.under_way:
            raise RuleViolation(
                "Bounty rules",
                "This deck is in play already. After `/pod end` a new one can be built.",
            )
        unknown = [card for card in self.cards if card not in BOUNTIES]
        size = len(set(self.cards)) if self.cards else self.size
        if size is None:
            size = len(BOUNTIES)
        if unknown or not SMALLEST_DECK <= size <= len(BOUNTIES):
            raise RuleViolation(
                "Bounty rules",
                "A bounty deck is {least} to {most} different bounties.",
                least=SMALLEST_DECK,
                most=len(BOUNTIES),
            )
        # The next card is last: a smaller deck leaves out the cards that would come late.
        pile = shuffled(self.cards or BOUNTIES, luck.random())[-size:]
        yield DeckBuilt(pile=pile, size=size, picked=bool(self.cards))


class RevealBounty(Command[Game]):
    """Turn up the next bounty now."""

    kind: Literal["reveal_bounty"] = "reveal_bounty"
    opens_a_game: ClassVar[bool] = True
    early: bool = False

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """An unseated table need not wait; a pod waits for the third turn unless ``early``."""
        game.require_going_on()
        bounties = game.bounties
        if bounties.offer is not None:
            raise RuleViolation(
                "Bounty rules",
                "{name} is still on offer.",
                name=Either((BOUNTIES[bounties.offer.card].name,)),
            )
        if game.this_turn.claimed:
            raise RuleViolation(
                "House rule",
                "One was collected this turn. The next is revealed as the next turn begins.",
            )
        if game.seated and not self.early:
            raise too_early(game)
        if not bounties.deck:
            pile = shuffled(BOUNTIES, luck.random())
            game = yield DeckBuilt(pile=pile, size=len(pile), picked=False)
        yield from reveal(game, luck)


def too_early(game: Game) -> RuleViolation:
    """Return the refusal to reveal in a seated pod: when the first bounty comes by itself."""
    starting = who(*game.turns.teams[game.turns.starting].players)
    if not game.bounties.on:
        return RuleViolation(
            NO_RULE, "This pod plays without bounties. `early` brings them in now."
        )
    if not game.members(game.turns.starting):
        return RuleViolation(
            "House rule",
            "{starting} began this game and has left, so the first bounty comes once their third "
            "turn would have begun. `early` starts now.",
            starting=starting,
        )
    return RuleViolation(
        "Bounty rules",
        "The first bounty comes as the third turn of {starting} begins. `early` starts now.",
        starting=starting,
    )


class ClaimBounty(Command[Game]):
    """The active player collects the reward at the beginning of their end step."""

    kind: Literal["claim_bounty"] = "claim_bounty"
    player: Player
    reward: Pays | None = None

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Only the active player, and once a turn (House rule: once a team turn)."""
        game.require_playing(self.player)
        refuse_claim(game, self.player)
        offer = game.bounties.offer
        if offer is None:
            raise RuleViolation("Bounty rules", "No bounty is on offer.")
        treasures, cards = self._pay(offer.level)
        yield BountyClaimed(
            player=self.player,
            card=offer.card,
            level=offer.level,
            treasures=treasures,
            cards=cards,
        )

    def _pay(self, level: int) -> tuple[int, int]:
        reward = REWARDS[level]
        if not reward.or_cards:
            return reward.treasures, reward.cards
        if self.reward is None:
            raise RuleViolation(
                "Bounty rules", "At level {level} you choose: treasures or a card.", level=level
            )
        if self.reward is Pays.CARD:
            return 0, reward.or_cards
        return reward.treasures, reward.cards


class NoteMost(Command[Game]):
    """Note who had the most life, or the most cards in hand, as the turn began."""

    kind: Literal["note_most"] = "note_most"
    players: tuple[Player, ...]

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Several on a tie, also who left since. In Two-Headed Giant life is the team's (810.4)."""
        game.require_seated()
        offer = game.bounties.offer
        reads = BOUNTIES[offer.card].reads if offer else None
        if reads not in (Reads.LIFE, Reads.HAND):
            raise RuleViolation("Bounty rules", "The bounty on offer does not ask for that.")
        if not self.players:
            raise RuleViolation("Bounty rules", "Name at least one player.")
        for player in self.players:
            if player not in game.this_turn.leavers:
                game.require_playing(player)
        players = self.players
        if reads is Reads.LIFE:
            players = tuple(
                p for one in players for p in game.turns.teams[game.team_of(one)].players
            )
        yield MostNoted(reads=reads, players=tuple(dict.fromkeys(players)))


@whenever(TurnBegan)
def raise_or_reveal(event: TurnBegan, game: Game, luck: Random) -> Happenings[Game]:
    """Whenever a turn begins, raise the reward of an unclaimed bounty, or reveal the next.

    The first one comes as the starting player's third turn begins.
    """
    bounties = game.bounties
    if bounties.offer is not None:
        if bounties.offer.level < TOP_LEVEL:
            game = yield BountyRaised(card=bounties.offer.card, level=bounties.offer.level + 1)
        yield from look_around(game)
    elif bounties.under_way or first_is_due(game):
        yield from reveal(game, luck)


def first_is_due(game: Game) -> bool:
    """Tell whether the starting player's third turn has begun, or would have (House rule)."""
    due = game.turns.starting_turns >= FIRST_REVEAL
    return game.seated and game.bounties.on and due


def reveal(game: Game, luck: Random) -> Happenings[Game]:
    """Reveal the next bounty; an empty pile is first made anew of all claimed ones."""
    bounties = game.bounties
    if not bounties.pile:
        claimed = [trophy.card for trophy in bounties.trophies]
        pile = shuffled(claimed, luck.random(), again=True)
        game = yield TrophiesReshuffled(pile=pile)
    game = yield BountyRevealed(card=game.bounties.pile[-1])
    yield from look_around(game)


def shuffled(cards: Collection[str], thrown: float, *, again: bool = False) -> tuple[str, ...]:
    """Return a pile of ``cards``, the next one last, as the dice that were ``thrown`` have it.

    All bounties are ranked, and those that are not in the pile left out. So neither the size of a
    deck nor the order in which its cards are named leads to another order: undo is not a reroll.
    ``again``: cards that were seen are shuffled anew, and so ranked anew.
    """
    ranked = Random(f"{thrown} {again}").sample(sorted(BOUNTIES), len(BOUNTIES))  # noqa: S311
    return tuple(card for card in ranked if card in cards)


def look_around(game: Game) -> Happenings[Game]:
    """Note the active players' neighbours where the bounty on offer reads them."""
    offer = game.bounties.offer
    if offer is None or BOUNTIES[offer.card].reads not in (Reads.LEFT, Reads.RIGHT):
        return
    if game.seated and game.active:
        yield NeighboursSeen(neighbours=tuple(neighbours(game, player) for player in game.active))


def neighbours(game: Game, player: Player) -> Neighbours:
    """Return a player's nearest opponents as the turn began. Turn order goes to the left."""
    seats = game.players
    at = seats.index(player)
    around = (*seats[at + 1 :], *seats[:at])
    opponents = [other for other in around if other in game.opponents(player)]
    return Neighbours(player=player, left=opponents[0], right=opponents[-1])


def refuse_claim(game: Game, player: Player) -> None:
    """Refuse a claim by anybody but the active player, or a second one in a turn."""
    if game.this_turn.claimed:
        raise RuleViolation("Bounty rules", "A bounty was collected this turn already.")
    if not game.seated:
        return
    if not game.active:
        raise RuleViolation(
            "CR 800.4j", "The active player has left, so nobody can collect this turn."
        )
    if player not in game.active:
        raise RuleViolation(
            "Bounty rules",
            "Only the active player collects, and that is {active}.",
            active=who(*game.active),
        )
