#!/bin/sh
# Makes the AOT cache (JEP 514) of the program in a folder by a training run. The run serves packages, answers a few
# requests and ends. Its class cache is stored too, and so is the native library of RocksDB (17 MB), which every start
# would unpack again otherwise.
#
#   make-aot-cache.sh DIST PACKAGES JAVA_HOME   makes what is missing or out of date
#   make-aot-cache.sh --wait DIST               waits for a training run that another process has started
#   make-aot-cache.sh --stop DIST               ends such a run; a build calls it before it replaces the program
#
# All of this only makes starts faster, so a failure here does not fail the build. Method profiles (JEP 515) are left
# out: with them a start compiles two thousand methods at once, on the processors that it needs itself, and warms up no
# sooner.

# Prints the pid of the training run of a folder, if one is running. Another process may have its pid after a crash.
training_of() {
    pid=$(cat "$1/training.pid" 2> /dev/null) || return 1
    case $(ps -p "$pid" -o args= 2> /dev/null) in *make-aot-cache*) echo "$pid" ;; *) return 1 ;; esac
}

wait_for_training() {
    while training_of "$1" > /dev/null; do sleep 0.2; done
}

case $1 in
    --wait)
        wait_for_training "$2"
        exit 0
        ;;
    --stop)
        if pid=$(training_of "$2"); then kill "$pid" 2> /dev/null; fi
        wait_for_training "$2"
        exit 0
        ;;
esac

dist=$1
packages=$2
java_home=$3
work=$dist/rehearsal

# A cache that is newer than everything it was made from still fits.
changed=$(find "$dist/lib" "$dist"/*.options "$packages" "$0" -newer "$dist/vesper.aot" -print -quit 2> /dev/null || echo all)
if [ -f "$dist/vesper.aot" ] && [ -z "$changed" ] && cmp -s "$java_home/release" "$dist/vesper.aot.jdk"; then exit 0; fi

echo $$ > "$dist/training.pid"
trap 'rm -rf "$dist/training.pid" "$work"' EXIT
trap 'kill "$training" 2> /dev/null; wait "$training"; exit 143' TERM
rm -rf "$dist/vesper.aot" "$work"
mkdir -p "$work/native"

case $(uname -s)-$(uname -m) in
    Linux-x86_64) library=librocksdbjni-linux64.so ;;
    Linux-aarch64) library=librocksdbjni-linux-aarch64.so ;;
    *) library='' ;;
esac
# Extracted files have the date of their entry, so the jar's date cannot tell which is newer.
rocksdb=$(cd "$dist/lib" && echo "$PWD"/rocksdbjni-*.jar)
if [ -n "$library" ] && [ ! -f "$dist/native/${rocksdb##*/}" ]; then
    if (cd "$work/native" && "$java_home/bin/jar" -xf "$rocksdb" "$library" && : > "${rocksdb##*/}"); then
        rm -rf "$dist/native"
        mv "$work/native" "$dist/native"
    fi
fi

"$java_home/bin/java" "@$dist/java.options" "@$dist/collector.options" "-XX:AOTCacheOutput=$work/vesper.aot" \
    -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining \
    -jar "$dist/lib/vesper-launcher.jar" rehearse --packages "$packages" --data "$work/data" > "$dist/training.log" 2>&1 &
training=$!
if ! wait "$training" || [ ! -f "$work/vesper.aot" ]; then
    echo "vesper: no AOT cache was made, so starts are slower; why is in $dist/training.log" >&2
    exit 0
fi
rm -rf "$dist/classes"
mv "$work/data/classes" "$dist/classes"
cp "$java_home/release" "$dist/vesper.aot.jdk"
# Last, since its date is that of all.
mv "$work/vesper.aot" "$dist/vesper.aot"
touch "$dist/vesper.aot"
