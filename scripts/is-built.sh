#!/bin/sh
# Succeeds when nothing in the root, $1, has changed since its last build: sources, resources and pom.xml files.
# $2 is "program", the default, or "tests", which includes the sources of tests.
stamp=$1/launcher/target/dist/built
sources=main
if [ "${2:-program}" = tests ]; then
    stamp=$1/target/tests-built
    sources='*'
fi
[ -f "$stamp" ] || exit 1
# shellcheck disable=SC2086
newer=$(find "$1/pom.xml" "$1"/*/pom.xml "$1"/*/src/$sources -newer "$stamp" -print -quit)
[ -z "$newer" ]
