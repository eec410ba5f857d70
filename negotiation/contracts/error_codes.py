"""Error codes of the negotiation, beside the platform's (TW-431, TW-434…437, INTERFACES § 4)."""

from collections.abc import Mapping

from shared.core.api_error import ErrorCode, PlatformErrorCode


class NegotiationErrorCode(ErrorCode):
    """Error codes about demands, channels and agents."""

    E002 = (404, "no such demand", "需求不存在")
    E005 = (200, "no candidate matched", "没有匹配的候选人")
    E006 = (200, "the negotiation timed out", "协商超时")
    E007 = (404, "no such channel", "协商频道不存在")
    E008 = (404, "no such agent", "智能体不存在")


ERROR_CODES: Mapping[str, ErrorCode] = {
    code.name: code for code in sorted((*PlatformErrorCode, *NegotiationErrorCode), key=lambda code: code.name)
}
"""Every code that the negotiation's interfaces may answer with, by name."""
