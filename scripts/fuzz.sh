#!/bin/sh
# Fuzzes the parsers of untrusted input with Jazzer, each target for VESPER_FUZZ_SECONDS (60).
#
# Usage: scripts/fuzz.sh [TARGET]...
#
# DifferentialTest is a test that generates its own traffic and compares HTTP parsers for the same time.
#
# The corpus is in MODULE/target/fuzz/TARGET, and the next run continues from there. An input that fails is written to
# MODULE/target/fuzz/TARGET-crash-*. Copy it to MODULE/src/test/fuzz/TARGET, where the tests replay it, and fix the
# failure. Exits 1 when an input failed.
set -eu

case $0 in */*) root=${0%/*}/.. ;; *) root=.. ;; esac
root=$(CDPATH='' cd -- "$root" && pwd)
cd "$root"
. scripts/find-jdk.sh
find_jdk || exit 1

seconds=${VESPER_FUZZ_SECONDS:-60}
all='http/vesper.http.RequestHeadFuzz http/vesper.http.ChunkedBodyFuzz codec/vesper.codec.JsonFuzz
    codec/vesper.codec.XmlFuzz rest/vesper.rest.bodies.ParametersFuzz rest/vesper.rest.multipart.MultipartFuzz
    records/vesper.records.masks.MaskFuzz http/vesper.http.DifferentialTest'

wanted() {
    [ -z "$targets" ] && return 0
    for target in $targets; do [ "$target" = "$1" ] && return 0; done
    return 1
}

targets=$*
for target in $targets; do
    case " $(echo "$all" | tr '\n' ' ') " in
        *".$target "*) ;;
        *)
            echo "fuzz: no target $target; there are" $all >&2
            exit 2
            ;;
    esac
done

./mvnw -B -q -Pfuzz -pl testing,codec,journal,http,rest,records test-compile dependency:build-classpath \
    -Dmdep.includeScope=test -Dmdep.outputFile=target/fuzz.classpath

failed=0
for entry in $all; do
    module=${entry%%/*} class=${entry#*/} name=${entry##*.}
    wanted "$name" || continue
    case $name in
        *Test)
            echo "fuzz: $name for $seconds s" >&2
            VESPER_FUZZ_SECONDS=$seconds ./vesper test -pl "$module" "-Dtest=$name" >&2 || failed=1
            continue
            ;;
    esac
    learned=$module/target/fuzz/$name
    mkdir -p "$learned"
    echo "fuzz: $name for $seconds s" >&2
    log=$module/target/fuzz/$name.log
    # Slow inputs fail too. The first input also loads and instruments Jackson, which takes long on a busy machine.
    if "$JAVA_HOME/bin/java" -Xmx1g --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -XX:+EnableDynamicAgentLoading \
        -cp "$module/target/classes:$module/target/test-classes:$(cat "$module/target/fuzz.classpath")" \
        com.code_intelligence.jazzer.Jazzer --target_class="$class" \
        --instrumentation_includes='vesper.**:tools.jackson.**:com.ctc.wstx.**' --reproducer_path="$module/target/fuzz" \
        -max_total_time="$seconds" -timeout=60 -rss_limit_mb=3000 -artifact_prefix="$module/target/fuzz/$name-" \
        "$learned" "$module/src/test/fuzz/$name" > "$log" 2>&1; then
        grep -o '^Done [0-9]* runs.*' "$log" >&2 || true
    else
        echo "fuzz: $name failed; the end of $log:" >&2
        tail -n 40 "$log" >&2
        failed=1
    fi
done
exit "$failed"
