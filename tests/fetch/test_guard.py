from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.errors import AddressRefused, SettingsError
from newsloom.fetch.guard import Guard, is_public

PRIVATE = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 127.0.0.1 127.255.255.254 168.63.129.16
169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.7 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.9
203.0.113.5 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
:: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b::7f00:1 64:ff9b:1::8.8.8.8 100::1
2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:db8::1 2001:10::1 2002:7f00:1:: 2002:808:808::1 3fff::1
5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%1 2606:4700::1%1 fec0::1 ff02::1 ff0e::1
""".split()
PUBLIC = """
1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.167.1.1 198.17.0.1 223.255.255.254
2606:4700::1111 2a00:1450:4001:82a::200e 2001:4860:4860::8888 64:ff9b::8.8.8.8
""".split()


@pytest.mark.parametrize("address", PRIVATE)
def test_special_addresses_are_not_public(address):
    assert not is_public(address)
    assert not Guard().admits(address, 80)


@pytest.mark.parametrize("address", PUBLIC)
def test_ordinary_addresses_are_public(address):
    assert is_public(address)


@given(st.ip_addresses())
def test_what_python_calls_private_is_never_public(address):
    if address.is_private or address.is_multicast or address.is_loopback or address.is_reserved:
        # Its reserved ranges of IPv6 include that of NAT64, where the inner address decides.
        is_nat64 = address in ipaddress.ip_network("64:ff9b::/96") if address.version == 6 else False
        assert is_nat64 or not is_public(str(address))


@given(st.ip_addresses(v=4))
def test_an_ipv4_address_does_not_become_public_by_being_wrapped(address):
    packed = int(address)
    for wrapped in (0xFFFF << 32 | packed, packed, 0x2002 << 112 | packed << 80):
        assert not is_public(str(ipaddress.IPv6Address(wrapped)))
    translated = str(ipaddress.IPv6Address(0x64FF9B << 96 | packed))
    assert is_public(translated) == is_public(str(address))


@given(st.text())
def test_no_text_is_taken_for_a_public_address_by_mistake(text):
    if is_public(text):
        ipaddress.ip_address(text)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://127.0.0.1:8080/x",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://169.254.169.254/latest/meta-data/",
        "http://0/",
        "http://127.1/",
        "http://0x7f000001/",
        "http://0x7f.0.0.1/",
        "http://2130706433/",
        "http://0177.0.0.1/",
        "http://017700000001/",
        "http://127.0.0.1./",
        "http://10.0..0.1/",
        "http://..127.0.0.1/",
        "http://paper.example.1/",
        "http://paper.0x7f/",
        "http://１２７.０.０.１/",
        "http://[fe80::1%25eth0]/",
        "ftp://paper.example/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "//paper.example/",
        "/etc/passwd",
        "paper.example",
        "",
        "http://",
        "http:///path",
        "http://paper.example:99999/",
        "http://paper.example:x/",
        "http://[::1/",
        "http://paper.example:25/",
        "http://paper.example:0/",
        "https://paper.example:6000/",
        "http://name:word@paper.example/",
        "http://name@paper.example/",
        "http://paper.example/" + "a" * 9_000,
        "http://" + "a" * 300 + ".example:port/",
    ],
)
def test_addresses_that_lead_astray_are_refused(url):
    with pytest.raises(AddressRefused) as refusal:
        Guard().checked_url(url)
    assert refusal.value.kind == "refused"
    assert refusal.value.reason


def test_a_password_is_not_repeated_in_the_refusal():
    with pytest.raises(AddressRefused) as refusal:
        Guard().checked_url("https://reader:hunter2@paper.example/feed")
    assert "hunter2" not in str(refusal.value)


@pytest.mark.parametrize(
    ("url", "asked"),
    [
        ("https://Paper.example", "https://paper.example/"),
        ("http://paper.example/a#comments", "http://paper.example/a"),
        ("http://paper.example:8080/a?b=c", "http://paper.example:8080/a?b=c"),
        ("https://zeitung-für-alle.example/größe", "https://xn--zeitung-fr-alle-7vb.example/gr%C3%B6%C3%9Fe"),
        ("http://8.8.8.8/", "http://8.8.8.8/"),
        ("http://3com.example/", "http://3com.example/"),
    ],
)
def test_web_addresses_are_taken_as_they_will_be_asked_for(url, asked):
    assert str(Guard().checked_url(url)) == asked


def test_an_allowed_address_is_allowed_on_every_port():
    guard = Guard(["127.0.0.1"])
    guard.checked_url("http://127.0.0.1:8000/")
    assert guard.admits("127.0.0.1", 8000)
    assert guard.admits("127.0.0.1", 25)


def test_only_the_very_address_is_allowed():
    guard = Guard(["127.0.0.1"])
    for other in ("127.0.0.2", "::1", "::ffff:127.0.0.1", "10.0.0.1"):
        assert not guard.admits(other, 80)


def test_an_address_can_be_allowed_on_one_port():
    guard = Guard(["127.0.0.1:8000", "[::1]:8001"])
    assert guard.admits("127.0.0.1", 8000)
    assert not guard.admits("127.0.0.1", 8001)
    assert guard.admits("::1", 8001)
    assert not guard.admits("::1", 8000)


def test_the_addresses_of_an_allowed_name_are_allowed_for_that_name_only():
    guard = Guard(["Intranet.example."])
    assert guard.admits("10.0.0.7", 80, "intranet.example")
    assert guard.admits("10.0.0.7", 80, "INTRANET.example.")
    assert not guard.admits("10.0.0.7", 80, "paper.example")
    assert not guard.admits("10.0.0.7", 80)
    with pytest.raises(AddressRefused):
        guard.checked_url("http://10.0.0.7/")


def test_one_spelling_of_an_address_allows_the_others():
    assert Guard(["0:0:0:0:0:0:0:1"]).admits("::1", 80)


@pytest.mark.parametrize("entry", ["http://127.0.0.1/", "10.0.0.0/8", "", "name@host", "*", "[::1", "*.example"])
def test_what_names_no_host_cannot_be_allowed(entry):
    with pytest.raises(SettingsError, match="allow_hosts"):
        Guard([entry])
