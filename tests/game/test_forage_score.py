"""The score of Foraging Squirrels: a point a card, four bonuses, ties, and who wins."""

from bot.errors import NO_RULE
from bot.game.forage.cards import CARDS
from bot.game.forage.game import Category, Forage, Forager
from bot.game.forage.lobby import CallArt
from bot.game.forage.score import score
from tests.game.forest import ANA, BEA, CAIO, DUDA, NOBODY_HERE, POD, RIGHT, Forest, food

FOILS, RARES, COLOURS, SQUIRRELS = Category


def hauls(*drawn: str) -> Forest:
    """A game in which Ana, Bea, … have taken these cards."""
    foragers = tuple(
        Forager(player=player, haul=tuple(map(food, haul.split())))
        for player, haul in zip(POD, drawn, strict=False)
    )
    return Forest(Forage(foragers=foragers, first=ANA, whose=ANA, grid=(None,) * 25))


def counts(forest: Forest, category: Category) -> tuple[int, ...]:
    return next(line.counts for line in score(forest.game).categories if line.category is category)


def test_each_card_is_a_point() -> None:
    result = score(hauls("W W W", "W W").game)
    assert [line.cards for line in result.players] == [3, 2]


def test_the_most_foils_score_one() -> None:
    forest = hauls("W* W* U", "W* W U")
    assert counts(forest, FOILS) == (2, 1)
    assert forest.scorers(FOILS) == (ANA,)
    assert forest.totals() == {ANA: 3 + 2, BEA: 3 + 1}  # two colours each: both score


def test_rares_and_mythics_count_together() -> None:
    forest = hauls("W! WUBRG!", "W! W")
    assert CARDS[food("WUBRG!").number].rarity == "M"
    assert {card.rarity for card in CARDS.values() if card.is_rare} == {"R", "M"}
    assert counts(forest, RARES) == (2, 1)
    assert forest.scorers(RARES) == (ANA,)


def test_basic_lands_and_uncommons_are_no_rares() -> None:
    assert counts(hauls("L W", "C"), RARES) == (0, 0)
    plains = Forager(player=ANA, haul=(food("W").but(number=481),))
    assert counts(Forest(Forage(foragers=(plains,))), RARES) == (0,)


def test_different_colours_count_colourless_being_one() -> None:
    forest = hauls("W W U L", "W U")
    assert counts(forest, COLOURS) == (3, 2)
    assert forest.scorers(COLOURS) == (ANA,)


def test_a_land_and_an_artifact_are_the_same_colourless() -> None:
    assert counts(hauls("C L", "L"), COLOURS) == (1, 1)


def test_all_colours_of_a_multicoloured_card_count() -> None:
    assert counts(hauls("WU UR", "W"), COLOURS) == (3, 1)


def test_six_colours_are_the_most_there_can_be() -> None:
    assert counts(hauls("WUBRG! C W U", "W"), COLOURS) == (6, 1)


def test_the_most_squirrels_in_the_art_score_one() -> None:
    forest = hauls("G~ G", "G G")
    assert counts(forest, SQUIRRELS) == (1, 0)
    assert forest.scorers(SQUIRRELS) == (ANA,)


def test_the_house_list_has_thirteen_squirrels() -> None:
    squirrels = {card.name for card in CARDS.values() if card.squirrel}
    assert len(squirrels) == 13
    assert {"Chatterstorm", "Squirrel Mob", "Ravenous Squirrel", "Drey Keeper"} <= squirrels


def test_ties_in_a_category_all_score() -> None:
    forest = hauls("W*", "U*", "B*", "R")
    assert forest.scorers(FOILS) == (ANA, BEA, CAIO)


def test_nobody_scores_where_everybody_has_none() -> None:
    """House rule. Literally all would tie, which changes no ranking."""
    forest = hauls("W", "U")
    assert forest.scorers(FOILS) == forest.scorers(RARES) == forest.scorers(SQUIRRELS) == ()
    assert forest.totals() == {ANA: 2, BEA: 2}


def test_the_highest_total_wins_bonuses_included() -> None:
    forest = hauls("W W W W", "U*! B")
    assert forest.totals() == {ANA: 4, BEA: 2 + 3}
    assert score(forest.game).leaders == (BEA,)


def test_a_tie_for_the_highest_is_a_shared_win() -> None:
    forest = hauls("W", "U", "")
    assert score(forest.game).leaders == (ANA, BEA)


def test_bonuses_are_told_player_by_player() -> None:
    ana, bea = score(hauls("W*", "U! B").game).players
    assert ana.bonuses == (FOILS,)
    assert bea.bonuses == (RARES, COLOURS)


def test_who_left_is_out_of_the_score() -> None:
    forest = hauls("W* U*", "W", "W")
    forest.leave(ANA)
    assert forest.totals() == {BEA: 2, CAIO: 2}
    assert forest.scorers(FOILS) == ()


def test_the_score_at_the_end_is_kept() -> None:
    forest = Forest.floor("S W! . . .").move("W", RIGHT)
    assert forest.game.ending is not None
    assert forest.game.ending.score == score(forest.game)
    assert forest.game.ending.score.players[0].total == 3


def test_the_pod_can_call_a_squirrel_that_the_list_does_not_know() -> None:
    forest = hauls("W", "U")
    number = food("U").number
    forest.act(CallArt(player=BEA, number=number, squirrel=True))
    assert forest.scorers(SQUIRRELS) == (BEA,)
    again = CallArt(player=ANA, number=number, squirrel=True)
    forest.refuses(again, rule=NO_RULE, match="counts so already")
    forest.act(CallArt(player=ANA, number=number, squirrel=False))
    assert forest.scorers(SQUIRRELS) == ()


def test_only_players_call_squirrels_and_only_on_cards_of_the_set() -> None:
    forest = hauls("W", "U")
    outsider = CallArt(player=NOBODY_HERE, number=1, squirrel=True)
    forest.refuses(outsider, rule=NO_RULE, match="does not play")
    unheard = CallArt(player=ANA, number=999, squirrel=True)
    forest.refuses(unheard, rule=NO_RULE, match="no such card")


def test_four_players_each_have_a_line() -> None:
    result = score(hauls("W", "U", "B", "").game)
    assert [line.player for line in result.players] == [ANA, BEA, CAIO, DUDA]
    assert all(len(line.counts) == 4 for line in result.categories)
