#!/bin/sh
# Types, lint, format; the promise rules; the charts are current.
set -eu
cd "$(dirname "$0")/.."
tsc
biome check --error-on-warnings .
oxlint --type-aware --quiet --deny-warnings src machines streams
node docs/charts/write.ts --check
