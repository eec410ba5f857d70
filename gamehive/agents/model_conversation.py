"""Conversation of a loop as turns of a model: its own words and calls with their results (GH-46, GH-179, GH-204).

What others wrote is data: the lead's question, contents of results, turns of a persona who has handed over.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gamehive.contracts.tools import GUIDE_TOOL, GameToolCall, GameToolResult
from gamehive.contracts.transcript import Note
from gamehive.contracts.turns import GameTurnFacts
from shared.core.language import Language
from shared.llm.prompt_blocks import render_data_block
from shared.llm.tool_conversation import AssistantTurn, ConversationTurn, ModelToolCall, ModelToolResult, UserText


def build_conversation(facts: GameTurnFacts) -> tuple[ConversationTurn, ...]:
    """Return the conversation before an agent's turn; its first part is what the agent is asked.

    Each call of the agent is followed by its result. Ids are unique: a call or a result with a used one is data.
    """
    language = facts.context.language
    opening = UserText(_OPENING[language])
    if facts.task:
        opening = UserText(f"{_TASK[language]}\n{render_data_block('task', facts.task)}")
    return (opening, *_Renderer(facts).render())


def render_note(note: Note, language: Language) -> str:
    """Return a note as text: an instruction of the workflow, else data."""
    match note.kind:
        case "tool" if note.result is not None:
            return render_data_block("tool_result", note.result.model_dump(include={"tool", "is_error", "content"}))
        case "assistant":
            calls = [{"tool": call.tool, "arguments": call.arguments} for call in note.calls]
            return render_data_block("reply", {"agent": note.agent, "text": note.text, "calls": calls})
        case "user" if note.hook is not None:
            return _render_instruction(note.text, language)
        case _:
            return render_data_block("message" if note.kind == "user" else note.kind, note.text)


def _render_instruction(text: str, language: Language) -> str:
    return _WORKFLOW[language] + text.translate(_NO_TAGS)


@dataclass
class _Renderer:
    """Renderer of the notes of one loop."""

    facts: GameTurnFacts
    results: dict[str, GameToolResult] = field(default_factory=dict[str, GameToolResult])
    used: set[str] = field(default_factory=set[str])

    def render(self) -> Iterator[ConversationTurn]:
        """Yield the turns; a result comes right after its call, wherever its note stands."""
        notes, language = self.facts.notes, self.facts.context.language
        self.results = _results_by_id(notes)
        for note in notes:
            if note.kind == "assistant" and self._is_own(note):
                yield from self._render_own(note)
            elif note.result is not None and note.result.call_id in self.used:
                continue
            elif not self._is_task(note):
                yield UserText(render_note(note, language))

    def _is_own(self, note: Note) -> bool:
        """Return whether a note is the agent's own turn, or an instruction that stands beside it."""
        is_guide = any(call.tool == GUIDE_TOOL for call in note.calls)
        ids = [call.call_id for call in note.calls]
        is_unique = len(set(ids)) == len(ids) and self.used.isdisjoint(ids)
        return is_unique and (is_guide or note.agent == self.facts.agent)

    def _is_task(self, note: Note) -> bool:
        """Return whether a note is the question that opened the loop, which is told already."""
        return bool(self.facts.task) and note.kind == "user" and note.text == self.facts.task

    def _render_own(self, note: Note) -> Iterator[ConversationTurn]:
        calls = tuple(ModelToolCall(each.call_id, each.tool, each.arguments) for each in note.calls)
        yield AssistantTurn(note.text, calls)
        for call in note.calls:
            self.used.add(call.call_id)
            yield self._render_result(call)

    def _render_result(self, call: GameToolCall) -> ModelToolResult:
        language = self.facts.context.language
        result = self.results.get(call.call_id)
        if result is None:
            return ModelToolResult(call.call_id, _NO_RESULT[language], is_error=True)
        is_guide = call.tool == GUIDE_TOOL
        text = (
            _render_instruction(result.content, language) if is_guide else render_data_block("result", result.content)
        )
        return ModelToolResult(call.call_id, text, result.is_error)


def _results_by_id(notes: Sequence[Note]) -> dict[str, GameToolResult]:
    return {note.result.call_id: note.result for note in notes if note.result is not None}


_OPENING: Mapping[Language, str] = {
    "zh": "请决定我方这一手。下面是这次决策到目前为止的经过，最后是局面的现状。",
    "en": "Decide our move. What has happened in this decision follows, and at the end how the game stands.",
}
_TASK: Mapping[Language, str] = {
    "zh": "主帅问你的问题在 task 里：在你的职责之内回答它。",
    "en": "The lead's question to you is in task: answer it within your duties.",
}
_NO_RESULT: Mapping[Language, str] = {"zh": "这次调用没有结果。", "en": "This call has no result."}
_WORKFLOW: Mapping[Language, str] = {"zh": "流程：", "en": "Workflow: "}
_NO_TAGS = str.maketrans({"<": "‹", ">": "›"})
"""A text of the workflow may quote an agent's, which must not look like the border of a data block."""
