#!/bin/sh
# Lines executed by the tests, including hosts in processes of their own: docs/COVERAGE.md.
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0
NODE_V8_COVERAGE="$folder" vitest run --silent=passed-only "$@" || status=$?
# A partial run says nothing about the total.
write=--write
[ $# = 0 ] || write=
node --disable-warning=ExperimentalWarning .ci/coverage.ts "$folder" $write || status=$?
exit "$status"
