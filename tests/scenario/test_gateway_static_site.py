"""How the gateway serves the page: every view is the index, assets are kept for good and packed once, nothing leaks."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import httpx2
import pytest

from gateway.static_site import assets
from gateway.static_site.routes import STATIC_FOLDER
from shared.runtime.system_clock import SystemClock
from tests.support.async_tests import OpenedInTest, options_of
from tests.support.gateway_harness import KEYS, GatewayHarness, event_payloads, gateway_harness

pytestmark = pytest.mark.sockets

INDEX = (
    '<!doctype html><html lang="en"><title>ToWow</title><script type="module" src="/assets/index-A1b2_C3d.js"></script>'
)
SCRIPT = "export const greeting = '你好';\n" * 4000
FOR_GOOD = "public, max-age=31536000, immutable"
VIEWS = ("//", "//d/d-abcdefghijklm", "//d/d-abcdefghijklm?at=7", "//stage/d-abcdefghijklm", "//d/never", "//agents")
PUBLIC = STATIC_FOLDER.parents[1] / "web" / "public"
PACKS, PLAIN = {"Accept-Encoding": "br, gzip"}, {"Accept-Encoding": "identity"}


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A build, with something beside it that is nobody's business."""
    folder = tmp_path / "static"
    (folder / "assets" / "deeper").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX, encoding="utf-8")
    (folder / "assets" / "index-A1b2_C3d.js").write_text(SCRIPT, encoding="utf-8")
    (folder / "assets" / "index-Zz-9_abc.css").write_text("body { margin: 0 }", encoding="utf-8")
    (folder / "assets" / "font.woff2").write_bytes(bytes(range(256)))
    (folder / "assets" / "favicon.svg").write_text("<svg/>", encoding="utf-8")
    (folder / "assets" / "odd.xyz").write_bytes(b"odd")
    (folder / "assets" / ".hidden").write_text("hidden", encoding="utf-8")
    (folder / "assets" / "deeper" / "a-00000000.js").write_text("deeper", encoding="utf-8")
    (folder / "inner.txt").write_text("inner", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    return folder


@pytest.fixture
def running(request: pytest.FixtureRequest, static: Path, clock: object) -> OpenedInTest:
    """Start a gateway that serves this build; marks of the test may say otherwise."""
    options: dict[str, Any] = {"static": static, **options_of(request, "gateway")}
    return OpenedInTest(lambda clock: gateway_harness(clock, sockets=True, **options))


async def raw(running: GatewayHarness, target: str) -> bytes:
    """What is answered to a request line that no client would write."""
    url = running.http.base_url
    reader, writer = await asyncio.open_connection(url.host, url.port)
    writer.write(f"GET {target} HTTP/1.1\r\nHost: {url.host}:{url.port}\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return answer


async def test_every_page_path_serves_the_index(static: Path, running: GatewayHarness) -> None:
    for view in VIEWS:
        page = await running.get(view)
        assert (page.status_code, page.text) == (200, INDEX)
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["cache-control"] == "no-cache"
        assert "default-src 'self'" in page.headers["content-security-policy"]
        again = await running.http.get(view[1:], headers={"If-None-Match": page.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == page.headers["etag"]
        head = await running.ask("HEAD", view)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["etag"] == page.headers["etag"]
        assert head.headers["content-length"] == page.headers["content-length"]
        assert event_payloads(await running.ask("POST", view)) == (405, "E020")
    assert event_payloads(await running.get("//d/")) == (404, "E019")
    assert event_payloads(await running.get("//d/a/b")) == (404, "E019")


@pytest.mark.gateway(keys=KEYS)
async def test_the_page_is_served_without_signing_in(static: Path, running: GatewayHarness) -> None:
    assert (await running.get("//agents")).text == INDEX
    assert event_payloads(await running.get("/admin/breaker")) == (401, "E012")


@pytest.mark.parametrize(
    ("name", "kind", "packs", "kept"),
    [
        ("index-A1b2_C3d.js", "text/javascript; charset=utf-8", True, FOR_GOOD),
        ("index-Zz-9_abc.css", "text/css; charset=utf-8", True, FOR_GOOD),
        ("font.woff2", "font/woff2", False, "no-cache"),
        ("odd.xyz", "application/octet-stream", False, "no-cache"),
    ],
)
async def test_a_hashed_asset_is_immutable_and_compressed_on_request(
    static: Path, name: str, kind: str, packs: bool, kept: str, running: GatewayHarness
) -> None:
    content = (static / "assets" / name).read_bytes()
    packed = await running.get(f"//assets/{name}", PACKS)
    plain = await running.get(f"//assets/{name}", PLAIN)
    for answer in (packed, plain):
        assert answer.content == content  # the client unpacks
        assert answer.headers["content-type"] == kind
        assert answer.headers["cache-control"] == kept
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert ("Accept-Encoding" in answer.headers["vary"]) is packs
    assert packed.headers.get("content-encoding") == ("gzip" if packs else None)
    assert (packed.headers["etag"] != plain.headers["etag"]) is packs
    assert "content-encoding" not in plain.headers
    assert int(plain.headers["content-length"]) == len(content)


async def test_an_asset_without_hash_is_revalidated(static: Path, running: GatewayHarness) -> None:
    icon = await running.get("//assets/favicon.svg")
    assert icon.headers["content-type"] == "image/svg+xml"
    assert icon.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "name", ["my-fallback.svg", "my-Fallback.svg", "an-a1b2c3d4.png", "my-fallback.js", "a-worker.js", "A1b2_C3d.js"]
)
async def test_a_plain_word_in_a_file_name_is_no_hash(static: Path, name: str, running: GatewayHarness) -> None:
    (static / "assets" / name).write_text("changes", encoding="utf-8")
    assert (await running.get(f"//assets/{name}")).headers["cache-control"] == "no-cache"


@pytest.mark.skipif(not PUBLIC.is_dir(), reason="the page's sources are not here")
def test_the_public_folder_has_no_script_or_style() -> None:
    """Its name stays when it changes: so it must not be a script or a style, which are kept by how they are named."""
    files = [file for file in PUBLIC.rglob("*") if file.is_file()]
    assert files
    assert [file.name for file in files if file.suffix in (".js", ".css")] == []


NOTHING = (
    "/assets",
    "/assets/",
    "/assets/.",
    "/assets/..",
    "/assets/../inner.txt",
    "/assets/../../secret.txt",
    "/assets/%2e%2e/inner.txt",
    "/assets/..%2finner.txt",
    "/assets/..%5cinner.txt",
    "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
    "/assets//etc/passwd",
    "/assets/%2fetc%2fpasswd",
    "/assets/.hidden",
    "/assets/deeper",
    "/assets/deeper/a-00000000.js",
    "/assets/index-A1b2_C3d.js%00",
    "/assets/index-A1b2_C3d.js/",
    "/assets/never-00000000.js",
    "/assets/" + "a" * 3000,
    "/inner.txt",
    "/index.html",
    "/static/index.html",
)


async def test_no_other_file_is_served(static: Path, running: GatewayHarness) -> None:
    for target in NOTHING:
        answer = await raw(running, target)
        assert answer.startswith(b"HTTP/1.1 404"), (target, answer[:200])
        assert b'"E019"' in answer
        assert b"no-store" in answer
        assert not any(word in answer for word in (b"inner", b"secret", b"hidden", b"deeper", b"root:"))


@pytest.fixture
def packings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The length of everything that is packed from now on."""
    packings: list[int] = []

    class Counting:
        """gzip, counted."""

        @staticmethod
        def compress(data: bytes, level: int, *, mtime: float) -> bytes:
            packings.append(len(data))
            return gzip.compress(data, level, mtime=mtime)

    monkeypatch.setattr(assets, "gzip", Counting)
    return packings


async def test_concurrent_requests_compress_an_asset_once(
    static: Path, packings: list[int], running: GatewayHarness
) -> None:
    assert packings == []  # nothing is done before somebody asks
    answers = await asyncio.gather(*(running.get("//assets/index-A1b2_C3d.js", PACKS) for _ in range(50)))
    assert {answer.text for answer in answers} == {SCRIPT}
    assert packings == [len(SCRIPT.encode())]
    assert int(answers[0].headers["content-length"]) < len(SCRIPT.encode()) / 20


async def test_compressed_assets_are_cached_until_the_build_changes(
    static: Path, packings: list[int], running: GatewayHarness
) -> None:
    for _ in range(3):
        for path, how in (("//assets/index-A1b2_C3d.js", PACKS), ("//", PLAIN), ("//", PACKS)):
            assert (await running.get(path, how)).status_code == 200
    assert packings == [len(SCRIPT.encode()), len(INDEX)]
    (static / "index.html").write_text(INDEX + "<!-- 2 -->", encoding="utf-8")
    await running.get("//", PLAIN)
    await running.get("//assets/index-A1b2_C3d.js", PACKS)
    assert packings[2:] == [len(SCRIPT.encode())]  # what was kept of another build is let go


async def test_a_new_build_is_served_at_once_and_removed_files_are_404(static: Path, running: GatewayHarness) -> None:
    first = await running.get("//")
    assert (await running.get("//assets/index-A1b2_C3d.js")).text == SCRIPT
    (static / "index.html").write_text(INDEX + "<!-- 2 -->", encoding="utf-8")
    (static / "assets" / "index-A1b2_C3d.js").rename(static / "assets" / "index-New_9876.js")
    second = await running.get("//", {"If-None-Match": first.headers["etag"]})
    assert (second.status_code, second.text) == (200, INDEX + "<!-- 2 -->")
    assert event_payloads(await running.get("//assets/index-A1b2_C3d.js")) == (404, "E019")
    assert (await running.get("//assets/index-New_9876.js")).text == SCRIPT
    (static / "index.html").unlink()
    assert "OpenAPI" in (await running.get("//")).text
    assert event_payloads(await running.get("//agents")) == (404, "E019")


async def test_a_gateway_without_a_build_serves_only_a_plain_page(tmp_path: Path) -> None:
    async with gateway_harness(SystemClock(), sockets=True, static=tmp_path) as running:
        page = await running.get("//")
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert "Model: <strong>simulated</strong>" in page.text
        assert "<script" not in page.text
        for path in ("//agents", "//d/d-abcdefghijklm", "//stage/x", "//assets/a.js"):
            assert event_payloads(await running.get(path)) == (404, "E019")
        (tmp_path / "index.html").mkdir()
        assert "OpenAPI" in (await running.get("//")).text


OTHER_PATHS = ("/healthz", "/readyz", "/metrics", "/LMMRunning/add/")


async def test_the_static_routes_are_not_in_the_openapi_document(static: Path, running: GatewayHarness) -> None:
    paths = (await running.get("//openapi.json")).json()["paths"]
    assert all(path.startswith("/api/v1/") or path in OTHER_PATHS for path in paths)


@pytest.mark.skipif(not (STATIC_FOLDER / "index.html").is_file(), reason="no page is built here")
@pytest.mark.gateway(static=STATIC_FOLDER)
async def test_the_page_that_is_built_loads_from_this_gateway_only(running: GatewayHarness) -> None:
    """Whatever its index names is there, and lies below /assets or at the root."""
    page = (await running.get("//")).text
    named = [part.split('"')[0] for mark in ('src="', 'href="') for part in page.split(mark)[1:]]
    assert named
    answers: list[httpx2.Response] = [await running.get(f"/{path}") for path in named]
    assert [answer.status_code for answer in answers] == [200] * len(named)
