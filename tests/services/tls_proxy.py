"""A reverse proxy that terminates TLS with a certificate of a private authority: one of our own, nginx, and Caddy."""

import asyncio
import shutil
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import trustme

from tests.services.rabbitmq import free_port

NAME = "demo.example.org"
DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
NGINX, CADDY = (
    shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin") for name in ("nginx", "caddy")
)


@dataclass(frozen=True, slots=True)
class TlsProxy:
    """A proxy that listens.

    `trust`: a client's context that knows the authority. `passes_any_host`: also requests for another host than NAME.
    """

    port: int
    trust: ssl.SSLContext
    passes_any_host: bool = True


@asynccontextmanager
async def plain_proxy(upstream: int, folder: Path) -> AsyncGenerator[TlsProxy]:
    """A proxy of our own: a connection per request, headers as in the example for nginx."""
    trust = _write_certificate(folder / "own.pem")
    own = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    own.load_cert_chain(folder / "own.pem")

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            to_reader, to_writer = await asyncio.open_connection("127.0.0.1", upstream)
            to_writer.write(_forwarded(head, writer.get_extra_info("peername")[0]))
            copies = [asyncio.create_task(_copy(*pair)) for pair in ((reader, to_writer), (to_reader, writer))]
            await asyncio.wait(copies, return_when=asyncio.FIRST_COMPLETED)
            for copy in copies:
                copy.cancel()
            await asyncio.gather(*copies, return_exceptions=True)
            to_writer.close()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=own)
    try:
        yield TlsProxy(server.sockets[0].getsockname()[1], trust)
    finally:
        server.close()


def _write_certificate(file: Path) -> ssl.SSLContext:
    """Write a key and a certificate of a new authority; return a client's context that knows the authority."""
    authority = trustme.CA()
    file.write_bytes(authority.issue_cert(NAME).private_key_and_cert_chain_pem.bytes())
    return ssl.create_default_context(cadata=authority.cert_pem.bytes().decode("ascii"))


def _forwarded(head: bytes, client: str) -> bytes:
    lines = head.decode("latin-1").split("\r\n")[:-2]
    host = next(line.partition(":")[2].strip() for line in lines if line.lower().startswith("host:"))
    ours = ("connection:", "x-forwarded-proto:", "x-forwarded-host:")
    kept = [line for line in lines if not line.lower().startswith(ours)]
    added = [f"X-Forwarded-For: {client}", "X-Forwarded-Proto: https", f"X-Forwarded-Host: {host}", "Connection: close"]
    return "\r\n".join([*kept, *added, "", ""]).encode("latin-1")


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
        await writer.drain()


@asynccontextmanager
async def nginx_proxy(upstream: int, folder: Path) -> AsyncGenerator[TlsProxy]:
    """Run nginx with the example file, but for its ports and the certificate's place."""
    assert NGINX is not None
    trust = _write_certificate(folder / "own.pem")
    plain, port = free_port(), free_port()
    text = _example(
        "nginx/towow.conf",
        ("127.0.0.1:8000", f"127.0.0.1:{upstream}"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("/etc/ssl/towow/fullchain.pem", str(folder / "own.pem")),
        ("/etc/ssl/towow/privkey.pem", str(folder / "own.pem")),
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "\n".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    main = folder / "nginx.conf"
    main.write_text(
        f"daemon off; worker_processes 1; pid {folder / 'pid'}; error_log {folder / 'error'};\n"
        f"events {{}}\nhttp {{ access_log off;\n{temporary}\n{text}\n}}\n",
        encoding="utf-8",
    )
    async with _running(folder, port, NGINX, "-c", str(main), "-e", str(folder / "error")):
        yield TlsProxy(port, trust)


@asynccontextmanager
async def caddy_proxy(upstream: int, folder: Path) -> AsyncGenerator[TlsProxy]:
    """Run Caddy with the example file, but for its port and the certificate, which it would get from a public authority."""
    assert CADDY is not None
    trust = _write_certificate(folder / "own.pem")
    port, certificate = free_port(), folder / "own.pem"
    text = _example(
        "caddy/Caddyfile",
        ("127.0.0.1:8000", f"127.0.0.1:{upstream}"),
        (f"\n{NAME} {{", f"\n{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls {certificate} {certificate}"),
    )
    main = folder / "Caddyfile"
    main.write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{text}", encoding="utf-8")
    async with _running(folder, port, CADDY, "run", "--adapter", "caddyfile", "--config", str(main)):
        yield TlsProxy(port, trust, passes_any_host=False)


def _example(name: str, *replaced: tuple[str, str]) -> str:
    """Return an example file with some of its text replaced, each of which it has once."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    for old, new in replaced:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@asynccontextmanager
async def _running(folder: Path, port: int, *command: str) -> AsyncGenerator[None]:
    """Run a proxy in `folder`, its home, from when it listens; its output is the file `error`."""
    with (folder / "error").open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            *command, cwd=folder, env={"HOME": str(folder)}, stdout=errors, stderr=errors
        )
    try:
        async with asyncio.timeout(10):
            while not await _listens(port):
                assert process.returncode is None, (folder / "error").read_text(encoding="utf-8")
                await asyncio.sleep(0.05)
        yield
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def _listens(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True
