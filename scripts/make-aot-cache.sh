#!/bin/sh
# Makes the AOT cache (JEP 514) of the program in $1 by a training run: it serves the packages in $2, answers a few
# requests and ends. The class cache of that run is kept beside it, and the native library of RocksDB, which every start
# would unpack anew: 17 MB. $3 is the JDK. All that makes starts quicker and nothing else, so a failure here fails no build. What the run learned of methods (JEP 515) is left out: a start that has it
# compiles two thousand of them at once, on the processors that it needs itself, and is no sooner warm for that.
dist=$1
packages=$2
java_home=$3
work=$dist/rehearsal

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
rm -rf "$work"
