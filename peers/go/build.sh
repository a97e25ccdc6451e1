#!/bin/sh
# Compiles hello.go to the named program, unless that is newer:
#
#   peers/go/build.sh peers/target/hello-go
set -eu

[ $# = 1 ] || { echo "usage: $0 PROGRAM" >&2; exit 2; }
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
[ -z "$(find "$here/hello.go" -newer "$1" 2> /dev/null)" ] && [ -x "$1" ] && exit 0

command -v go > /dev/null || { echo "$0: there is no go on PATH" >&2; exit 1; }
mkdir -p "$(dirname -- "$1")"
# It needs only the standard library: no other toolchain, and no C. Without a go.mod the program has the behaviour of the
# installed version of Go, not of an older one.
GOTOOLCHAIN=local CGO_ENABLED=0 exec go build -trimpath -o "$1" "$here/hello.go"
