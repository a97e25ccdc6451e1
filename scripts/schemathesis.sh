#!/usr/bin/env bash
# Runs schemathesis (PyPI) against every operation in the OpenAPI document of a running server. Fails if a response does
# not match the document or the server fails. Installs schemathesis under target/; needs python3 and pip.
set -euo pipefail
cd "$(dirname "$0")/.."

version=4.32.5
seconds=90
# Number of examples for each operation. VESPER_LONG=1, which .ci/run --long sets, raises it.
examples=10
if [ "${VESPER_LONG:-0}" = 1 ]; then
    examples=30
    seconds=600
fi
work=$PWD/target/schemathesis
tool=$work/venv-$version

if ! command -v python3 > /dev/null; then
    echo "schemathesis: not run, there is no python3" >&2
    exit 0
fi
mkdir -p "$work"
if [ ! -x "$tool/bin/schemathesis" ]; then
    if ! { python3 -m venv "$tool" && "$tool/bin/pip" install -q --disable-pip-version-check "schemathesis==$version"; } \
        > "$work/install.log" 2>&1; then
        rm -rf "$tool"
        echo "schemathesis: not run, it cannot be installed; why is in $work/install.log" >&2
        exit 0
    fi
fi

# Use a copy, since operations may change the packages.
rm -rf "$work/data" "$work/out" "$work/packages"
cp -R packages "$work/packages"
./vesper run --port 0 --packages "$work/packages" --data "$work/data" > "$work/out" 2> "$work/err" &
server=$!
trap 'kill "$server" 2> /dev/null || true; wait "$server" 2> /dev/null || true' EXIT
for _ in $(seq 600); do
    grep -q '^ready ' "$work/out" && break
    kill -0 "$server" 2> /dev/null || break
    sleep 0.1
done
address=$(sed -n 's/^ready \([^ ]*\).*/\1/p' "$work/out")
if [ -z "$address" ]; then
    echo "schemathesis: the server does not start:" >&2
    tail -n 20 "$work/err" >&2
    exit 1
fi

status=0
settings=$PWD/scripts/schemathesis.toml
# schemathesis writes files to the current folder.
cd "$work"
timeout "$seconds" "$tool/bin/schemathesis" --config-file "$settings" run "${address}openapi.json" \
    --max-examples "$examples" --no-color > "$work/report" 2>&1 || status=$?
if [ "$status" != 0 ]; then
    tail -n 80 "$work/report" >&2
    echo "schemathesis: failed ($status); all of it is in $work/report" >&2
    exit 1
fi
grep -E '^ *[0-9]+ generated' "$work/report" | sed 's/^ */schemathesis: /' >&2
