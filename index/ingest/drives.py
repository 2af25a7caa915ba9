"""Where a path lives: its mount, whether a network is between, whether its drive is there."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial

import psutil

from index import errors

_NETWORK_TYPES = frozenset(
    {
        "nfs", "nfs4", "cifs", "smbfs", "smb3", "smb2", "afs", "afpfs", "webdav", "davfs", "fuse.sshfs", "sshfs", "fuse.davfs2",
        "fuse.rclone", "fuse.gvfsd-fuse", "fuse.s3fs", "fuse.smbnetfs", "ncpfs", "9p", "ceph", "fuse.ceph", "glusterfs",
        "fuse.glusterfs", "lustre", "beegfs", "gfs2", "ocfs2", "vboxsf", "prl_fs", "fuse.vmhgfs-fuse", "virtiofs", "drvfs",
        "fuse.google-drive-ocamlfuse", "fuse.onedriver",
    }
)  # fmt: skip
"""File systems on which another machine may write: the kernel tells nobody here of such changes."""


def mount_point(path: str) -> str:
    """The folder at which the file system of ``path`` is mounted, or of its nearest existing parent."""
    place = os.path.realpath(path)
    while not os.path.ismount(place):
        parent = os.path.dirname(place)
        if parent == place:
            break
        place = parent
    return place


def is_network(path: str) -> bool:
    """Whether changes below ``path`` may come from another machine. False where the system does not say."""
    if sys.platform == "win32":
        return _is_remote_drive(path)
    mount = mount_point(path)
    try:
        partitions = psutil.disk_partitions(all=True)
    except (OSError, RuntimeError):
        return False
    # The last one mounted at a place is the one that is seen there.
    types = [part.fstype.lower() for part in partitions if part.mountpoint == mount]
    return bool(types) and types[-1] in _NETWORK_TYPES


def _is_remote_drive(path: str) -> bool:
    import ctypes

    drive = os.path.splitdrive(os.path.abspath(path))[0]
    if drive.startswith("\\\\"):
        return True
    remote = 4  # DRIVE_REMOTE
    return int(ctypes.windll.kernel32.GetDriveTypeW(drive + "\\")) == remote  # type: ignore[attr-defined,unused-ignore]


def is_there(path: str, mount: str | None) -> bool:
    """Whether the drive of an added file or folder is there.

    ``mount`` is where its file system was mounted at its last import: when a drive is pulled its mount point may stay behind as an
    empty folder, and nothing must be concluded from that. What is not empty is there, wherever it is mounted now.
    """
    if not os.path.exists(path):
        return False
    return mount is None or mount_point(path) == mount or not _is_empty_folder(path)


def _is_empty_folder(path: str) -> bool:
    try:
        with os.scandir(path) as entries:
            return next(entries, None) is None
    except NotADirectoryError:
        return False
    except OSError:
        return True


def is_within(path: str, folder: str) -> bool:
    """Whether ``path`` is ``folder`` or lies below it, by their spelling."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def links_on(path: str) -> int:
    """How many of the names on the way to ``path`` are symbolic links."""
    count = 0
    while True:
        count += os.path.islink(path)
        parent = os.path.dirname(path)
        if parent == path:
            return count
        path = parent


class Presence:
    """The folders of one run and where their drives were mounted when it began."""

    def __init__(self, roots: Sequence[str]) -> None:
        self._mounts = {root: mount_point(root) for root in roots if os.path.isdir(root)}

    def check(self, path: str) -> None:
        """After a file could not be read. Raises SourceAway when the folder above it, or its drive, has gone since then: that is not
        the fault of the file, and those after it would fare no better."""
        for root, mount in self._mounts.items():
            if is_within(path, root) and not is_there(root, mount):
                raise errors.SourceAway(f"{root} is not there at the moment.", is_back=partial(is_there, root, mount))
