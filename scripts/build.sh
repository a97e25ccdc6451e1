#!/bin/sh
# Builds the program into launcher/target/dist, quietly: talk on stderr, the build's own words in target/build.log.
# Started by ./vesper with the root of the repository; two that start at once build one after the other.
set -eu

root=$1
log=$root/target/build.log
lock=$root/target/build.lock
mkdir -p "$root/target"

# The folder is the lock, since making a folder either works or fails; its holder may have been killed meanwhile.
until mkdir "$lock" 2> /dev/null; do
    holder=$(cat "$lock/pid" 2> /dev/null || true)
    if [ -n "$holder" ] && ! kill -0 "$holder" 2> /dev/null; then rm -rf "$lock"; continue; fi
    sleep 0.2
done
trap 'rm -rf "$lock"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
echo $$ > "$lock/pid"

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
