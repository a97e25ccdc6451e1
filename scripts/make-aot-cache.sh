#!/bin/sh
# Makes the AOT cache (JEP 514) of the program in $1, with the JDK in $3, by a training run. The run serves the packages
# in $2, answers a few requests and ends. Its class cache is stored too, and so is the native library of RocksDB (17
# MB), which every start would unpack again otherwise.
#
# All of this only makes starts faster, so a failure here does not fail the build. Method profiles (JEP 515) are left
# out: with them a start compiles two thousand methods at once, on the processors that it needs itself, and warms up no
# sooner.
dist=$1
packages=$2
java_home=$3
work=$dist/rehearsal

# A cache that is newer than everything it was made from still fits.
changed=$(find "$dist/lib" "$dist"/*.options "$packages" "$0" -newer "$dist/vesper.aot" -print -quit 2> /dev/null || echo all)
if [ -f "$dist/vesper.aot" ] && [ -z "$changed" ] && cmp -s "$java_home/release" "$dist/vesper.aot.jdk"; then exit 0; fi

rm -rf "$dist/vesper.aot" "$dist/classes" "$dist/native" "$work"
mkdir -p "$work" "$dist/native"
case $(uname -s)-$(uname -m) in
    Linux-x86_64) library=librocksdbjni-linux64.so ;;
    Linux-aarch64) library=librocksdbjni-linux-aarch64.so ;;
    *) library='' ;;
esac
if [ -n "$library" ]; then
    lib=$(cd "$dist/lib" && pwd)
    (cd "$dist/native" && "$java_home/bin/jar" -xf "$lib"/rocksdbjni-*.jar "$library") || rm -rf "$dist/native"
fi
"$java_home/bin/java" "@$dist/java.options" "@$dist/collector.options" "-XX:AOTCacheOutput=$dist/vesper.aot" \
    -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining \
    -jar "$dist/lib/vesper-launcher.jar" rehearse --packages "$packages" --data "$work/data" > "$work/log" 2>&1
if [ "$?" != 0 ] || [ ! -f "$dist/vesper.aot" ]; then
    rm -f "$dist/vesper.aot"
    echo "vesper: no AOT cache was made, so starts are slower; why is in $work/log" >&2
    exit 0
fi
mv "$work/data/classes" "$dist/classes"
cp "$java_home/release" "$dist/vesper.aot.jdk"
rm -rf "$work"
