#!/bin/sh
# Makes the AOT cache (JEP 514) of the program in $1 by a training run: it serves the packages in $2, answers a few
# requests and ends. $3 is the JDK. The cache makes starts quicker and nothing else, so a failure here fails no build.
dist=$1
packages=$2
java_home=$3
work=$dist/rehearsal

rm -rf "$dist/vesper.aot" "$work"
mkdir -p "$work"
# Twice, since packages are compiled in the first run and read from the class cache in those after it.
for flag in -Dvesper.rehearsal=1 "-XX:AOTCacheOutput=$dist/vesper.aot"; do
    "$java_home/bin/java" "@$dist/java.options" "$flag" -jar "$dist/lib/vesper-launcher.jar" \
        rehearse --packages "$packages" --data "$work/data" > "$work/log" 2>&1 || failed=1
done
if [ "${failed:-0}" = 1 ] || [ ! -f "$dist/vesper.aot" ]; then
    rm -f "$dist/vesper.aot"
    echo "vesper: no AOT cache was made, so starts are slower; why is in $work/log" >&2
    exit 0
fi
rm -rf "$work"
