"""The guard refuses the network to everybody in the process. It cannot be taken out, so each test has a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

START = "from app.privacy.guard import install_guard, guard_report, NetworkRefused\ninstall_guard()\n"


def guarded(code: str) -> str:
    result = subprocess.run([sys.executable, "-c", START + code], capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


def chain_of(statement: str) -> str:
    """Runs a statement that must fail, and prints whether a NetworkRefused is in what its caller catches, and the count."""
    return guarded(f"""
import http.client, socket, urllib.request, smtplib
try:
    {statement}
except Exception as error:
    seen, pending = [], [error]
    while pending:
        e = pending.pop()
        if e is None or e in seen: continue
        seen.append(e)
        pending += [e.__cause__, e.__context__, getattr(e, "reason", None), *[a for a in e.args if isinstance(a, Exception)]]
    print(any(isinstance(e, NetworkRefused) for e in seen), guard_report().refused > 0)
else:
    print("nothing was raised")
""").strip()


@pytest.mark.parametrize(
    "statement",
    [
        "socket.create_connection(('192.0.2.1', 80), timeout=2)",
        "socket.socket().connect(('192.0.2.1', 80))",
        "socket.socket().connect_ex(('192.0.2.1', 80))",
        "socket.socket(socket.AF_INET6).connect(('2001:db8::1', 80))",
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))",
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendmsg([b'x'], [], 0, ('192.0.2.1', 53))",
        "socket.getaddrinfo('example.org', 80)",
        "socket.gethostbyname('example.org')",
        "socket.gethostbyname_ex('example.org')",
        "socket.gethostbyaddr('192.0.2.1')",
        "socket.getnameinfo(('192.0.2.1', 80), 0)",
        "urllib.request.urlopen('http://example.org/', timeout=2)",
        "urllib.request.urlopen('http://192.0.2.1/', timeout=2)",
        "http.client.HTTPConnection('192.0.2.1', timeout=2).request('GET', '/')",
        "smtplib.SMTP('192.0.2.1', timeout=2)",
        "__import__('requests').get('http://192.0.2.1/', timeout=2)",
        "__import__('requests').get('https://example.org/', timeout=2)",
        "__import__('httpx').get('http://192.0.2.1/', timeout=2)",
        "__import__('asyncio').run(__import__('asyncio').open_connection('192.0.2.1', 80))",
    ],
)
def test_the_network_is_refused_and_the_caller_learns_of_it(statement: str) -> None:
    assert chain_of(statement) == "True True"


@pytest.mark.parametrize("address", ["('0.0.0.0', 0)", "('', 0)", "('127.0.0.1', 8080)", "('192.0.2.1', 0)"])
def test_no_port_is_bound_but_a_free_one_on_loopback(address: str) -> None:
    assert chain_of(f"socket.socket().bind({address})") == "True True"


def test_no_port_listens_not_even_on_loopback() -> None:
    assert chain_of("s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen()") == "True True"
    assert chain_of("socket.socket().listen(1)") == "True True"


def test_loopback_local_sockets_and_the_urllib3_probe_are_allowed() -> None:
    output = guarded("""
import asyncio, socket
a, b = socket.socketpair()
a.sendall(b"local"); print(b.recv(5).decode())
receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); receiver.bind(("127.0.0.1", 0))
sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); sender.sendto(b"loop", receiver.getsockname())
print(receiver.recv(4).decode())
socket.getaddrinfo("localhost", 80); socket.getaddrinfo("127.0.0.1", 80); socket.getaddrinfo(None, 80)
import urllib3
async def nothing(): pass
asyncio.run(nothing())
print(guard_report().refused)
""")
    assert output.split() == ["local", "loop", "0"]


def test_the_report_counts_and_names_who_tried() -> None:
    output = guarded("""
import socket
for _ in range(60):
    try: socket.create_connection(("192.0.2.1", 443))
    except NetworkRefused: pass
report = guard_report()
print(report.installed, report.refused, report.by_event, len(report.attempts), report.attempts[0].caller)
""")
    assert output.strip() == "True 60 {'socket.getaddrinfo': 60} 50 __main__"


def test_a_spawned_parser_process_is_guarded(tmp_path: Path) -> None:
    output = guarded(f"""
import multiprocessing, socket
from pathlib import Path
from app.environment import prepare_environment
from app.privacy.guard import prepare_child
prepare_environment(Path({str(tmp_path)!r}) / "home")
child = multiprocessing.get_context("spawn").Process(target=prepare_child)
child.start(); child.join()
print(child.exitcode)
prepare_child()
try: socket.create_connection(("192.0.2.1", 80), timeout=2)
except NetworkRefused: print("refused")
""")
    assert output.split() == ["0", "refused"]
