"""What is answered at an address that there is none of: the page to a browser, E019 to a program?"""

from pathlib import Path

import httpx2

from shared.runtime.system_clock import SystemClock
from tests.support.gateway_harness import assert_error, event_payloads, gateway_harness

INDEX = "<!doctype html><title>ToWow</title>"
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "Accept-Encoding": "gzip"}
NOWHERE = ("/zzz", "/d/", "/d/x/y", "/stage/", "/agents/", "/inner.txt", "/static/index.html", "/apiary")
PROGRAMS = ("/api", "/api/v1", "/api/v1/zzz", "//api/v1/zzz", "/assets/a.js", "/assets/a/b", "/docs/", "/metrics/x")


def refused(answer: httpx2.Response) -> bool:
    """Whether it is the JSON of a path that is not there."""
    assert_error(answer)
    return event_payloads(answer) == (404, "E019")


async def test_an_unknown_path_is_the_page_for_a_browser_and_json_for_a_program(tmp_path: Path) -> None:
    index = tmp_path / "index.html"
    index.write_text(INDEX, encoding="utf-8")
    async with gateway_harness(SystemClock(), sockets=True, static=tmp_path) as running:
        ask, url = running.http.request, running.http.base_url
        tag = (await ask("GET", "/", headers=BROWSER)).headers["etag"]
        for path in NOWHERE:
            page = await ask("GET", path, headers={**BROWSER, "If-None-Match": tag})
            assert (page.status_code, page.text) == (404, INDEX), path
            assert page.headers["content-type"] == "text/html; charset=utf-8"
            assert page.headers["cache-control"] == "no-store"
            assert "default-src 'self'" in page.headers["content-security-policy"]
            assert "etag" not in page.headers
            head = await ask("HEAD", path, headers=BROWSER)
            assert (head.status_code, head.content) == (404, b"")
            assert head.headers["content-type"] == "text/html; charset=utf-8"
            assert refused(await ask("POST", path, headers=BROWSER))
            for accept in ("*/*", "application/json", "text/html;q=0, */*"):
                assert refused(await ask("GET", path, headers={"Accept": accept}))
        for path in PROGRAMS:
            assert refused(await ask("GET", f"{url}".rstrip("/") + path, headers=BROWSER)), path
        index.unlink()
        assert refused(await ask("GET", "/zzz", headers=BROWSER))
