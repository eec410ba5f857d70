# One image for every role: the command says which. Two stages, so that what builds it is not in it.

FROM python:3.13-slim AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_NO_INPUT=1
RUN python -m venv /opt/towow
WORKDIR /build

# Nothing is installed whose hash is not written down, and nothing is compiled.
COPY requirements.txt .
RUN /opt/towow/bin/python -m pip install --require-hashes --only-binary :all: --requirement requirements.txt

# What there is to copy, .dockerignore says. The shipped agents lie beside the packages, as they do in a checkout.
COPY . .
RUN /opt/towow/bin/python -m pip install --no-index --no-deps --no-build-isolation . \
    && cp -r examples "$(/opt/towow/bin/python -Ic 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
    && /opt/towow/bin/python -m pip uninstall --quiet --yes setuptools pip

FROM python:3.13-slim

COPY --from=build /opt/towow /opt/towow
ENV PATH=/opt/towow/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOME=/tmp
# It has no account, owns nothing in here, and writes to /tmp only.
USER 10001:10001
WORKDIR /tmp
STOPSIGNAL SIGTERM
ENTRYPOINT ["towow"]
CMD ["--help"]
