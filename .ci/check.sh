#!/bin/sh
# Checks types, lint, format, promises, and that charts, settings page and catalogue are up to date.
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH"
# The type checkers end soon after their first collection of memory: without one they take a sixth less CPU time.
export GOGC=off GOMEMLIMIT=2GiB
# One checker: several each repeat half of the work.
tsc --checkers 1
biome check --error-on-warnings .
oxlint --type-aware --quiet --deny-warnings src machines streams test properties bench docs deploy
node docs/charts/write.ts --check
node docs/write-config.ts --check
node src/bidders/kit/write-catalogue.ts --check
node docs/write-bidders.ts --check
node docs/write-settings-schema.ts --check
node docs/write-analytics.ts --check
node deploy/grafana/write.ts --check
