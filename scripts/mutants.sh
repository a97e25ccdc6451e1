#!/bin/sh
# Checks that tests notice changes of behaviour: scripts/mutants.sh [MODULE,MODULE [PATTERN,PATTERN [TEST,TEST]]]
#
# Each mutant in MODULE/src/test/mutants is a small change of a source; the tests named beside it must fail. A pattern
# chooses mutants: by FILE:LINE, or by a part of their file or source. TEST names the test classes to run instead of those
# beside the mutants. Exits with 1 when a mutant survives, with 2 when one no longer fits its source, or when the tests fail
# without a mutant. target/mutants has the log of each.
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
    vesper.testing.mutants.Mutants "$root" "$modules" "${2:-}" "${3:-}"
