"""Scryfall, which knows all cards: asked with care, and its answers kept beside the database.

- `limits`, `client`: how often it may be asked, and asking it.
- `parsing`, `meld`, `assembling`: what an answer tells of a card, by what is there.
- `kept`: the file that answers are kept in. It can be deleted at any time.
- `sync`, `freshness`: the whole catalogue, and when to ask for it anew.
- `intake`: how a running bot's catalogue takes in what they told.
- `service`: the card service of `bot.cards.online`.
"""
