#!/bin/sh
# Runs a command of the frozen program in the bare system, as an ordinary user and without a network. Called by check_frozen.py within
# `unshare --mount --net --pid --fork`: all mounts below end with this script.
#   bare_run.sh ROOT PROGRAM MODELS NAME=VALUE… -- ARGUMENT…
set -eu
root=$1 program=$2 models=$3
shift 3
person=1000

mount --make-rprivate /
mount --bind "$root" "$root"
mount --bind "$program" "$root/opt/dossier"
mount --bind "$models" "$root/srv/models"
mount -t proc proc "$root/proc"
mount -t tmpfs -o nosuid,mode=755 dev "$root/dev"
for device in null zero urandom random; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/shm"
mount -t tmpfs -o nosuid,nodev,mode=1777 shm "$root/dev/shm"
mount -t tmpfs -o "nosuid,nodev,mode=700,uid=$person,gid=$person" home "$root/home/person"
# Where nothing may be executed: a library that is unpacked there and loaded would fail.
mount -t tmpfs -o nosuid,nodev,noexec,mode=1777 tmp "$root/tmp"
if [ -S /tmp/.X11-unix/X"${X_DISPLAY:-none}" ]; then
    mkdir "$root/tmp/.X11-unix"
    mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
fi
for place in "$root" "$root/opt/dossier" "$root/srv/models"; do
    mount -o remount,bind,ro "$place"
done

variables=
while [ "$1" != -- ]; do
    variables="$variables $1"
    shift
done
shift
code=0
# shellcheck disable=SC2086 - the variables have no blanks
chroot --userspec=$person:$person "$root" /usr/bin/env -i HOME=/home/person PATH=/usr/bin:/bin LANG=C.UTF-8 $variables \
    /opt/dossier/dossier "$@" || code=$?

# The data folder is the only place where anything may be left (invariant I7). fontconfig, which all programs share, lists there the
# fonts of the system.
left=$(find "$root/home/person" "$root/tmp" "$root/dev/shm" -type f \
    ! -path "$root/home/person/.local/share/dossier/*" ! -path "$root/home/person/.cache/fontconfig/*")
if [ -n "$left" ]; then
    echo "Left outside the data folder:" >&2
    echo "$left" | sed "s|^$root||" >&2
    exit 9
fi
inside=$(find "$root/home/person/.local/share/dossier/tmp" -type f 2>/dev/null || true)
if [ -n "$inside" ]; then
    echo "Left in the temporary folder:" >&2
    echo "$inside" | sed "s|^$root||" >&2
fi
exit $code
