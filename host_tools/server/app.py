"""The web application: tables' endpoint, API, events and pages on one port."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from host_tools import __version__
from host_tools.server import (
    api,
    archive_upload,
    decisions_api,
    events,
    guard,
    late_originals,
    orders_api,
    page_words,
    pages,
    picture,
    prints_api,
    tables,
    usb_api,
)
from host_tools.server.auth import Auth
from host_tools.server.host import Host

HERE = Path(__file__).parent


def make_app(host: Host) -> FastAPI:
    """The application around an opened `host`; it starts and stops with it."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        host.store.on_copies = partial(host.hub.changed, "round")
        await host.start()
        late_originals.watch(host)
        try:
            yield
        finally:
            await host.stop()

    app = FastAPI(title="Tavolo", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.host = host
    app.state.auth = Auth(host.store)
    app.state.archives = asyncio.Lock()  # one is read at a time
    app.state.pictures = picture.Gate()
    app.state.desk_token = orders_api.new_token(host.folder)
    app.state.https_port = 0  # set by the server that also listens there
    guard.install(app, pages.problem_page)
    for part in (tables, api, events, pages, usb_api, decisions_api, orders_api, page_words, prints_api, archive_upload):
        app.include_router(part.router)
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    return app
