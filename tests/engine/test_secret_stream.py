"""The draws that protect: against figures of an independent program, and that they are what they claim."""

import json
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.plan_secrets import Secret, Secrets, fingerprint, fresh
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.secret_stream import (
    KEY_PARTS,
    SecretStream,
    keyed,
    label,
    order_stream,
    record_keys,
    stream,
)

GOLDEN = Path(__file__).parent / "golden" / "secrets"
KEY = bytes(range(32))


def _golden(name: str) -> dict:
    return json.loads((GOLDEN / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "case", _golden("stream.json")["cases"], ids=lambda case: f"{case['label'][0]}{case['from']}"
)
def test_words_uniforms_and_normals_are_those_of_an_independent_program(case) -> None:
    draws = SecretStream(bytes.fromhex(case["key"]), label(*case["label"]))
    number = len(case["words"])
    assert [str(word) for word in draws.words(case["from"], number).tolist()] == case["words"]
    assert draws.uniforms(case["from"], number).tolist() == case["uniforms"]
    assert draws.normals(case["from"], number) == pytest.approx(case["normals"], abs=1e-12)


def test_record_keys_are_those_of_an_independent_program() -> None:
    shown = _golden("record_keys.json")
    identifiers = [one["identifier"] for one in shown["keys"]]
    found = record_keys(shown["secret"].encode("utf-8"), identifiers, JobContext())
    assert found.tolist() == [one["key"] for one in shown["keys"]]


@pytest.mark.parametrize(
    "row", _golden("keyed.json")["rows"], ids=lambda row: f"{row['purpose']}-{row['id']}"
)
def test_draws_of_one_record_are_those_of_an_independent_program(row) -> None:
    secret = Secret.of(_golden("keyed.json")["key_hex"], row["job"])
    macs = keyed(secret, row["purpose"], row["variable"], [row["id"]], JobContext())
    assert "".join(f"{word:016x}" for word in macs[0].tolist()) == row["mac"]
    assert int(macs[0, 0] >> 12) * 2.0**-52 == float(row["uniform"])


def test_any_part_of_a_stream_is_a_part_of_the_whole() -> None:
    draws = SecretStream(KEY, label("noise", "n", "x"))
    whole = draws.words(0, 5_000)
    for start, count in ((0, 0), (0, 1), (1023, 2), (1024, 1024), (4_999, 1), (2_000, 2_500)):
        assert np.array_equal(draws.words(start, count), whole[start : start + count])


def test_another_purpose_job_variable_or_key_gives_other_draws() -> None:
    labels = {label(*shown) for shown in (("a", "b", "c"), ("a", "b", "d"), ("a", "d", "c"), ("d", "b", "c"))}
    drawn = {SecretStream(key, one).words(0, 1)[0] for one in labels for key in (KEY, KEY[:31])}
    assert len(drawn) == 8


def test_whole_numbers_pass_over_words_that_would_favour_the_small_ones() -> None:
    """A quarter of all words is passed over where the limit is three eighths of 2^64."""
    with pytest.raises(ValueError, match="0"):
        SecretStream(KEY, b"").integers(1, 0)
    draws = SecretStream(KEY, label("x", "", ""))
    small = 3 * 2**61  # two whole multiples below 2^64, and two thirds of another
    found = draws.integers(3_000, small)
    words = draws.words(0, 9_000)
    kept = words[words < np.uint64(2**64 // small * small)]
    assert len(kept) < len(words)
    assert np.array_equal(found, (kept[:3_000] % np.uint64(small)).astype(np.int64))


def test_whole_numbers_are_equally_frequent() -> None:
    found = np.bincount(SecretStream(KEY, label("die", "", "")).integers(60_000, 6), minlength=6)
    assert float(((found - 10_000) ** 2 / 10_000).sum()) < 20.5  # chi-square, 5 degrees of freedom, 0.1 %


def test_a_permutation_has_every_number_once_and_every_order_is_as_frequent() -> None:
    assert sorted(SecretStream(KEY, b"").permutation(1_000).tolist()) == list(range(1_000))
    orders = [
        tuple(SecretStream(KEY, label("order", str(n), "")).permutation(3).tolist()) for n in range(6_000)
    ]
    frequencies = np.array([orders.count(one) for one in set(orders)])
    assert len(frequencies) == 6
    assert float(((frequencies - 1_000) ** 2 / 1_000).sum()) < 20.5


def test_a_choice_is_of_different_numbers() -> None:
    found = SecretStream(KEY, b"").choice(50, 20).tolist()
    assert len(set(found)) == 20
    assert found == sorted(found)
    with pytest.raises(ValueError, match="51"):
        SecretStream(KEY, b"").choice(50, 51)


@pytest.mark.parametrize("word", [0, 2**11 - 1, 2**63, 2**64 - 2**11, 2**64 - 1])
def test_every_word_gives_a_uniform_number_above_0_and_below_1(word, monkeypatch) -> None:
    monkeypatch.setattr(SecretStream, "words", lambda *_: np.array([word], dtype=np.uint64))
    draws = SecretStream(KEY, b"x")
    assert 0 < draws.uniforms(0, 1)[0] < 1
    assert np.isfinite(draws.normals(0, 1)[0])


def test_numbers_one_by_one_are_those_of_the_stream() -> None:
    draws = SecretStream(KEY, b"x")
    one_by_one = draws.one_by_one()
    assert [next(one_by_one) for _ in range(2_500)] == draws.uniforms(0, 2_500).tolist()


def test_normals_have_the_moments_of_the_standard_normal() -> None:
    drawn = SecretStream(KEY, label("noise", "n", "x")).normals(0, 200_000)
    assert abs(drawn.mean()) < 4 / 200_000**0.5
    assert abs(drawn.var() - 1) < 4 * (2 / 200_000) ** 0.5
    assert abs((drawn**3).mean()) < 4 * (15 / 200_000) ** 0.5


def test_a_job_without_secret_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        stream(JobContext(), "noise", "x")
    assert [problem.code for problem in refused.value.problems] == ["secret.missing"]


def test_the_order_has_a_stream_apart_from_all_other_draws() -> None:
    secret = Secret(KEY, "file")
    assert order_stream(secret).label == label("order", "file", "")


def test_macs_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        record_keys(KEY, ["1"], JobContext(is_cancelled=lambda: True))


def test_record_keys_are_spread_evenly() -> None:
    keys = record_keys(KEY, [str(number) for number in range(20_000)], JobContext())
    found = np.bincount((keys * 10 // KEY_PARTS).astype(np.int64), minlength=10)
    assert float(((found - 2_000) ** 2 / 2_000).sum()) < 27.9  # 9 degrees of freedom, 0.1 %


# secrets --------------------------------------------------------------------------------------------------


def test_a_fresh_secret_has_64_digits_and_is_never_the_same() -> None:
    made = {fresh() for _ in range(100)}
    assert len(made) == 100
    assert all(len(one) == 64 and bytes.fromhex(one) and not Secret.of(one).facts.weak for one in made)


def test_the_fingerprint_is_the_beginning_of_a_mac() -> None:
    """Figure from OpenSSL: printf 'key check' | openssl dgst -sha256 -mac HMAC -macopt hexkey:00..1f"""
    assert fingerprint(KEY) == Secret(KEY).facts.fingerprint == "2164625b"


@pytest.mark.parametrize("digits", ["00", "0" * 64, "ab" * 32, "000102030405060708090a0b0c0d0e", "ff" * 15])
def test_a_weak_secret_has_no_fingerprint(digits) -> None:
    facts = Secret.of(digits).facts
    assert facts.weak
    assert facts.fingerprint is None


def test_32_digits_suffice() -> None:
    assert not Secret.of("000102030405060708090a0b0c0d0e0f").facts.weak


def test_a_job_takes_its_own_secret_before_that_of_all() -> None:
    known = Secrets({"*": "aa", "noise": "bb", "noise/order": "cc"})
    assert known.of_job("noise").key == b"\xbb"
    assert known.of_order("noise").key == b"\xcc"
    assert known.of_job("swap").key == known.of_order("swap").key == b"\xaa"
    assert Secrets({"noise": "bb"}).of_order("noise").key == b"\xbb"
    assert Secrets({"noise/order": "cc"}).of_job("noise") is None


def test_no_secret_is_shown_by_accident() -> None:
    known = Secrets({"noise": "5ec7e7"})
    assert "5ec7e7" not in repr(known) + repr(known.of_job("noise")) + repr(JobContext(secrets=known))
