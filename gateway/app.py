"""What a gateway answers to: all routes of INTERFACES § 7 over one house, as a table."""

from fastapi import FastAPI

from gateway.house import House
from gateway.routes import probes

ROUTERS = (probes.router,)
"""Each makes the routes of its file for a house."""


def create_app(house: House) -> FastAPI:
    """The ASGI application of a gateway."""
    app = FastAPI(title="ToWow", docs_url=None, redoc_url=None)
    for router in ROUTERS:
        app.include_router(router(house))
    return app
