"""Runs a program under strace and says what of its system calls has to do with a network."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CALLS = "network,openat,io_uring_setup"
"""The network class has every socket call; openat shows the files of the name service; io_uring can send without socket calls."""

_SENDING = re.compile(r"\b(connect|bind|sendto|sendmsg|sendmmsg)\(\d+.*?sa_family=(AF_\w+)(.*)")
_NEVER = re.compile(r"\b(listen|accept4?|io_uring_setup)\(")
_NAME_SERVICE = re.compile(r'\bopenat\(.*"(/etc/resolv\.conf|/etc/hosts|/run/systemd/resolve/[^"]*)"')
_NAME_SOCKET = re.compile(r'sun_path="[^"]*(?:/nscd/|resolve|mdns|avahi|dbus|bus_socket)')
_LOOPBACK_PROBE = re.compile(r'htons\(0\).*(?:"::1"|inet_addr\("127\.)')
"""urllib3 learns at import whether IPv6 works by binding [::1]:0; nothing is sent and nothing listens."""

CI_VARIABLES = (
    "CI",
    "CONTINUOUS_INTEGRATION",
    "GITHUB_ACTIONS",
    "GITLAB_CI",
    "BUILD_NUMBER",
    "TF_BUILD",
    "JENKINS_URL",
    "TRAVIS",
)
"""Libraries keep quiet when they believe that they run in a build; here they must show what they do at a person's."""


def need_tracer() -> str:
    """Path of strace. Skips where there is none to be had; on Linux a missing one fails, since the test is then worth nothing."""
    if not sys.platform.startswith("linux"):
        pytest.skip("strace exists on Linux only; the network report of this system is checked by hand")
    found = shutil.which("strace")
    if found is None:
        pytest.fail("strace is missing; install it (Debian: apt-get install strace). Without it silence is not proved")
    return found


def person_environment(outside: Path) -> dict[str, str]:
    """The environment of a person's desktop: no CI, and every folder where a library may leave something is a fresh one of ours."""
    env = {name: value for name, value in os.environ.items() if name not in CI_VARIABLES and not name.startswith("PYTEST")}
    folders = {
        "HOME": "home",
        "TMPDIR": "tmp",
        "XDG_CACHE_HOME": "cache",
        "XDG_CONFIG_HOME": "config",
        "XDG_DATA_HOME": "data",
        "XDG_STATE_HOME": "state",
        "XDG_RUNTIME_DIR": "run",
    }
    for variable, name in folders.items():
        (outside / name).mkdir(parents=True, exist_ok=True, mode=0o700)
        env[variable] = str(outside / name)
    return env


def traced(tracer: str, log: Path, command: list[str]) -> list[str]:
    """``command`` as it is run under the tracer, children included, its network calls in ``log``."""
    return [tracer, "-f", "-qq", "--seccomp-bpf", "-s", "200", "-e", f"trace={CALLS}", "-o", str(log), *command]


def run_traced(
    tracer: str, log: Path, command: list[str], env: dict[str, str], given: str = "", accepted_codes: tuple[int, ...] = (0,)
) -> str:
    """Run to the end and give back the output. An exit code that is not accepted fails the test with what the program said."""
    result = subprocess.run(
        traced(tracer, log, command), env=env, input=given, capture_output=True, text=True, timeout=280, check=False
    )
    assert result.returncode in accepted_codes, (
        f"exit code {result.returncode}\n{result.stdout[-3000:]}\n{result.stderr[-3000:]}"
    )
    return result.stdout + result.stderr


def offences(log: Path) -> list[str]:
    """Lines of the trace that a silent program does not have; empty for a silent one."""
    return [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if _is_offence(line)]


def _is_offence(line: str) -> bool:
    if _NEVER.search(line) or _NAME_SERVICE.search(line) or _NAME_SOCKET.search(line):
        return True
    call = _SENDING.search(line)
    if call is None or call[2] in ("AF_UNIX", "AF_UNSPEC"):
        return False
    return not (call[1] == "bind" and call[2] in ("AF_INET", "AF_INET6") and _LOOPBACK_PROBE.search(call[3]))
