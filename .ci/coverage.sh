#!/bin/sh
# Lines that the tests run, the hosts they start as processes of their own included: docs/COVERAGE.md.
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0
NODE_V8_COVERAGE="$folder" vitest run --silent=passed-only "$@" || status=$?
# A part of the tests says nothing about the whole.
write=--write
[ $# = 0 ] || write=
node --disable-warning=ExperimentalWarning .ci/coverage.ts "$folder" $write || status=$?
exit "$status"
