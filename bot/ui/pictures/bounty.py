"""The poster of a bounty, in the language that is spoken."""

from bot.game.facts import BOUNTIES, REWARDS, TOP_LEVEL
from bot.game.game import Offer
from bot.i18n import say
from bot.ui.pictures.drawing import MOST_ALT
from bot.ui.pictures.poster import Poster
from bot.ui.words import reward, within


def poster(offer: Offer) -> Poster:
    """Return the poster of the bounty on offer."""
    bounty, paid = BOUNTIES[offer.card], REWARDS[offer.level]
    name, condition, told = say(bounty.name), say(bounty.condition), reward(offer.level)
    levels = say("level {level} of {top}", level=offer.level, top=TOP_LEVEL)
    alt = say(
        "A wanted poster: {bounty}, {levels}: {reward}.", bounty=name, levels=levels, reward=told
    )
    return Poster(
        card=bounty.id,
        wanted=say("WANTED"),
        name=name,
        english="" if name == bounty.name else bounty.name,
        condition=condition,
        level=offer.level,
        top=TOP_LEVEL,
        levels=levels,
        reward=told[:1].upper() + told[1:],
        coins=paid.treasures,
        cards=paid.cards or paid.or_cards,
        either=bool(paid.or_cards),
        alt=within([alt, condition], MOST_ALT, between=" "),
    )
