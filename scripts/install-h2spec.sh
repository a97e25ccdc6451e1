#!/bin/sh
# Builds h2spec, the HTTP/2 conformance test suite of H2specTest, into ~/.cache/vesper/h2spec. Needs Go and its module
# proxy; fails with a message if either is missing.
set -eu

target=${HOME:?}/.cache/vesper/h2spec
if [ -x "$target" ]; then exit 0; fi
go=$(command -v go || command -v /usr/local/go/bin/go || command -v /usr/lib/go/bin/go || true)
if [ -z "$go" ]; then
    echo "h2spec: Go is not here, so HTTP/2 is not checked against it" >&2
    exit 1
fi
mkdir -p "${target%/*}"
build=$(mktemp -d)
trap 'chmod -R u+w "$build"; rm -rf "$build"' EXIT
# h2spec has no go.mod, so its dependencies are listed here.
cat > "$build/go.mod" << 'END'
module build
go 1.19
require (
    github.com/fatih/color v1.15.0
    github.com/spf13/cobra v1.7.0
    github.com/summerwind/h2spec v2.2.1+incompatible
    golang.org/x/net v0.17.0
)
END
cd "$build"
GOPATH=$build/path GOTOOLCHAIN=local GOFLAGS='-mod=mod -modcacherw' \
    "$go" build -o h2spec github.com/summerwind/h2spec/cmd/h2spec >&2
mv h2spec "$target"
