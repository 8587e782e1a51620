#!/bin/sh
# Everything: types, lint, units, conformance, properties, integration with real servers, browser.
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH"
sh .ci/check.sh
report=$(mktemp)
trap 'rm -f "$report"' EXIT
status=0
vitest run --reporter=default --reporter=json --outputFile.json="$report" "$@" || status=$?
node -e 'const r = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")); console.log(`${r.numPassedTests} passed, ${r.numFailedTests + (r.success ? 0 : r.numFailedTests ? 0 : 1)} failed`);' "$report"
exit "$status"
