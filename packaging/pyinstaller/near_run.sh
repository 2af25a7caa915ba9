#!/bin/sh
# The nearest thing to bare_run.sh without root: a home of its own on this machine. Same arguments, without the root folder.
#   near_run.sh PROGRAM MODELS NAME=VALUE… -- ARGUMENT…
set -eu
program=$1 models=$2
shift 2
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
variables=
while [ "$1" != -- ]; do
    variables="$variables $1"
    shift
done
shift
count=$#
while [ "$count" -gt 0 ]; do
    argument=$1
    shift
    if [ "$argument" = /srv/models ]; then argument=$models; fi
    set -- "$@" "$argument"
    count=$((count - 1))
done
# shellcheck disable=SC2086 - the variables have no blanks
env -i HOME="$home" PATH=/usr/bin:/bin LANG=C.UTF-8 $variables "$program/dossier" "$@"
