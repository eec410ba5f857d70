"""Files of the web app's build: read on request, compressed once, and cached in memory until the file changes."""

import gzip
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from stat import S_ISREG

from starlette.datastructures import Headers
from starlette.responses import Response

from gateway.static_site.request_headers import accepts_gzip, matches_etag
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
"""Media types by suffix; the operating system's table may give a type under which browsers do not run scripts."""

COMPRESSIBLE = frozenset({".html", ".js", ".css", ".txt", ".json", ".svg"})
"""Suffixes of files that are sent with gzip; the other formats are already compressed."""

IMMUTABLE = "public, max-age=31536000, immutable"
"""Cache-Control of files whose names contain a hash of their contents."""

REVALIDATE = "no-cache"
"""Cache-Control of all other files: browsers ask with If-None-Match before each use."""

_HASHED_NAME = re.compile(r"assets/.+-(?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{8}\.(?:js|css)")
"""Names that the bundler gives to scripts and styles. A hash must contain a capital or a digit: taking a hash for a
word costs one more request, taking a word for a hash would keep an outdated file in browsers for a year.
"""


@dataclass(frozen=True, slots=True)
class CachedAsset:
    """Contents of a file, compressed or not. `stamp`: its modification time and size; `etag`: hash of the contents."""

    stamp: tuple[int, int]
    etag: str
    body: bytes


class StaticAssets:
    """Files of a build folder, which may be empty or be replaced by another build at any time."""

    def __init__(self, folder: Path, index: str) -> None:
        """Create the files of `folder`; `index` is the file that changes with every build."""
        self._folder = folder
        self._index = index
        self._cache: dict[tuple[str, bool], CachedAsset] = {}
        self._build_stamp = _file_stamp(folder / index)

    def exists(self, name: str) -> bool:
        """Return whether the folder has a regular file `name`.

        The caller ensures that `name` is a relative path that does not leave the folder.
        """
        return _file_stamp(self._folder / name) is not None

    def response(self, name: str, request_headers: Headers) -> Response:
        """Build the response with a file: compressed if the client accepts gzip, status 304 if its ETag matches.

        Args:
            name: Relative path inside the folder; the caller ensures that it does not leave it.
            request_headers: Headers of the request; Accept-Encoding and If-None-Match are read.

        Raises:
            ApiError: E019 if the file does not exist or cannot be read.
        """
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

    def changed_response(self, name: str, change: Callable[[bytes], bytes], request_headers: Headers) -> Response:
        """Build the response with a compressible file after a change that depends on the request; as `response` else.

        Args:
            name: Relative path inside the folder; the caller ensures that it does not leave it.
            change: Returns the body to send, given that of the file.
            request_headers: Headers of the request; Accept-Encoding and If-None-Match are read.

        Raises:
            ApiError: E019 if the file does not exist or cannot be read.
            KeyError: If MEDIA_TYPES does not have the suffix.
        """
        body = change(self._load(name, compressed=False).body)
        compressed = accepts_gzip(request_headers.get("accept-encoding", ""))
        etag = f'"{_content_hash(body)}{"-gzip" if compressed else ""}"'
        headers = {"Cache-Control": REVALIDATE, "ETag": etag, "Vary": "Accept-Encoding"}
        if matches_etag(etag, request_headers.get("if-none-match", "")):
            return Response(status_code=304, headers=headers)
        if compressed:
            headers["Content-Encoding"] = "gzip"
            body = gzip.compress(body, 6, mtime=0)
        headers["Content-Type"] = MEDIA_TYPES[Path(name).suffix]
        return Response(body, headers=headers)

    def not_found_response(self, name: str) -> Response:
        """Build a 404 response with the file `name` as its body, uncompressed.

        Args:
            name: Relative path inside the folder, with a suffix of MEDIA_TYPES; the caller ensures that it does not
                leave the folder.

        Raises:
            ApiError: E019 if the file does not exist or cannot be read.
            KeyError: If MEDIA_TYPES does not have the suffix.
        """
        headers = {"Cache-Control": "no-store", "Content-Type": MEDIA_TYPES[Path(name).suffix]}
        return Response(self._load(name, compressed=False).body, 404, headers)

    def _load(self, name: str, *, compressed: bool) -> CachedAsset:
        """Return the current file; reading it blocks the event loop for some ms, later requests use the cache."""
        stamp = _file_stamp(self._folder / name)
        asset = self._cache.get((name, compressed))
        if asset is not None and asset.stamp == stamp:
            return asset
        if name == self._index and stamp != self._build_stamp:
            self._cache.clear()  # a new build: the old files are not requested any more
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
    etag = _content_hash(data)
    if compressed:
        return CachedAsset(stamp, f'"{etag}-gzip"', gzip.compress(data, 9, mtime=0))
    return CachedAsset(stamp, f'"{etag}"', data)


def _content_hash(data: bytes) -> str:
    return blake2b(data, digest_size=12).hexdigest()


def _file_stamp(file: Path) -> tuple[int, int] | None:
    """Return the modification time (ns) and the size of a regular file, or None."""
    try:
        status = file.stat()
    except (OSError, ValueError):
        return None
    return (status.st_mtime_ns, status.st_size) if S_ISREG(status.st_mode) else None
