"""Speaking a reader's language: sentences are written in English and translated as they are said.

    with speaking(Language.PORTUGUESE):
        say("{player} takes the initiative.", player=mention(1))

Who answers decides once in which language (the table's, or the reader's own), and everything said
inside follows. A sentence is one unit: its places are named, and it is never put together.
"""

from bot.i18n.language import Language, of_locale, speak, speaking, spoken
from bot.i18n.say import either, in_every_language, listed, mark, mention, say, say_many

__all__ = [
    "Language",
    "either",
    "in_every_language",
    "listed",
    "mark",
    "mention",
    "of_locale",
    "say",
    "say_many",
    "speak",
    "speaking",
    "spoken",
]
