"""``/dfc checklist`` as a player meets it: a file or a form, and the pages to print."""

from io import BytesIO
from typing import Any

import aiohttp
import discord
import pytest
from PIL import Image
from simcord import interactions

from bot.cards.decklist import MOST_BYTES
from bot.ui.substitutes import printed
from cogs.dfc import checklist as cog
from tests import foraging
from tests.pods import Answer, Pod

DECK = "Commander\n1 Tovolar, Dire Overlord\n\nDeck\n2 Delver of Secrets (ISD) 51\n36 Forest"
TOLD = "3 of your 39 cards are double-faced"
FORM = "pk:dfc.decklist:0.0:"


async def send(pod: Pod, content: bytes | str, name: str = "deck.txt", **options: Any) -> Answer:
    content = content.encode() if isinstance(content, str) else content
    return await pod.slash("Ana", "dfc checklist", file=(name, content), **options)


def files(answer: Answer) -> dict[str, bytes]:
    """The files of a message, by name."""
    backend = answer.pod.env.backend
    message = backend.get_message(answer.pod.channel.id, answer.message.id)
    return {each["filename"]: backend.cdn.get(each["url"]) for each in message.attachments}


class TestAFile:
    async def test_is_answered_to_the_asker_alone_with_the_pages(self, pod: Pod) -> None:
        answer = await send(pod, DECK)
        assert TOLD in answer.private
        assert pod.messages == []
        pdf, png = files(answer)["substitutes-A4.pdf"], files(answer)["substitutes.png"]
        assert pdf.startswith(b"%PDF-")
        assert Image.open(BytesIO(png)).format == "PNG"

    async def test_may_be_a_table_or_xml(self, pod: Pod) -> None:
        table = "Count,Name\n2,Delver of Secrets\n36,Forest"
        assert "2 of your 38" in (await send(pod, table, "deck.csv")).private
        xml = '<Deck><Cards Quantity="2" Name="Delver of Secrets"/></Deck>'
        assert "All of your 2" in (await send(pod, xml, "deck.dek")).private

    async def test_in_utf_16_with_windows_line_ends(self, pod: Pod) -> None:
        answer = await send(pod, DECK.replace("\n", "\r\n").encode("utf-16"))
        assert TOLD in answer.private

    async def test_on_american_paper(self, pod: Pod) -> None:
        answer = await send(pod, DECK, paper="Letter")
        assert b"/MediaBox [ 0 0 612" in files(answer)["substitutes-Letter.pdf"]

    async def test_without_double_faced_cards_has_no_pages(self, pod: Pod) -> None:
        answer = await send(pod, "99 Forest")
        assert "None of your 99 cards is double-faced" in answer.private
        assert files(answer) == {}

    async def test_that_asks_too_much_has_all_of_it_in_a_file(self, pod: Pod) -> None:
        answer = await send(pod, "\n".join(f"{at}x" for at in range(200)))
        assert files(answer)["checklist.md"].decode().count("- line ") == 200

    @pytest.mark.parametrize(
        ("content", "no"),
        [
            (b"x" * (MOST_BYTES + 1), "too large for a deck list: at most 200 kB"),
            (b"\x89PNG\r\n\x1a\n\0\0", "That file is no text"),
            (b'{"deck": 1}', "Export the deck as text or CSV"),
            (b"Forest\n" * 1_001, "more than 1000 lines"),
            (b"9999 Forest", "9999 cards"),
        ],
    )
    async def test_that_is_no_deck_list_is_refused(self, pod: Pod, content: bytes, no: str) -> None:
        answer = await send(pod, content)
        assert no in answer.private
        assert pod.messages == []

    async def test_that_is_empty(self, pod: Pod) -> None:
        assert "I found no card in this list" in (await send(pod, "")).private

    async def test_that_discord_does_not_give(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def read(*args: object, **kwargs: object) -> bytes:
            raise aiohttp.ClientError

        monkeypatch.setattr(discord.Attachment, "read", read)
        assert "Discord did not give me the file." in (await send(pod, DECK)).private


class TestAForm:
    async def test_opens_without_a_file(self, pod: Pod) -> None:
        form = await pod.slash("Ana", "dfc checklist")
        answer = await foraging.type_in(pod, "Ana", form, DECK)
        assert TOLD in answer.private
        assert "substitutes-A4.pdf" in files(answer)
        assert pod.messages == []

    async def test_remembers_the_paper_even_across_a_restart(self, pod: Pod) -> None:
        form = await pod.slash("Ana", "dfc checklist", paper="Letter")
        await pod.restart()
        answer = await foraging.type_in(pod, "Ana", form, DECK)
        assert "substitutes-Letter.pdf" in files(answer)

    @pytest.mark.parametrize("custom_id", [FORM, f"{FORM}A3", f"{FORM}Letter|x"])
    async def test_that_nobody_was_shown_is_answered_all_the_same(
        self, pod: Pod, custom_id: str
    ) -> None:
        answer = Answer(pod, await foraging.send_form(pod, "Ana", custom_id))
        assert "I found no card in this list" in answer.private


async def test_one_deck_is_drawn_at_a_time(pod: Pod, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once: list[int] = []
    drawing = 0

    def draw(*args: Any) -> Any:
        nonlocal drawing
        drawing += 1
        at_once.append(drawing)
        pages = printed(*args)
        drawing -= 1
        return pages

    monkeypatch.setattr(cog, "printed", draw)
    field = {"type": 4, "custom_id": "text", "value": DECK}
    for who in ("Ana", "Bruno", "Carla"):
        _, payload = interactions.base_payload(
            pod.env.backend,
            type=foraging.FORM_SENT,
            channel_id=pod.channel.id,
            guild_id=pod.channel.guild.id,
            user_id=pod.id(who),
            data={"custom_id": f"{FORM}A4", "components": [{"type": 18, "component": field}]},
        )
        pod.env.backend.emit("INTERACTION_CREATE", payload)
    await pod.env.settle()
    assert at_once == [1, 1, 1]


async def test_it_works_in_a_direct_message(pod: Pod) -> None:
    carol = pod.stranger("Carol")
    answer = (await carol.slash("dfc checklist", file=("deck.txt", DECK.encode()))).response
    assert TOLD in pod.read(answer)
