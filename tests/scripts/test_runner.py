"""The runner: timing of replies, what a failing line says, slots, the configured opponent."""

from __future__ import annotations

from firmware_model.events import OpponentMove, ThinkRequest
from sapphire_emu.scripts.parser import parse
from sapphire_emu.scripts.runner import Consult, Failure, Runner


def run(text: str, consult: Consult | None = None) -> Failure | None:
    return Runner("t.keys", consult).run(parse(text, "t.keys"))


def holds(text: str, consult: Consult | None = None) -> None:
    failure = run(text, consult)
    assert failure is None, str(failure)


def test_a_failing_line_says_where_what_and_how_it_came_there() -> None:
    failure = run('power on\npress option ver\nlcd "rt 1500"\n')
    assert str(failure) == (
        't.keys:3: expected lcd "rt 1500", got lcd "rt 1400"\n'
        "  last inputs:\n    power on\n    press option\n    press ver"
    )


def test_only_the_last_ten_inputs_are_shown() -> None:
    failure = run("power on\npress " + "hint " * 30 + "\nbeeps 0\n")
    assert failure is not None
    assert len(failure.inputs) == 10


def test_a_script_without_power_on_starts_a_machine_all_the_same() -> None:
    holds('press option ver\nlcd "rt 1400"')


def test_a_key_takes_a_tenth_of_a_second_never_more() -> None:
    holds('press option\nwait 1.9s\npress option\nlcd "oPt 2"')
    holds('press option\nwait 1.901s\npress option\nlcd "oPt 1"')


def test_a_reply_comes_200_ms_after_the_machine_comes_to_move() -> None:
    # The last of the four keys counts after its debounce of 20 ms; 80 ms of it are left then.
    holds('reply e7e5\nmove e2e4\nwait 119ms\nlcd "E2-E4"\nwait 1ms\nlcd "E7-E5"')


def test_a_reply_is_played_while_keys_are_pressed() -> None:
    holds('reply e7e5\nmove e2e4\npress clear\nlcd "Error"\npress hint clear\nlcd "0:00:00"')


def test_a_reply_queued_after_the_move_counts_from_when_the_machine_came_to_move() -> None:
    holds('move e2e4\nreply e7e5\nwait 120ms\nlcd "E7-E5"')


def test_go_while_a_scripted_reply_is_pending_plays_it() -> None:
    holds('reply e7e5\nmove e2e4\npress go\nlcd "E7-E5"')


def test_go_plays_a_reply_that_was_to_come_later() -> None:
    holds('reply e7e5 after 10s\nmove e2e4\nwait 1s\npress go\nlcd "E7-E5"')


def test_a_refused_move_fails() -> None:
    failure = run("power on\nmove e2e5")
    assert failure is not None
    assert (failure.line, failure.expected) == (2, "move e2e5 to be accepted")


def test_an_illegal_scripted_reply_fails_where_it_would_be_played() -> None:
    failure = run("power on\nmove e2e4\nreply e2e4\nwait 1s")
    assert failure is not None
    assert (failure.line, failure.got) == (4, "reply e2e4")


def test_with_no_reply_queued_the_configured_opponent_is_awaited() -> None:
    asked: list[ThinkRequest] = []

    def consult(request: ThinkRequest) -> OpponentMove:
        asked.append(request)
        return OpponentMove(request.request_id, "c7c5", score_cp=20)

    holds('move e2e4\nlcd "C7-C5"\nrating 1400', consult)
    assert [request.moves for request in asked] == [("e2e4",)]


def test_without_any_opponent_the_line_that_needs_one_fails() -> None:
    failure = run('move e2e4\nlcd "E2-E4"')
    assert failure is not None
    assert failure.line == 2


def test_nvram_lines_before_power_on_are_the_memory() -> None:
    holds(
        "nvram rating 1873\nnvram games 57 level tr7 rules printed\npower on\n"
        'rating 1873 games 57\nrating games 57\npress level\nlcd "tr 7"'
    )


def test_memory_survives_power_off_and_may_be_changed_while_off() -> None:
    holds(
        'power on\npress level b2 c3 level\npower off\nlcd ""\nnvram rating 1600\npower on\n'
        'press level\nlcd "tr 3"\nrating 1600 games 0'
    )


def test_save_and_load_put_the_whole_machine_back() -> None:
    holds(
        "power on\nreply e7e5\nmove e2e4\nsave mid\nwait 1s\nmove g1f3\nload mid\n"
        'lcd "E2-E4"\nwait 120ms\nlcd "E7-E5"'
    )


def test_position_asks_about_the_four_first_fields() -> None:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
    holds(f'power on\nposition "{start}"\nposition "{start} 7 9"')
    failure = run(f'power on\nposition "{start.replace(" w ", " b ")}"')
    assert failure is not None


def test_serial_lines_are_taken_in_order() -> None:
    holds('send "I"\nserial "ID SAPPHIRE II V1.02"\nserial none')
    failure = run('send "I"\nserial none')
    assert failure is not None
    assert failure.got == 'serial "ID SAPPHIRE II V1.02"'


def test_symbols_asks_only_about_the_names_given() -> None:
    holds("power on\nsymbols white not black\nsymbols not check not mate")
    failure = run("power on\nsymbols black not white")
    assert failure is not None
    assert failure.expected == "symbols black not white"
