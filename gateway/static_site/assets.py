"""How is a file of the page's build given out? Read when it is asked for, packed once, kept until it changes."""

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from stat import S_ISREG

from starlette.datastructures import Headers
from starlette.responses import Response

from gateway.static_site.conditional_request import has, takes_gzip
from negotiation.contracts.error_codes import ApiError, ErrorCode

TYPES: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
}
"""Named here: what a machine's own table says of a script may be something that no browser runs."""

PACKABLE = frozenset({".html", ".js", ".css", ".txt", ".json", ".svg"})
"""The others are packed by themselves."""

FOR_GOOD = "public, max-age=31536000, immutable"
"""Of what is named by the hash of its contents: another content has another name."""

ASK_AGAIN = "no-cache"

_HASHED = re.compile(r"assets/.+-(?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{8}\.(?:js|css)")
"""Only what the bundler itself writes, and no word of eight small letters: who takes a hash for a word is asked again,
who takes a word for a hash would keep it for a year. What lies in the page's public folder is neither script nor style.
"""


@dataclass(frozen=True, slots=True)
class CachedAsset:
    """A file, packed or not. `stamp`: time and size that it had; `tag`: another one for other bytes."""

    stamp: tuple[int, int]
    tag: str
    body: bytes


class StaticAssets:
    """The files of a build. There may be none yet, and another one may come while they are given out."""

    def __init__(self, folder: Path, index: str) -> None:
        """`index`: the file that is a new one with every build."""
        self._folder = folder
        self._index = index
        self._kept: dict[tuple[str, bool], CachedAsset] = {}
        self._build = _stamp(folder / index)

    def there(self, name: str) -> bool:
        """Whether there is such a file. `name` is one that the caller knows to lie in the folder."""
        return _stamp(self._folder / name) is not None

    def answer(self, name: str, asked: Headers) -> Response:
        """The file, packed for who takes that, and nothing but its head for who has it. Raises ToWowError (E019)."""
        kind = Path(name).suffix
        packed = kind in PACKABLE and takes_gzip(asked.get("accept-encoding", ""))
        kept = self._read(name, packed=packed)
        headers = {"Cache-Control": FOR_GOOD if _HASHED.fullmatch(name) else ASK_AGAIN, "ETag": kept.tag}
        if kind in PACKABLE:
            headers["Vary"] = "Accept-Encoding"
        if has(kept.tag, asked.get("if-none-match", "")):
            return Response(status_code=304, headers=headers)
        if packed:
            headers["Content-Encoding"] = "gzip"
        headers["Content-Type"] = TYPES.get(kind, "application/octet-stream")
        return Response(kept.body, headers=headers)

    def not_found_page(self, name: str) -> Response:
        """The file where another one was asked for that is none: with 404, never kept. Raises ToWowError (E019)."""
        headers = {"Cache-Control": "no-store", "Content-Type": TYPES[Path(name).suffix]}
        return Response(self._read(name, packed=False).body, 404, headers)

    def _read(self, name: str, *, packed: bool) -> CachedAsset:
        """As it is now. In the loop: it takes milliseconds once, and who comes at the same instant finds it done."""
        stamp = _stamp(self._folder / name)
        kept = self._kept.get((name, packed))
        if kept is not None and kept.stamp == stamp:
            return kept
        if name == self._index and stamp != self._build:
            self._kept.clear()  # of another build nothing is asked for any more
            self._build = stamp
        try:
            if stamp is None:
                raise FileNotFoundError(name)
            kept = _kept(self._folder / name, stamp, packed)
        except OSError:
            self._kept.pop((name, packed), None)
            raise ApiError(ErrorCode.E019, "") from None
        self._kept[name, packed] = kept
        return kept


def _kept(file: Path, stamp: tuple[int, int], packed: bool) -> CachedAsset:
    data = file.read_bytes()
    tag = blake2b(data, digest_size=12).hexdigest()
    if packed:
        return CachedAsset(stamp, f'"{tag}-gzip"', gzip.compress(data, 9, mtime=0))
    return CachedAsset(stamp, f'"{tag}"', data)


def _stamp(file: Path) -> tuple[int, int] | None:
    """When it was written (ns), and how long it is; None when there is no such file."""
    try:
        about = file.stat()
    except (OSError, ValueError):
        return None
    return (about.st_mtime_ns, about.st_size) if S_ISREG(about.st_mode) else None
