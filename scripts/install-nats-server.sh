#!/bin/sh
# Builds nats-server, which the tests of clusters start, into ~/.cache/vesper/nats-server, as those tests do themselves when it
# is missing. It takes a minute or two, which tests do not wait for when it is here before. Needs Go and its module proxy.
set -eu

target=${HOME:?}/.cache/vesper
if command -v nats-server > /dev/null || [ -x "$target/nats-server" ]; then exit 0; fi
go=$(command -v go || command -v /usr/local/go/bin/go || command -v /usr/lib/go/bin/go || true)
if [ -z "$go" ]; then
    echo "nats-server: Go is not here; the tests look for it elsewhere" >&2
    exit 1
fi
# The version that the tests build.
module=$(sed -n 's/.*MODULE = "\(.*\)";/\1/p' "${0%/*}/../cluster/src/main/java/vesper/cluster/servers/NatsProgram.java")
mkdir -p "$target"
GOBIN=$target GOFLAGS=-modcacherw "$go" install "$module" >&2
