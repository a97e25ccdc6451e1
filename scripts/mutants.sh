#!/bin/sh
# Checks that tests notice changes of behaviour: scripts/mutants.sh [MODULE,MODULE] [PATTERN]
#
# Each mutant in MODULE/src/test/mutants is a small change of a source; the tests named beside it must fail. The pattern
# chooses mutants by their place or source. Exits with 1 when a mutant survives, with 2 when one no longer fits its source.
set -eu

case $0 in */*) root=${0%/*}/.. ;; *) root=.. ;; esac
root=$(CDPATH='' cd -- "$root" && pwd)
. "$root/scripts/find-jdk.sh"
find_jdk || exit 1

modules=${1:-}
if [ -z "$modules" ]; then
    for folder in "$root"/*/src/test/mutants; do
        module=${folder%/src/test/mutants}
        modules=${modules:+$modules,}${module##*/}
    done
fi
"$root/scripts/build.sh" "$root" tests-of "$modules"
exec "$JAVA_HOME/bin/java" -cp "$root/testing/target/classes:$(cat "$root/testing/target/test.classpath")" \
    vesper.testing.mutants.Mutants "$root" "$modules" "${2:-}"
