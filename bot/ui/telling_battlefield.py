"""Every event of the battlefield, and of day and night, as a sentence."""

from types import MappingProxyType

from bot.game import battlefield, copying, daynight, melding, transforming, werewolves
from bot.game.battlefield import Entered, Gone, Why
from bot.game.daynight import Made
from bot.game.permanent import DayNight
from bot.game.transforming import TurnedBy
from bot.i18n import listed, mark, say
from bot.ui.battlefield import listed_marks
from bot.ui.words import few, mention

BattlefieldEvent = (
    battlefield.PermanentEntered
    | battlefield.ControlChanged
    | battlefield.PermanentsLeft
    | transforming.TurnedOver
    | copying.BecameCopy
    | copying.StoppedCopying
    | melding.PermanentsMelded
    | daynight.DayNightChanged
    | werewolves.WerewolvesTriggered
)
MOST_NAMED = 8

_BY_EFFECT = {DayNight.DAY: mark("It becomes day."), DayNight.NIGHT: mark("It becomes night.")}
_BY_PERMANENT = {
    DayNight.DAY: mark("It becomes day, as something daybound is here (CR 702.145d)."),
    DayNight.NIGHT: mark("It becomes night, as something nightbound is here (CR 702.145g)."),
}
_BY_SPELLS = {
    DayNight.DAY: mark("Day breaks: two spells or more were cast by last turn's player."),
    DayNight.NIGHT: mark("Night falls: no spell was cast by last turn's player."),
}
_BECAME = MappingProxyType(
    {Made.EFFECT: _BY_EFFECT, Made.BOUND: _BY_PERMANENT, Made.SPELLS: _BY_SPELLS}
)


def tell_battlefield(event: BattlefieldEvent) -> str | None:
    """Return what happened as one sentence, or None where nobody needs to hear of it."""
    match event:
        case battlefield.PermanentEntered():
            return _entered(event)
        case battlefield.PermanentsLeft():
            return _left(event)
        case battlefield.ControlChanged():
            return _given(event)
        case transforming.TurnedOver():
            return _turned(event)
        case daynight.DayNightChanged() | werewolves.WerewolvesTriggered():
            return _time(event)
        case _:
            return _became(event)


def _time(event: daynight.DayNightChanged | werewolves.WerewolvesTriggered) -> str:
    if isinstance(event, werewolves.WerewolvesTriggered):
        names = [f"**{werewolf.name}**" for werewolf in event.werewolves]
        return say("Upkeep: {permanents} would turn over.", permanents=few(names, MOST_NAMED))
    if event.to is None:
        return say("It is neither day nor night after all.")
    return say(_BECAME[event.made][event.to])


def _given(event: battlefield.ControlChanged) -> str | None:
    player = mention(event.control[-1])
    if event.kept:
        return None  # nothing that anybody sees has changed
    if event.why is Why.PLAYER_LEFT:
        return say("**{name}** goes back to {player}.", name=event.name, player=player)
    return say("{player} controls **{name}** now.", name=event.name, player=player)


def _became(
    event: copying.BecameCopy | copying.StoppedCopying | melding.PermanentsMelded,
) -> str:
    match event:
        case copying.BecameCopy(name=name, face=face):
            return say("**{name}** becomes a copy of **{other}**.", name=name, other=face.name)
        case copying.StoppedCopying(name=name, into=into):
            return say(
                "**{name}** is no copy any more: it is **{into}** again.", name=name, into=into
            )
        case melding.PermanentsMelded(names=(first, second), into=melded):
            return say(
                "**{first}** and **{second}** meld into **{melded}**.",
                first=first,
                second=second,
                melded=melded.name,
            )


def _entered(event: battlefield.PermanentEntered) -> str:
    permanent = event.permanent
    player, marks = mention(permanent.controller), listed_marks(permanent)
    if event.how is Entered.CLONE:
        return say(
            "{player} has a copy of **{name}**: this one face, and it never turns over.",
            player=player,
            name=permanent.name,
        )
    if event.how is Entered.TOKEN_COPY:
        sentence = mark("{player} has a token that is a copy of **{name}** ({marks}).")
    else:
        sentence = mark("{player} has **{name}** on the battlefield ({marks}).")
    if permanent.owner != permanent.controller:
        marks = say("{marks}, owned by {owner}", marks=marks, owner=mention(permanent.owner))
    return say(sentence, player=player, name=permanent.name, marks=marks)


def _turned(event: transforming.TurnedOver) -> str:
    pairs = [
        f"**{turned.name}** → **{turned.into}**"
        if turned.name != turned.into
        else say("**{name}**, as a copy the same", name=turned.name)
        for turned in event.turned
    ]
    permanents = few(pairs, MOST_NAMED)
    if event.by is TurnedBy.DAY_OR_NIGHT:
        return say("With it, these turn over: {permanents}.", permanents=permanents)
    return say("Turned over: {permanents}.", permanents=permanents)


def _left(event: battlefield.PermanentsLeft) -> str:
    gone = few([_gone(permanent) for permanent in event.gone], MOST_NAMED)
    if event.why is Why.PLAYER_LEFT:
        return say("Its owner has left, and with them: {permanents}.", permanents=gone)
    if event.why is Why.EXILED:
        return say(
            "Exiled, since it came under the control of one who left (CR 800.4a): {permanents}.",
            permanents=gone,
        )
    return say("Off the battlefield: {permanents}.", permanents=gone)


def _gone(permanent: Gone) -> str:
    if len(permanent.cards) < 2:
        return f"**{permanent.name}**"
    return say(
        "**{name}** as two cards, {cards}", name=permanent.name, cards=listed(permanent.cards)
    )
