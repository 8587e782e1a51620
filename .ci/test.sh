#!/bin/sh
# All checks: types, lint, units, conformance, properties, integration with real servers, browser. The checks of types and lint run mostly
# while tests wait. The last line counts the tests; failing checks count as one.
set -u
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH"
report=$(mktemp -d)
# Temporary folders of tests and of the programs that they start are removed with it. Database servers run as other users.
TMPDIR="$report/tmp"
mkdir "$TMPDIR"
chmod 711 "$report"
chmod 1777 "$TMPDIR"
export TMPDIR
checks=
trap 'rm -rf "$report"' EXIT
trap '[ -z "$checks" ] || kill "$checks" 2>/dev/null; exit 130' INT TERM

NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/node}"
export NODE_COMPILE_CACHE
nice -n 10 sh .ci/check.sh >"$report/checks" 2>&1 &
checks=$!
# Half of the runs that the properties name: the whole suite has three minutes on two processors.
PROPERTY_SCALE="${PROPERTY_SCALE:-0.5}"
export PROPERTY_SCALE
status=0
# Young objects have 64 MB instead of 16, and one thread collects them: tests make much garbage, and this saves a fifth of their CPU time.
node --max-semi-space-size=64 --min-semi-space-size=64 --no-parallel-scavenge node_modules/vitest/vitest.mjs run \
  --reporter=default --reporter=json --outputFile.json="$report/tests.json" "$@" || status=$?
checked=0
wait "$checks" || checked=$?
checks=
if [ "$checked" != 0 ]; then
  echo "The checks of .ci/check.sh failed:"
  cat "$report/checks"
fi
node .ci/summary.ts "$report/tests.json" "$status" "$checked"
