import pytest

from benchmarks.strength.__main__ import main
from benchmarks.strength.match_choice import TACTICS, choose_plans, is_chosen, parse_games
from benchmarks.strength.match_plan import match_plans
from benchmarks.strength.opponents.line_shapes import CLOSED_THREE, CLOSED_TWO, ONE, OPEN_TWO
from gamehive.core.games.game import games


def test_names_are_unique_and_begin_with_the_game() -> None:
    plans = match_plans()
    assert len({plan.name for plan in plans}) == len(plans)
    assert all(plan.name.startswith(f"{plan.game.key}_vs_{plan.opponent}") for plan in plans)


def test_each_opening_is_played_with_both_colours() -> None:
    assert all(count % 2 == 0 for plan in match_plans() for count in plan.games.values())


def test_the_full_tier_plays_as_many_games_as_the_bounds_ask_for() -> None:
    plans = {plan.name: plan for plan in match_plans()}
    bounds = {name: (plan.games["full"], plan.time_s, *plan.bound_in("full")) for name, plan in plans.items()}
    assert bounds["gomoku_vs_alpha_beta"] == (200, 0.2, "low", 0.85)
    assert bounds["gomoku_vs_alpha_beta_2s"][:2] == (20, 2.0)
    assert bounds["gomoku8_vs_alpha_beta"] == (200, 0.2, "losses", 0)
    for game in ("nogo", "nogo7"):
        assert bounds[f"{game}_vs_random"][0] == 300
        assert bounds[f"{game}_vs_random"][2:] == ("score", 0.99)
        assert bounds[f"{game}_vs_plain_mcts"] == (200, 0.2, "low", 0.70)
        assert plans[f"{game}_vs_plain_mcts"].settings("full")["playouts"] == 3_000
    assert plans["gomoku_vs_alpha_beta"].settings("full")["depth"] == 4


def test_settings_tell_the_tiers_apart() -> None:
    for plan in match_plans():
        assert plan.settings("quick") == plan.settings("full")
        assert plan.is_team or plan.settings("smoke") != plan.settings("quick")


def test_the_team_plays_every_game_against_the_engine_that_it_has_itself() -> None:
    plans = {plan.name: plan for plan in match_plans() if plan.is_team}
    assert set(plans) == {f"{key}_vs_engine" for key in games()}
    for plan in plans.values():
        assert (plan.games["full"], plan.time_s, *plan.bound_in("full")) == (40, 8.0, "high", 0.5)
        assert plan.opponent_options("full") == {"engine_time_s": 0.2, "game": plan.game}


def test_matches_are_chosen_by_game_and_name() -> None:
    assert {plan.game.key for plan in choose_plans(parse_games("nogo, misere"), None)} == {"nogo", "misere"}
    assert [plan.name for plan in choose_plans(frozenset(), "gomoku_vs_rapfi")] == ["gomoku_vs_rapfi"]


@pytest.mark.parametrize("text", ["nogo,gomoku", "nogo, gomoku", " nogo ,gomoku,", "nogo gomoku"])
def test_spaces_in_a_list_of_games_change_nothing(text: str) -> None:
    games = parse_games(text)
    assert games == {"nogo", "gomoku"}
    assert is_chosen(TACTICS, "gomoku", games, None)
    assert not is_chosen(TACTICS, "gomoku8", games, None)
    assert parse_games(" ") == frozenset()


def test_an_unknown_match_is_an_error_of_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "chess_vs_nobody"]) == 2
    assert "gomoku_vs_alpha_beta" in capsys.readouterr().err


def test_an_unknown_game_is_an_error_of_usage_that_names_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "nogo, chess", "--only", "speeds"]) == 2
    message = capsys.readouterr().err
    assert "no game is called chess; there are:" in message
    assert all(key in message for key in ("gomoku8", "gomoku19", "nogo7", "misere"))


def test_openspiels_search_is_an_opponent_on_every_board_of_the_project() -> None:
    plans = {plan.game.key: plan for plan in match_plans() if plan.opponent == "openspiel_mcts"}
    assert plans.keys() == games().keys()
    for key in ("tictactoe", "misere"):
        assert plans[key].games == {"smoke": 2, "quick": 6, "full": 20}
        assert plans[key].bound_in("full") == ("losses", 0)


def test_notes_say_what_the_ledger_leaves_open_and_how_programs_are_driven() -> None:
    notes = {plan.name: plan.note for plan in match_plans()}
    for name in ("gomoku_vs_alpha_beta", "gomoku_vs_alpha_beta_2s", "gomoku8_vs_alpha_beta"):
        assert "GH-270" in notes[name]
        for value in (CLOSED_THREE, OPEN_TWO, CLOSED_TWO, ONE):
            assert f" {value}" in notes[name]
    for name in ("nogo_vs_openspiel_mcts", "nogo7_vs_openspiel_mcts"):
        assert "200 simulations, because the bot written in C++ cannot" in notes[name]
        assert "the rules are ours" in notes[name]
    assert "terminal mode in place of -b, because" in notes["gomoku19_vs_bsdgames"]
