"""Is whoever is not let in told why in their own language?"""

import httpx2
import pytest

from shared.runtime.virtual_clock import VirtualClock
from tests.support.embedded_system import run_in_virtual_time
from tests.support.gateway_harness import KEYS, assert_error, event_payloads, gateway_harness

REFUSED = (
    (
        KEYS,
        "GET",
        {"Authorization": "Bearer nobodys"},
        401,
        "the API key is not known to this gateway",
        "此网关不认识该密钥",
    ),
    (
        "",
        "POST",
        {"Origin": "http://elsewhere"},
        403,
        "pages of this origin are not allowed; add it to CORS_ORIGINS",
        "不允许来自此来源的页面；请将其加入 CORS_ORIGINS",
    ),
    ("", "GET", {"Host": "elsewhere.example"}, 403, "use an IP address or localhost", "请用 IP 地址或 localhost 访问"),
)


@pytest.mark.parametrize(("keys", "method", "headers", "status", "english", "chinese"), REFUSED)
def test_the_reason_is_told_in_the_language_that_was_asked_for(
    keys: str, method: str, headers: dict[str, str], status: int, english: str, chinese: str
) -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock, keys=keys) as running:
            for accepted, said in (("en", english), ("zh-CN,zh;q=0.9,en;q=0.8", chinese)):
                answer: httpx2.Response = await running.http.request(
                    method, "/api/v1/demands", headers={**headers, "Accept-Language": accepted}
                )
                assert_error(answer)
                assert event_payloads(answer)[0] == status
                assert answer.json()["details"].startswith(said)

    run_in_virtual_time(main)
