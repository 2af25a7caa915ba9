#!/bin/sh
# What `make run` does after the set-up. The values come as they were typed, by the environment: make and the shell expand nothing in them.
#   run.sh DOSSIER [--home DIR] [--accept-notice]
set -eu
docs=${RUN_DOCS:-} ask=${RUN_ASK:-} collection=${RUN_COLLECTION:-}

take_in() {
    code=0
    "$@" || code=$?
    # 5: some files could not be read and are named; the rest is there to be asked.
    [ "$code" = 0 ] || [ "$code" = 5 ] || exit "$code"
}

if [ -n "$docs" ]; then
    collection=${collection:-Documents}
    take_in "$@" import --collection "$collection" -- "$docs"
elif [ -n "$ask" ]; then
    collection=${collection:-Samples}
    take_in "$@" import --collection "$collection" -- resources/samples
fi

if [ -n "$ask" ]; then
    exec "$@" ask --collection "$collection" -- "$ask"
fi
code=0
"$@" gui || code=$?
[ "$code" = 7 ] || exit "$code"
# 7: no display, and the reason has been said.
if [ -z "$docs" ]; then
    collection=${collection:-Samples}
    take_in "$@" import --collection "$collection" -- resources/samples
fi
exec "$@" chat --collection "$collection"
