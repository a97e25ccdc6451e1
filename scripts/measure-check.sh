#!/usr/bin/env bash
# Prints where the time of the whole check goes, measured in a fresh clone in target/measure: for each module the compilers and
# Error Prone, then the tests with their JVM starts, CPU time and waiting, then the slowest classes. It takes twice as long as
# the check and wants a machine that has nothing else to do.
set -euo pipefail
cd "$(dirname "$0")/.."

clone=$PWD/target/measure
rm -rf "$clone"
git clone -q . "$clone"
cd "$clone"

# Prints "MODULE SECONDS" for a compilation of everything, one module at a time.
compile() {
    find . -name target -prune -exec rm -rf {} +
    ./mvnw -B -Dstyle.color=never test-compile "$@" > compile.log
    sed -n 's/^\[INFO\] Vesper \([a-z]*\) \.* SUCCESS \[ *\([0-9:.]*\) \(s\|min\)\]$/\1 \2/p' compile.log |
        awk '{ n = split($2, t, ":"); print $1, n == 2 ? t[1] * 60 + t[2] : t[1] }'
}

# The first compilation also downloads what is missing.
compile > /dev/null
compile -Derror-prone.more=-XepDisableAllChecks > without
compile > with
echo "module       compile s  Error Prone s"
awk 'NR == FNR { plain[$1] = $2; next }
    { printf "%-12s %9.1f %14.1f\n", $1, plain[$1], $2 - plain[$1]; p += plain[$1]; e += $2 - plain[$1] }
    END { printf "%-12s %9.1f %14.1f\n", "all", p, e }' without with

find . -name target -prune -exec rm -rf {} +
echo
echo "the whole check, from a fresh clone:"
time ./vesper test --times | grep -v '^ok'
echo "and again, with everything compiled:"
time ./vesper test | tail -n 2
