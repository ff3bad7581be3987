"""The board beside the device: the machine's position, and a way to enter moves.

Two clicks or a drag name a move; the window then presses the keys for it, as the user would. The
board never moves a piece itself: it shows what the machine has.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import chess
import pygame

from firmware_model.keys import Key, square_keys
from firmware_model.mode import Mode
from firmware_model.modes import row_for
from firmware_model.play import square_key
from firmware_model.state import State
from sapphire_emu.window.geometry import Box
from sapphire_emu.window.paint import Colour, mask_of, mix, scaled, tinted
from sapphire_emu.window.shapes import shapes
from sapphire_emu.window.skin_parts import Surroundings
from sapphire_emu.window.type_case import line

PROMOTION_KEYS = (Key.QUEEN, Key.ROOK, Key.BISHOP, Key.KNIGHT)
WHITE_FILL: Colour = (252, 250, 243)
BLACK_FILL: Colour = (45, 49, 58)
OUTLINE: Colour = (22, 24, 30)
BLACK_CUT: Colour = (196, 202, 212)
LAST: Colour = (242, 201, 76)
CHECK: Colour = (226, 72, 58)


@dataclass(frozen=True, slots=True)
class BoardView:
    """What the board shows."""

    placement: str
    last: tuple[int, ...] = ()
    check: int | None = None
    black_below: bool = False
    picked: int | None = None
    targets: tuple[int, ...] = ()
    dragged_to: tuple[int, int] | None = None
    promoting: bool = False
    promoting_white: bool = True


class Move:
    """A move under way on the board: the square picked up, and where it is dragged."""

    def __init__(self) -> None:
        self.origin: int | None = None
        self.dragged_to: tuple[int, int] | None = None

    def clear(self) -> None:
        """Put the piece back."""
        self.origin = None
        self.dragged_to = None


def view_of(state: State, move: Move) -> BoardView:
    """What the board shows of a machine's state."""
    board = state.board
    if state.mode is Mode.SETUP:
        return BoardView(state.setup_placement, black_below=state.game.machine_is_white)
    last = board.peek() if board.move_stack else None
    targets: tuple[int, ...] = ()
    if move.origin is not None:
        mask = chess.BB_SQUARES[move.origin]
        targets = tuple(sorted({m.to_square for m in board.generate_legal_moves(mask)}))
    return BoardView(
        board.board_fen(),
        (last.from_square, last.to_square) if last else (),
        board.king(board.turn) if board.is_check() else None,
        state.game.machine_is_white,
        move.origin,
        targets,
        move.dragged_to,
        state.mode is Mode.PROMOTION,
        board.turn,
    )


def keys_for(state: State, origin: int, target: int) -> list[Key]:
    """The key presses that enter a move: leave a layer first, clear a half-typed move first."""
    keys: list[Key] = []
    if state.mode is not state.home:
        keys.append(Key.GO)
    elif state.entry:
        keys.append(Key.CLEAR)
    keys += square_keys(chess.square_name(origin))
    keys += square_keys(chess.square_name(target))
    return keys


def moves_by_hand(home: Mode) -> bool:
    """True where the file and rank keys enter moves."""
    row = row_for(home, Key.A1)
    return row is not None and row.handler is square_key


class BoardPanel:
    """The board drawn at one size."""

    def __init__(self, box: Box, colours: Surroundings, font_path: Path) -> None:
        self.box = box
        self._colours = colours
        self._font = font_path
        self._side = box.w // 8
        self._pieces = {symbol: self._piece(symbol) for symbol in "PNBRQKpnbrqk" if not box.empty}

    def _piece(self, symbol: str) -> pygame.Surface:
        side = self._side
        white = symbol.isupper()
        shape = shapes()[chess.piece_name(chess.PIECE_SYMBOLS.index(symbol.lower()))]
        inner, at = side * 0.82, side * 0.09
        body = scaled(shape.body, (inner, inner), (at, at))
        cut = scaled(shape.cut, (inner, inner), (at, at))
        grow = max(side * 0.022, 0.7)
        picture = tinted(mask_of((side, side), body, grow=grow), OUTLINE)
        picture.blit(
            tinted(mask_of((side, side), body), WHITE_FILL if white else BLACK_FILL), (0, 0)
        )
        picture.blit(tinted(mask_of((side, side), cut), OUTLINE if white else BLACK_CUT), (0, 0))
        return picture

    # -- where -------------------------------------------------------------------------------

    def square_at(self, point: tuple[int, int], *, black_below: bool) -> int | None:
        """The square under a pixel."""
        if self._side == 0 or not self.box.holds(point):
            return None
        column, row = (point[0] - self.box.x) // self._side, (point[1] - self.box.y) // self._side
        if column > 7 or row > 7:
            return None
        return chess.square(7 - column, row) if black_below else chess.square(column, 7 - row)

    def square_box(self, square: int, *, black_below: bool) -> Box:
        """Where a square is drawn."""
        column, row = chess.square_file(square), 7 - chess.square_rank(square)
        if black_below:
            column, row = 7 - column, 7 - row
        side = self._side
        return Box(self.box.x + column * side, self.box.y + row * side, side, side)

    def promotion_box(self, number: int) -> Box:
        """Where one of the four pieces to promote to is offered."""
        side = self._side
        return Box(self.box.x + (2 + number) * side, self.box.y + 7 * side // 2, side, side)

    # -- drawing -----------------------------------------------------------------------------

    def draw(self, target: pygame.Surface, view: BoardView) -> None:
        """Draw the board."""
        board = chess.BaseBoard(view.placement)
        for square in chess.SQUARES:
            self._draw_square(target, view, square)
            piece = board.piece_at(square)
            if piece is None:
                continue
            box = self.square_box(square, black_below=view.black_below)
            picture = self._pieces[piece.symbol()]
            if square == view.picked and view.dragged_to is not None:
                picture = picture.copy()
                picture.set_alpha(70)
            target.blit(picture, box[:2])
        self._draw_targets(target, view, board)
        if view.picked is not None and view.dragged_to is not None:
            piece = board.piece_at(view.picked)
            if piece is not None:
                half = self._side // 2
                x, y = view.dragged_to
                clip = target.get_clip()
                target.set_clip(pygame.Rect(self.box))
                target.blit(self._pieces[piece.symbol()], (x - half, y - half))
                target.set_clip(clip)
        if view.promoting:
            self._draw_promotion(target, view)

    def _draw_square(self, target: pygame.Surface, view: BoardView, square: int) -> None:
        box = self.square_box(square, black_below=view.black_below)
        column, row = chess.square_file(square), chess.square_rank(square)
        dark = (column + row) % 2 == 0
        colour = self._colours.black_square if dark else self._colours.white_square
        if square in view.last:
            colour = mix(colour, LAST, 0.45)
        if square == view.check:
            colour = mix(colour, CHECK, 0.65)
        if square == view.picked:
            colour = mix(colour, self._colours.accent, 0.55)
        target.fill(colour, pygame.Rect(box))
        size = max(round(self._side * 0.24), 9)
        ink = mix(colour, (0, 0, 0), 0.55)
        first_column = 7 if view.black_below else 0
        first_row = 7 if view.black_below else 0
        pad = max(self._side // 24, 1)
        if column == first_column:
            digit = line(self._font, str(row + 1), size, ink)
            target.blit(digit, (box.x + pad, box.y))
        if row == first_row:
            letter = line(self._font, "abcdefgh"[column], size, ink)
            target.blit(
                letter, (box.right - letter.get_width() - pad, box.bottom - letter.get_height())
            )

    def _draw_targets(
        self, target: pygame.Surface, view: BoardView, board: chess.BaseBoard
    ) -> None:
        for square in view.targets:
            box = self.square_box(square, black_below=view.black_below)
            radius = self._side * (0.44 if board.piece_at(square) else 0.14)
            width = max(round(self._side * 0.06), 1) if board.piece_at(square) else 0
            layer = pygame.Surface((box.w, box.h), pygame.SRCALPHA)
            middle = box.w / 2, box.h / 2
            pygame.draw.circle(layer, (*self._colours.accent, 170), middle, radius, width)
            target.blit(layer, box[:2])

    def _draw_promotion(self, target: pygame.Surface, view: BoardView) -> None:
        shade = pygame.Surface(self.box[2:], pygame.SRCALPHA)
        shade.fill((10, 14, 20, 150))
        target.blit(shade, self.box[:2])
        for number, key in enumerate(PROMOTION_KEYS):
            box = self.promotion_box(number)
            rect = pygame.Rect(box.shrunk(max(box.w // 20, 1)))
            pygame.draw.rect(target, self._colours.white_square, rect, border_radius=box.w // 10)
            letter = key.script_name[0] if key is not Key.KNIGHT else "n"
            symbol = letter.upper() if view.promoting_white else letter
            target.blit(self._pieces[symbol], box[:2])
