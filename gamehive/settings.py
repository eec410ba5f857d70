"""Settings of GameHive (GH-44, GH-103, GH-160, GH-197)."""

from pydantic import BaseModel, ConfigDict, Field


class GameSettings(BaseModel):
    """Time limits, engines and callback of the team that decides moves."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game_callback_url: str = Field(
        default="", description="Base URL of the game server that receives decisions; empty: decisions are only stored"
    )
    game_callback_timeout: float = Field(default=10, gt=0, le=60, description="Seconds for one delivery of a decision")
    game_move_time: float = Field(
        default=60, ge=6, le=600, description="Seconds for a decision of the team in a game on this page"
    )
    game_engine_time: float = Field(
        default=0.5, gt=0, le=60, description="Seconds for one search of the engine behind the team"
    )
    game_turn_timeout: float = Field(default=60, gt=0, le=600, description="Seconds for one model turn of an agent")
    game_step_timeout: float = Field(
        default=90,
        gt=0,
        le=1200,
        description="Seconds for one turn of a persona with the calls in it, without those of task agents",
    )
    game_task_timeout: float = Field(default=180, gt=0, le=1200, description="Seconds for all turns of a task agent")
    game_tool_timeout: float = Field(default=20, gt=0, le=1200, description="Seconds for one call of a tool or search")
    game_engine_processes: int = Field(
        default=1, ge=1, le=64, description="Processes in which a game_search worker searches moves at the same time"
    )
    game_idle_timeout: float = Field(
        default=86_400, gt=0, description="Seconds without a move after which a game counts as abandoned"
    )
    game_engine_guard: bool = Field(
        default=True, description="Whether a choice that an engine proves losing is replaced while another is not"
    )
    game_undo: bool = Field(default=True, description="Whether the team may take back a doubtful move before it plays")
    game_budget_tokens: int = Field(default=2_000_000, ge=0, description="Token budget of a game; 0 = no limit")
    max_games_per_user: int = Field(
        default=20, ge=0, description="Maximum number of running games of one user; 0 = no limit"
    )
