"""Rules of the simulated model for the deliberation: answers of planner, critic, reporter and positions."""

from deliberation.simulated.critic_turn import write_critique
from deliberation.simulated.planner_turn import draft_or_revise
from deliberation.simulated.position_turn import state_position
from deliberation.simulated.report_turn import write_report
from shared.llm.rule_based_model import Rules

RULES: Rules = {
    "deliberation_plan": draft_or_revise,
    "deliberation_critique": write_critique,
    "deliberation_position": state_position,
    "deliberation_report": write_report,
}
