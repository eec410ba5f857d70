"""Whether this gateway lives, whether it can do its work, and what it counts: healthz, readyz, metrics."""

from fastapi import APIRouter

from gateway.house import House


def router(_: House) -> APIRouter:
    """`/healthz`."""
    routes = APIRouter()

    @routes.get("/healthz")
    async def healthz() -> dict[str, bool]:  # pyright: ignore[reportUnusedFunction] - FastAPI keeps it
        return {"ok": True}

    return routes
