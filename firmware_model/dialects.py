"""How each model writes on the wire: one table.

Confidence letters: **A** seen as raw output of a real device, **B** two sources or a driver written
by an owner, **C** one source, **D** inference. No byte dump of a real Sapphire II is public; a
Diamond II and a Sapphire II run the same program, and a Citrine has the same author and commands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one model writes, and what it lacks.

    ``lacks`` are command letters the model does not know; ``baud`` its line speed; ``confidence``
    is of the layouts, ``note`` says where they come from.
    """

    name: str
    ident: str
    confidence: str
    note: str
    piece_letters: bool = False
    ep_suffix: bool = True
    bar: bool = False
    video: bool = False
    lacks: str = ""
    baud: int = 9600
    line_end: bytes = b"\r\n"

    def with_switches(
        self,
        *,
        piece_letters: bool | None = None,
        ep_suffix: bool | None = None,
        bar: bool | None = None,
        line_end: bytes | None = None,
    ) -> Dialect:
        """The dialect with some of its switches set otherwise; None leaves one as it is."""
        return replace(
            self,
            piece_letters=self.piece_letters if piece_letters is None else piece_letters,
            ep_suffix=self.ep_suffix if ep_suffix is None else ep_suffix,
            bar=self.bar if bar is None else bar,
            line_end=self.line_end if line_end is None else line_end,
        )


_SAPPHIRE2 = Dialect(
    "sapphire2", "ID SAPPHIRE II V1.02", "D", "a Citrine's layouts, a Sapphire II's speed"
)

DIALECTS: dict[str, Dialect] = {
    row.name: row
    for row in (
        _SAPPHIRE2,
        replace(
            _SAPPHIRE2,
            name="sapphire1",
            ident="ID SAPPHIRE V1.01",
            lacks="J",
            note="as sapphire2; without J (B)",
        ),
        replace(
            _SAPPHIRE2,
            name="diamond2",
            ident="ID DIAMOND II V1.02",
            note="the same program on the same processor (B)",
        ),
        Dialect(
            "citrine",
            "ID. UCBII V1.09",
            "A",
            "raw output of a real device; knows no S",
            lacks="SH",
            baud=57600,
        ),
        Dialect(
            "stardiamond",
            "ID H8S/SD V1.04",
            "C",
            "the maker's notes: piece letters, and a bar after each move line",
            piece_letters=True,
            bar=True,
            baud=57600,
        ),
        replace(
            _SAPPHIRE2,
            name="video",
            confidence="B",
            video=True,
            note="what a Sapphire II sends to a Universal Chess Board or TV box, measured",
        ),
        replace(
            _SAPPHIRE2,
            name="scid",
            piece_letters=True,
            ep_suffix=False,
            note="for Scid, which reads piece captures only with letters and stumbles over ep",
        ),
    )
}
"""Every dialect by name."""
