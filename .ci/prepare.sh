#!/bin/sh
# Installs missing programs so that `npm start` and `npm test` each work on a fresh machine. usage: prepare.sh [--bundle | --tests] with
# --bundle also the bundle of the program, with --tests that and what only tests need (servers, a browser)
set -eu
cd "$(dirname "$0")/.."

# A copy of the lock file that was installed: a checkout changes the file's time, not its content.
stamp=node_modules/.auctor-installed
if ! cmp -s package-lock.json "$stamp"; then
  echo "auctor: installing npm packages" >&2
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2
  cp package-lock.json "$stamp"
fi

PATH="$PWD/node_modules/.bin:$PATH"
major=$(node -p 'process.versions.node.split(".")[0]')
if [ "$major" -lt 26 ]; then
  echo "auctor needs Node 26 or later; this is Node $(node --version)." >&2
  echo "No packaged Node fits this platform ($(uname -sm)): install Node 26 and run again." >&2
  exit 1
fi

if [ -n "${1:-}" ] && ! node -e 'import("./bin/bundle.js").then((m) => process.exit(m.currentBundle(process.cwd()) ? 0 : 1))'; then
  echo "auctor: preparing the program" >&2
  node .ci/bundle.ts || echo "auctor: the bundle was not made; the program starts from its sources" >&2
fi

[ "${1:-}" = --tests ] || exit 0

# program, Debian package
missing=""
need() {
  command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ] || ls /usr/lib/postgresql/*/bin/"$1" >/dev/null 2>&1 || missing="$missing $2"
}
command -v chromium >/dev/null 2>&1 || need chromium-headless-shell chromium-headless-shell
need redis-server redis-server
need postgres postgresql
need mariadbd mariadb-server
need java default-jre-headless
need mvn maven
# Only saves CPU time: the tests run in the complete browser, too.
optional=""
command -v chromium-headless-shell >/dev/null 2>&1 || optional=chromium-headless-shell
# Only checks alert rules: their test is skipped without it.
command -v promtool >/dev/null 2>&1 || optional="$optional prometheus"
# Only runs the documented tap client in PHP.
command -v php >/dev/null 2>&1 || optional="$optional php-cli"

if [ -z "$missing$optional" ]; then
  :
elif [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "auctor: installing Debian packages for the tests:$missing $optional" >&2
  export DEBIAN_FRONTEND=noninteractive
  # The packages' own services must not start: the tests start theirs on ephemeral ports.
  policy=/usr/sbin/policy-rc.d
  made=""
  if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
    made=yes
  fi
  apt-get update -qq >/dev/null || [ -z "$missing" ]
  # shellcheck disable=SC2086
  [ -z "$missing" ] || apt-get install -y -qq --no-install-recommends $missing >/dev/null
  for each in $optional; do apt-get install -y -qq --no-install-recommends "$each" >/dev/null 2>&1 || true; done
  [ -z "$made" ] || rm -f "$policy"
elif [ -n "$missing" ]; then
  echo "auctor: the tests need these Debian packages, which cannot be installed here (not root, or no apt-get):$missing" >&2
  exit 1
fi

# DuckDB from npm for the documented export to Parquet: 70 MB that nothing else needs. Without it the test is skipped.
duckdb="${XDG_CACHE_HOME:-$HOME/.cache}/auctor/duckdb-1.5.6"
if [ ! -d "$duckdb" ]; then
  made=$(mktemp -d "${TMPDIR:-/tmp}/auctor-duckdb.XXXXXX")
  if npm install --prefix "$made" --ignore-scripts --no-audit --no-fund --loglevel=error @duckdb/node-api@1.5.6-r.1 >/dev/null 2>&1; then
    mkdir -p "$(dirname "$duckdb")"
    mv -T "$made" "$duckdb" 2>/dev/null || rm -rf "$made"
  else
    rm -rf "$made"
    echo "auctor: DuckDB could not be installed; its test is skipped" >&2
  fi
fi

# One file each of the ecosystem's browser client and of its creative, from npm. Without them their tests are skipped.
install_file() {
  folder="${XDG_CACHE_HOME:-$HOME/.cache}/auctor/$1-$2"
  [ ! -d "$folder" ] || return 0
  made=$(mktemp -d "${TMPDIR:-/tmp}/auctor-client.XXXXXX")
  if (cd "$made" && npm pack --loglevel=error "$1@$2" && tar -xzf "$1-$2.tgz" "package/$3") >/dev/null 2>&1; then
    mkdir -p "$(dirname "$folder")"
    mv -T "$(dirname "$made/package/$3")" "$folder" 2>/dev/null || true
  else
    echo "auctor: $1 could not be installed; its tests are skipped" >&2
  fi
  rm -rf "$made"
}
install_file prebid.js 11.36.0 dist/not-for-prod/prebid.js
install_file prebid-universal-creative 1.17.2 dist/amp.js

# Libraries of a server from Maven Central, into the user's cache; the folder appears when it is complete. A server that cannot be
# installed is reported, and its tests are skipped. usage: install_server NAME VERSION; test/integration/NAME.xml lists its libraries
install_server() {
  folder="${XDG_CACHE_HOME:-$HOME/.cache}/auctor/$1-$2"
  [ ! -d "$folder" ] || return 0
  echo "auctor: installing $1 for the tests" >&2
  mkdir -p "$(dirname "$folder")"
  made=$(mktemp -d "$folder.XXXXXX")
  for try in 1 2 3; do
    if mvn -q -B -f "test/integration/$1.xml" dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$made" >"$made/log" 2>&1; then
      rm "$made/log"
      mv -T "$made" "$folder" 2>/dev/null || rm -rf "$made"
      break
    fi
    [ "$try" = 3 ] || sleep 2
  done
  [ ! -d "$folder" ] || return 0
  tail -5 "$made/log" >&2
  rm -rf "$made"
  echo "auctor: $1 could not be installed; its tests are skipped" >&2
}
install_server s3proxy 2.6.0
install_server kafka 3.9.1
[ -e "${XDG_CACHE_HOME:-$HOME/.cache}/auctor/kafka-3.9.1/classes.jsa" ] || node test/integration/archive-kafka.ts >/dev/null 2>&1 || true
