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

from gateway.static_site.conditional_request import accepts_gzip, matches_etag
from shared.core.api_error import ApiError, PlatformErrorCode

MEDIA_TYPES: Mapping[str, str] = {
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

COMPRESSIBLE = frozenset({".html", ".js", ".css", ".txt", ".json", ".svg"})
"""The others are packed by themselves."""

IMMUTABLE = "public, max-age=31536000, immutable"
"""Of what is named by the hash of its contents: another content has another name."""

REVALIDATE = "no-cache"

_HASHED_NAME = re.compile(r"assets/.+-(?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{8}\.(?:js|css)")
"""Only what the bundler itself writes, and no word of eight small letters: who takes a hash for a word is asked again,
who takes a word for a hash would keep it for a year. What lies in the page's public folder is neither script nor style.
"""


@dataclass(frozen=True, slots=True)
class CachedAsset:
    """A file, packed or not. `stamp`: time and size that it had; `tag`: another one for other bytes."""

    stamp: tuple[int, int]
    etag: str
    body: bytes


class StaticAssets:
    """The files of a build. There may be none yet, and another one may come while they are given out."""

    def __init__(self, folder: Path, index: str) -> None:
        """`index`: the file that is a new one with every build."""
        self._folder = folder
        self._index = index
        self._cache: dict[tuple[str, bool], CachedAsset] = {}
        self._build_stamp = _file_stamp(folder / index)

    def exists(self, name: str) -> bool:
        """Whether there is such a file. `name` is one that the caller knows to lie in the folder."""
        return _file_stamp(self._folder / name) is not None

    def response(self, name: str, request_headers: Headers) -> Response:
        """The file, packed for who takes that, and nothing but its head for who has it. Raises ToWowError (E019)."""
        suffix = Path(name).suffix
        compressed = suffix in COMPRESSIBLE and accepts_gzip(request_headers.get("accept-encoding", ""))
        asset = self._load(name, compressed=compressed)
        headers = {"Cache-Control": IMMUTABLE if _HASHED_NAME.fullmatch(name) else REVALIDATE, "ETag": asset.etag}
        if suffix in COMPRESSIBLE:
            headers["Vary"] = "Accept-Encoding"
        if matches_etag(asset.etag, request_headers.get("if-none-match", "")):
            return Response(status_code=304, headers=headers)
        if compressed:
            headers["Content-Encoding"] = "gzip"
        headers["Content-Type"] = MEDIA_TYPES.get(suffix, "application/octet-stream")
        return Response(asset.body, headers=headers)

    def not_found_response(self, name: str) -> Response:
        """The file where another one was asked for that is none: with 404, never kept. Raises ToWowError (E019)."""
        headers = {"Cache-Control": "no-store", "Content-Type": MEDIA_TYPES[Path(name).suffix]}
        return Response(self._load(name, compressed=False).body, 404, headers)

    def _load(self, name: str, *, compressed: bool) -> CachedAsset:
        """As it is now. In the loop: it takes milliseconds once, and who comes at the same instant finds it done."""
        stamp = _file_stamp(self._folder / name)
        asset = self._cache.get((name, compressed))
        if asset is not None and asset.stamp == stamp:
            return asset
        if name == self._index and stamp != self._build_stamp:
            self._cache.clear()  # of another build nothing is asked for any more
            self._build_stamp = stamp
        try:
            if stamp is None:
                raise FileNotFoundError(name)
            asset = _read_asset(self._folder / name, stamp, compressed)
        except OSError:
            self._cache.pop((name, compressed), None)
            raise ApiError(PlatformErrorCode.E019, "") from None
        self._cache[name, compressed] = asset
        return asset


def _read_asset(file: Path, stamp: tuple[int, int], compressed: bool) -> CachedAsset:
    data = file.read_bytes()
    etag = blake2b(data, digest_size=12).hexdigest()
    if compressed:
        return CachedAsset(stamp, f'"{etag}-gzip"', gzip.compress(data, 9, mtime=0))
    return CachedAsset(stamp, f'"{etag}"', data)


def _file_stamp(file: Path) -> tuple[int, int] | None:
    """When it was written (ns), and how long it is; None when there is no such file."""
    try:
        status = file.stat()
    except (OSError, ValueError):
        return None
    return (status.st_mtime_ns, status.st_size) if S_ISREG(status.st_mode) else None
