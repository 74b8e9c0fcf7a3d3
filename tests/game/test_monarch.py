"""The monarch, rule by rule (CR 725)."""

from bot.errors import NO_RULE
from bot.game.game import Game
from bot.game.monarch import BecomeMonarch, MonarchCrowned, MonarchGone
from tests.game.table import ANA, BEA, CAIO, DUDA, NOBODY_HERE, Table


def crowned(*players: int, table: Table | None = None) -> Table:
    table = table or Table.seated()
    for player in players:
        table.act(BecomeMonarch(player=player))
    return table


def test_nobody_is_the_monarch_at_first() -> None:
    assert Table.seated().game.monarch is None


def test_cr_725_3_there_is_one_monarch() -> None:
    table = crowned(ANA, CAIO)
    assert table.game.monarch == CAIO
    assert table.happened(MonarchCrowned) == [MonarchCrowned(player=CAIO, inherited=False)]


def test_cr_725_3_becoming_it_again_does_nothing() -> None:
    crowned(ANA).refuses(BecomeMonarch(player=ANA), rule="CR 725.3", match="monarch already")


def test_cr_725_4_the_active_player_follows_a_monarch_who_leaves() -> None:
    table = crowned(CAIO).leave(CAIO)
    assert table.game.monarch == ANA
    assert table.happened(MonarchCrowned) == [MonarchCrowned(player=ANA, inherited=True)]


def test_cr_725_4_the_next_in_turn_order_follows_an_active_monarch_who_leaves() -> None:
    assert crowned(ANA).leave(ANA).game.monarch == BEA


def test_cr_725_4_where_there_is_no_active_player_the_next_in_turn_order_follows() -> None:
    assert crowned(CAIO).leave(ANA).leave(CAIO).game.monarch == BEA


def test_cr_725_4_those_who_leave_with_the_monarch_do_not_follow() -> None:
    assert crowned(ANA).leave(ANA, BEA, CAIO).game.monarch == ANA  # Duda has won: it is over
    table = Table.seated(ANA, BEA, CAIO, DUDA, NOBODY_HERE)
    assert crowned(ANA, table=table).leave(ANA, BEA).game.monarch == CAIO


def test_cr_725_4_nobody_follows_when_the_game_is_over() -> None:
    table = crowned(ANA).leave(ANA, BEA, CAIO)
    assert table.game.over
    assert not table.happened(MonarchCrowned)


def test_the_crown_stays_when_somebody_else_leaves() -> None:
    assert crowned(CAIO).leave(BEA).game.monarch == CAIO


def test_two_headed_giant_the_crown_belongs_to_one_head() -> None:
    table = crowned(BEA, table=Table.giants())
    assert table.game.monarch == BEA


def test_cr_810_8_a_team_that_leaves_gives_up_the_crown() -> None:
    assert crowned(BEA, table=Table.giants()).leave(ANA).game.over


def test_somebody_who_is_not_seated_is_refused() -> None:
    table = Table.seated()
    table.refuses(BecomeMonarch(player=NOBODY_HERE), rule=NO_RULE, match="not seated")


def test_somebody_who_left_is_refused() -> None:
    table = Table.seated().leave(BEA)
    table.refuses(BecomeMonarch(player=BEA), rule="CR 800.4a", match="has left")


def test_at_an_open_table_nobody_is_the_monarch_after_it_left() -> None:
    table = crowned(ANA, table=Table(Game())).leave(ANA)
    assert table.game.monarch is None
    assert table.happened(MonarchGone) == [MonarchGone(player=ANA)]


def test_a_new_pod_has_no_monarch() -> None:
    table = crowned(ANA)
    table.leave(BEA, CAIO, DUDA)
    assert Table.seated().game.monarch is None
