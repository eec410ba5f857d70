"""Does an administrator see where the system stands still, and mend it: dead letters, open demands, circuit breaker?"""

import json
import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from shared.core.envelope import encode_envelope
from shared.core.timestamps import to_iso8601
from shared.llm.circuit_breaker import close_breaker
from shared.llm.circuit_breaker_state import CircuitBreakerState
from shared.store.port import Commit, DeadLetter
from shared.transport.port import BrokerMessage
from tests.e2e.page_browser import LINE_CUT, PHONE, Language, fits, looking
from tests.e2e.page_systems import Recorded, recorded_logs
from tests.e2e.page_visitor import Visitor
from tests.e2e.test_page_axe import finds_nothing, read_axe
from tests.golden.golden_logs import golden_logs
from tests.support.gateway_harness import KEYS
from tests.support.reference_run import message

pytestmark = [pytest.mark.requires("browser"), pytest.mark.requires("node")]

HOSTILE = "<img src=x onerror=alert(1)> \u202egnp.exe [link](javascript:alert(1))"
REFUSED = re.compile(r"status of 40[13]")
"""What a browser says of an answer that is a refusal."""

SHIFTS = """window.shift = 0; new PerformanceObserver(list => list.getEntries().forEach(entry => {
    if (!entry.hadRecentInput) window.shift += entry.value;
})).observe({type: "layout-shift", buffered: true});"""

WORDS = {
    "en-GB": {
        "title": "Operations", "letters": "Dead letters: messages that could not be handled",
        "resend": "Resend", "delete": "Delete", "resent": "1 resent.", "deleted": "1 deleted.",
        "gone": "1 no longer there.", "cannot": "It cannot be resent", "type": "unknown type", "none": "no dead letters",
        "home": "Open demands, oldest first",
    },
    "zh-CN": {
        "title": "系统运维", "letters": "死信：无法处理的消息",
        "resend": "重新发送", "delete": "删除", "resent": "已重新发送 1 条。", "deleted": "已删除 1 条。",
        "gone": "1 条已经不在了。", "cannot": "不能重新发送", "type": "类型未知", "none": "没有死信",
        "home": "进行中的需求，最早的在前",
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def logs() -> Iterator[Recorded]:
    """A whole system in this process, whose gateway everybody on this machine may administer."""
    with recorded_logs() as found:
        yield found


@pytest.fixture(autouse=True)
def well(logs: Recorded) -> Iterator[None]:
    """Every test begins without dead letters, with a closed breaker and without open demands."""
    yield
    store = logs.system.store
    for letter in logs.do(store.list_dead_letters()):
        logs.do(store.pop_dead_letter(letter.id))
    logs.do(close_breaker("simulated", store))
    for correlation in logs.do(store.list_correlations()):
        logs.do(store.commit(Commit("gateway", correlation.correlation_id, "end", close=True)))


def fails(logs: Recorded, data: bytes, amount: int, message_id: str) -> None:
    """Somebody publishes what nobody can handle; returns once it is a dead letter."""
    logs.do(logs.system.put("channel_admin", data, id=message_id, type="never_heard"))
    end = time.monotonic() + 20
    while logs.do(logs.system.store.count_dead_letters()) < amount:
        assert time.monotonic() < end
        time.sleep(0.05)


def file(logs: Recorded, number: int, reason: str, error: str = "boom") -> str:
    """A dead letter, as an earlier failure left it; its id."""
    now = logs.do(logs.system.store.now())
    data = encode_envelope(message(message_id=f"m-{number}"))
    told = BrokerMessage("dead", "channel_admin", f"m-{number}", "demand_understood", data)
    letter = DeadLetter(f"l-{number}", "channel_admin", reason, error, 5, to_iso8601(now - 7_200_000), told)
    logs.do(logs.system.store.add_dead_letter(letter))
    return letter.id


def opened(page: Page, logs: Recorded, language: Language) -> Locator:
    """The page, reached by the link that an administrator sees on every page; its list of dead letters."""
    words = WORDS[language]
    page.goto(logs.served.url)
    page.get_by_role("link", name=words["title"]).click()
    expect(page.get_by_role("heading", name=words["title"], exact=True)).to_be_visible()
    return page.get_by_role("region", name=words["letters"])


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
def test_a_dead_letter_is_resent_and_another_one_deleted(logs: Recorded, browser: Browser, language: Language) -> None:
    """Resending takes three clicks: the link, the button, the confirmation."""
    words = WORDS[language]
    fails(logs, encode_envelope(message(type="never_heard", message_id=f"m-{language}")), 1, "m1")
    fails(logs, b"\xff", 2, "m2")
    before = {letter.reason: letter for letter in logs.do(logs.system.store.list_dead_letters())}
    with looking(browser, language=language) as page:
        page.goto(logs.served.url)
        visitor = Visitor(page)
        visitor.click("link", words["title"])
        expect(page.get_by_role("heading", name=words["title"], exact=True)).to_be_visible()
        letters = page.get_by_role("region", name=words["letters"])
        known = letters.get_by_role("listitem").filter(has_text=words["type"])
        expect(known).to_contain_text("coordinator/collab-none")
        visitor.click("button", f"{words['resend']}: {before['unknown_type'].id}", known)
        dialog = page.get_by_role("dialog")
        visitor.click("button", words["resend"], dialog)
        expect(letters.get_by_role("status")).to_have_text(words["resent"])

        # It was sent, and failed again: an attempt of its own.
        end = time.monotonic() + 20
        while not any(
            letter.reason == "unknown_type" and letter.id != before["unknown_type"].id
            for letter in logs.do(logs.system.store.list_dead_letters())
        ):
            assert time.monotonic() < end
            time.sleep(0.1)

        bad = letters.get_by_role("listitem").filter(has_text=words["cannot"])
        expect(bad.get_by_role("button", name=words["resend"])).to_have_count(0)
        bad.get_by_role("button", name=words["delete"]).click()
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        assert logs.do(logs.system.store.get_dead_letter(before["undecodable"].id)) is not None
        bad.get_by_role("button", name=words["delete"]).click()
        dialog.get_by_role("button", name=words["delete"]).click()
        expect(letters.get_by_role("status")).to_have_text(words["deleted"])
        expect(bad).to_have_count(0)
        assert logs.do(logs.system.store.get_dead_letter(before["undecodable"].id)) is None


def test_a_dead_letter_that_is_gone_is_said_to_be_gone(logs: Recorded, browser: Browser) -> None:
    gone = file(logs, 1, "handler_failed", HOSTILE)
    with looking(browser, language="en-GB") as page:
        letters = opened(page, logs, "en-GB")
        row = letters.get_by_role("listitem")
        expect(row).to_contain_text("<img src=x onerror=alert(1)>")  # a text, and not an image
        assert letters.locator("img, a[href^=javascript]").count() == 0
        row.get_by_role("button", name="Resend").click()
        logs.do(logs.system.store.pop_dead_letter(gone))
        page.get_by_role("dialog").get_by_role("button", name="Resend").click()
        expect(letters.get_by_role("status")).to_have_text("1 no longer there.")
        expect(letters).to_contain_text("There are no dead letters.")
        expect(page.get_by_text("All is well; nothing needs you.")).to_be_visible()


def test_a_thousand_dead_letters_stay_fast_and_one_reason_goes_at_once(logs: Recorded, browser: Browser) -> None:
    for number in range(1000):
        file(logs, number, "unroutable" if number % 2 else "undecodable")
    with looking(browser, language="en-GB", size=PHONE) as page:
        letters = opened(page, logs, "en-GB")
        for shown in (200, 400, 800, 1000):
            letters.get_by_role("button", name="Show more").click()
            expect(letters).to_contain_text(f"The oldest {shown:,} of 1,000 are shown")
        assert fits(page)
        frame = "() => new Promise(done => requestAnimationFrame(a => requestAnimationFrame(b => done(b - a))))"
        letters.get_by_role("checkbox", name="Select all that are shown").check()
        assert page.evaluate(frame) < 500
        expect(letters).to_contain_text("1,000 selected")
        letters.get_by_role("button", name="unroutable 500").click()
        expect(letters).to_contain_text("Run towow init, then resend.")
        letters.get_by_role("button", name="Delete all of this reason").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete all of this reason").click()
        expect(letters.get_by_role("status")).to_have_text("500 deleted.")
        expect(letters.get_by_role("button", name="unroutable 0")).to_be_visible()
        assert logs.do(logs.system.store.count_dead_letters()) == 500
        letters.get_by_role("button", name="undecodable 500").click()
        expect(letters.get_by_role("button", name="Resend all of this reason")).to_have_count(0)


def test_a_stuck_demand_is_shown_first_and_one_that_runs_is_cancelled(logs: Recorded, browser: Browser) -> None:
    """The recording is from January: it has had no event since."""
    running = logs.served.submit("I need a venue", interactive=True)
    stuck = logs.put("stuck", [json.loads(line) for line in golden_logs("majority-leaves")][:20])
    with looking(browser, language="zh-CN") as page:
        opened(page, logs, "zh-CN")
        rows = page.get_by_role("region", name=WORDS["zh-CN"]["home"]).get_by_role("listitem")
        expect(rows).to_have_count(2)
        expect(rows.first).to_contain_text(stuck)
        expect(rows.first).to_contain_text("停住了")
        expect(page.get_by_text("需要处理：1 个停住的需求")).to_be_visible()
        rows.last.get_by_role("button", name="取消这个需求").click()
        page.get_by_role("dialog").get_by_role("button", name="确认取消").click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        expect(rows).to_have_count(1)
        rows.first.get_by_role("link", name=stuck).click()
        expect(page).to_have_url(re.compile(f"/d/{stuck}$"))
    assert logs.served.events(running)[-1]["event_type"] == "towow.demand.closed"


def open_breaker(logs: Recorded) -> None:
    """The model has not answered three times."""
    store = logs.system.store
    state = CircuitBreakerState(state="open", failures=3, until=logs.do(store.now()) + 25_000)
    version, _ = logs.do(store.get_versioned("breaker/simulated"))
    assert logs.do(store.compare_and_set("breaker/simulated", version, state.model_dump_json().encode()))


def test_an_open_breaker_is_shown_with_its_times_and_closed(logs: Recorded, browser: Browser) -> None:
    open_breaker(logs)
    with looking(browser, language="en-GB") as page:
        opened(page, logs, "en-GB")
        card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Circuit breaker of the model"))
        expect(card).to_contain_text(re.compile(r"open since \d\d:\d\d:\d\d, next probe at \d\d:\d\d:\d\d; 3 failures"))
        page.get_by_text("In the words of towow doctor").click()
        expect(page.get_by_text("open for simulated after 3 failures; the next probe is at")).to_be_visible()
        card.get_by_role("button", name="Close it now").click()
        finds_nothing(page, read_axe(), "closing the breaker")
        page.get_by_role("dialog").get_by_role("button", name="Close it now").click()
        expect(card).to_contain_text("closed: the model answers")


def test_refreshing_moves_nothing_stops_when_hidden_and_bears_silence(logs: Recorded, browser: Browser) -> None:
    with looking(browser, LINE_CUT, language="en-GB", script=SHIFTS) as page:
        page.clock.install()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/system") else None)
        page.goto(f"{logs.served.url}/operations")
        expect(page.get_by_text("All is well; nothing needs you.")).to_be_visible()
        first = len(asked)
        open_breaker(logs)
        page.clock.run_for(5100)
        expect(page.get_by_text("Needs attention: Circuit breaker of the model")).to_be_visible()
        assert len(asked) > first
        page.route("**/api/v1/admin/**", lambda route: route.abort())
        page.clock.run_for(10_100)
        expect(page.get_by_text("The gateway does not answer. Below is what it said before")).to_be_visible()
        expect(page.get_by_text(re.compile(r"The gateway last answered 1\d sec ago"))).to_be_visible()
        expect(page.get_by_text("Needs attention: Circuit breaker of the model")).to_be_visible()
        page.unroute_all()
        hide = "hidden => Object.defineProperty(document, 'hidden', {value: hidden, configurable: true}) && {}"
        shown = "document.dispatchEvent(new Event('visibilitychange'))"
        page.evaluate(hide, True)
        page.evaluate(shown)
        silent = len(asked)
        page.clock.run_for(30_000)
        assert len(asked) == silent
        page.evaluate(hide, False)
        page.evaluate(shown)
        expect(page.get_by_text("The gateway does not answer")).to_be_hidden()
        assert len(asked) > silent
        assert page.evaluate("window.shift") < 0.05


def test_axe_finds_nothing_in_either_theme_at_the_desk_and_on_a_phone(logs: Recorded, browser: Browser) -> None:
    axe = read_axe()
    file(logs, 1, "handler_failed")
    fails(logs, b"\xfe", 2, "m3")
    open_breaker(logs)
    with looking(browser) as page:
        letters = opened(page, logs, "zh-CN")
        expect(letters.get_by_role("listitem")).to_have_count(2)
        finds_nothing(page, axe, "the desk")
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        assert fits(page)
        letters.get_by_role("button", name="处理失败 1").click()
        letters.get_by_role("button", name="删除这个原因的全部").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        finds_nothing(page, axe, "the dialog on a phone")


def test_the_page_is_for_administrators_and_says_so_kindly(browser: Browser) -> None:
    with recorded_logs(keys=KEYS) as logs, looking(browser, REFUSED, language="en-GB") as page:
        page.goto(f"{logs.served.url}/operations")
        expect(page.get_by_role("heading", name="This page is for administrators")).to_be_visible()
        expect(page.get_by_role("link", name="Operations")).to_have_count(0)
        for key, seen in (("alice-key-1", "You are signed in as user_alice"), ("root-key-3", "All is well")):
            page.get_by_role("main").get_by_role("button", name="Sign in").click()
            page.get_by_label("key").fill(key)
            page.get_by_role("dialog").get_by_role("button", name="Sign in").click()
            expect(page.get_by_text(seen)).to_be_visible()
        expect(page.get_by_role("link", name="Operations")).to_be_visible()


FIGURES = {
    "en-GB": {
        "memory": "Memory of the store", "oldest": "Oldest overdue message", "roles": "Work by role",
        "full": "96 MiB of 100 MiB used (96%)",
    },
    "zh-CN": {
        "memory": "存储的内存", "oldest": "最久未发出的", "roles": "各角色的工作",
        "full": "已用 96 MiB / 100 MiB（96%）",
    },
}  # fmt: skip


LATE = re.compile("^3(分钟| mins?)$")
"""205 s; browsers differ in the plural."""


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
def test_a_full_store_and_a_late_outbox_are_seen(logs: Recorded, browser: Browser, language: Language) -> None:
    """What a distributed system would report: this one has no memory limit, and nothing waits in it."""
    words, mib = FIGURES[language], 1024**2
    late = {"waiting": 1234, "workers": 3, "to_send": 7, "overdue_s": 205}

    def report(route: Route) -> None:
        answer = route.fetch()
        said = answer.json()
        said |= {"mode": "distributed", "memory": {"used_bytes": 96 * mib, "limit_bytes": 100 * mib}}
        said["roles"] = [role | (late if role["role"] == "channel_admin" else {}) for role in said["roles"]]
        route.fulfill(response=answer, json=said)

    with looking(browser, language=language) as page:
        page.route("**/api/v1/admin/system", report)
        opened(page, logs, language)
        for name, value in ((words["memory"], "96%"), (words["oldest"], LATE)):
            figure = page.locator("dl > div").filter(has=page.get_by_text(name, exact=True))
            expect(figure.get_by_text(value, exact=True)).to_be_visible()
        expect(page.get_by_text(words["full"])).to_be_visible()
        row = page.get_by_role("region", name=words["roles"]).get_by_role("row").filter(has_text="channel_admin")
        expect(row.get_by_role("cell")).to_have_text(["1,234", "3", "7", LATE])
        page.unroute_all(behavior="wait")


def test_all_of_one_reason_are_resent_at_once(logs: Recorded, browser: Browser) -> None:
    for number in range(3):
        file(logs, number, "unroutable")
    kept = file(logs, 3, "handler_failed")
    with looking(browser, language="en-GB") as page:
        letters = opened(page, logs, "en-GB")
        letters.get_by_role("button", name="unroutable 3").click()
        letters.get_by_role("button", name="Resend all of this reason").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("all dead letters with the reason “unroutable”")
        dialog.get_by_role("button", name="Resend all of this reason").click()
        expect(letters.get_by_role("status")).to_have_text("3 resent.")
        expect(letters.get_by_role("button", name="unroutable 0")).to_be_visible()
        assert [letter.id for letter in logs.do(logs.system.store.list_dead_letters())] == [kept]
