"""Is whoever is not let in told why in their own language?"""

import httpx2
import pytest

from shared.runtime.virtual_clock import VirtualClock
from tests.support.gateway_harness import KEYS, GatewayHarness, assert_error, event_payloads, gateway_harness

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
async def test_an_authentication_error_is_in_the_requested_language(
    keys: str, method: str, headers: dict[str, str], status: int, english: str, chinese: str, clock: VirtualClock
) -> None:
    async with gateway_harness(clock, keys=keys) as running:
        for accepted, said in (("en", english), ("zh-CN,zh;q=0.9,en;q=0.8", chinese)):
            answer: httpx2.Response = await running.http.request(
                method, "/api/v1/demands", headers={**headers, "Accept-Language": accepted}
            )
            assert_error(answer)
            assert event_payloads(answer)[0] == status
            assert answer.json()["details"].startswith(said)


@pytest.mark.gateway(keys=f"{'a' * 15}:user_alice:user,{'b' * 16}:user_bob:user,{'c' * 8}:root:admin")
async def test_the_log_names_users_whose_keys_can_be_guessed(running: GatewayHarness) -> None:
    (line,) = running.system.logged("short_api_keys")
    assert (line["level"], line["users"]) == ("warning", ["user_alice", "root"])
    assert "at least 16" in line["hint"]
    assert "a" * 15 not in running.system.lines.getvalue()
    assert (await running.get("/demands", {"Authorization": f"Bearer {'a' * 15}"})).status_code == 200


@pytest.mark.gateway(keys=f"{'b' * 16}:user_bob:user")
async def test_long_keys_need_no_warning(running: GatewayHarness) -> None:
    assert running.system.logged("short_api_keys") == []
