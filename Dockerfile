# One image for all roles; the command selects the role. Two stages, so that build tools are not in the image.

FROM python:3.13-slim AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_NO_INPUT=1
RUN python -m venv /opt/towow
WORKDIR /build

# Only packages with a listed hash are installed, and nothing is compiled.
COPY requirements.txt .
RUN /opt/towow/bin/python -m pip install --require-hashes --only-binary :all: --requirement requirements.txt

# .dockerignore selects what is copied. The sample agents are placed beside the packages, as in a checkout.
COPY . .
RUN /opt/towow/bin/python -m pip install --no-index --no-deps --no-build-isolation . \
    && cp -r examples "$(/opt/towow/bin/python -Ic 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
    && /opt/towow/bin/python -m pip uninstall --quiet --yes setuptools pip
# The game engines' machine code, for processors like the one that builds; on another kind it is compiled at the start.
# It is valid for the time stamps of its sources, and a layer keeps whole seconds only.
RUN cd / && engines="$(/opt/towow/bin/python -c 'import gamehive.engines as engines; print(engines.__path__[0])')" \
    && find "$engines" -name '*.py' -exec touch --date 2026-01-01 {} + \
    && /opt/towow/bin/python -m gamehive.engines.kernel_cache

FROM python:3.13-slim

COPY --from=build /opt/towow /opt/towow
ENV PATH=/opt/towow/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOME=/tmp
# An id without an account that owns no file of the image and writes to /tmp only.
USER 10001:10001
WORKDIR /tmp
STOPSIGNAL SIGTERM
ENTRYPOINT ["towow"]
CMD ["--help"]
