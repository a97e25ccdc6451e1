#!/bin/sh
# Builds the program into launcher/target/dist, quietly: talk on stderr, the build's own words in target/build.log.
# Started by ./vesper with the root of the repository; two that start at once build one after the other.
set -eu

root=$1
log=$root/target/build.log
lock=$root/target/building
lock_seconds=1200
mkdir -p "$root/target"

. "$root/scripts/lock.sh"
if ! take_lock "$lock" "$lock_seconds"; then
    echo "vesper: another build has held $lock for $lock_seconds seconds; end it, or delete $lock* if there is none" >&2
    exit 1
fi
trap release_lock EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Whoever held the lock before us may have built just what is missing.
if "$root/scripts/is-built.sh" "$root"; then exit 0; fi

echo "vesper: building (the first time takes a minute or two; the log is $log)" >&2
: > "$root/target/build-started"
if "$root/mvnw" -f "$root/pom.xml" -B -q -pl launcher -am -DskipTests package > "$log" 2>&1; then
    # Dated when the build began, so a source saved while it ran is built the next time.
    mkdir -p "$root/launcher/target/dist"
    mv "$root/target/build-started" "$root/launcher/target/dist/built"
    echo "vesper: built" >&2
    exit 0
fi
echo "vesper: the build failed; the end of $log:" >&2
tail -n 30 "$log" >&2
exit 1
