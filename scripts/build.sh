#!/usr/bin/env bash
# Builds with Maven, quietly: progress on stderr, Maven's own words in target/build.log.
#
#   build.sh ROOT                           the program, into launcher/target/dist; its AOT cache is made in the background
#   build.sh ROOT tests                     the program and all tests, with every check of the sources
#   build.sh ROOT tests-of MODULE,MODULE    the tests of these modules and what they need; the program if launcher is one
#
# More arguments are Maven's. Nothing is done when no source has changed since the last such build. Of two builds that start
# at once one waits for the other.
set -euo pipefail

root=$1
what=${2:-program}
shift $(($# > 1 ? 2 : 1))
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

# Each stamp is dated when its build started, so a source that is saved during a build is built the next time.
started=$root/target/build-started
stamps=()
with_class_paths=(-DskipTests -Dsuite.class-path.phase=process-test-classes)
case $what in
    program)
        arguments=(package -pl launcher -am -Dmaven.test.skip=true -Dvesper.aot.skip=true "$@")
        stamps=("$root/launcher/target/dist/built")
        ;;
    tests)
        arguments=(verify "${with_class_paths[@]}" "$@")
        stamps=("$root/launcher/target/dist/built" "$root/target/tests-built")
        ;;
    tests-of)
        goal=process-test-classes
        # The tests of the launcher start the program.
        if [[ ,$1, == *,launcher,* ]]; then
            goal=package
            stamps=("$root/launcher/target/dist/built")
        fi
        arguments=("$goal" -pl "$1" -am "${with_class_paths[@]}" "${@:2}")
        ;;
esac
# The holder of the lock before us may have built just what is missing.
if [ "$what" != tests-of ] && "$root/scripts/is-built.sh" "$root" "$what"; then exit 0; fi

# Says which module is being built, and is silent while nothing is.
progress() {
    while IFS= read -r line; do
        printf '%s\n' "$line" >&3
        case $line in
            *'Compiling '*' source files with javac'*)
                line=${line#*Compiling }
                printf 'vesper: compiling %s files (%s)\n' "${line%% *}" "${line##* }" >&2
                ;;
        esac
    done
}

# The first starts after a build work without the AOT cache. Lock and output of the build are not kept open for it.
make_aot_cache_in_background() {
    nice -n 10 "$root/scripts/make-aot-cache.sh" "$root/launcher/target/dist" "$root/packages" "$JAVA_HOME" \
        > /dev/null 2>&1 < /dev/null 9>&- &
}

echo "vesper: building what has changed; the log is $log" >&2
"$root/scripts/make-aot-cache.sh" --stop "$root/launcher/target/dist"
: > "$started"
if "$root/mvnw" -f "$root/pom.xml" -B -T 2 -Dstyle.color=never "${arguments[@]}" 2>&1 | progress 3> "$log"; then
    for stamp in ${stamps[@]+"${stamps[@]}"}; do
        mkdir -p "${stamp%/*}"
        cp -p "$started" "$stamp"
    done
    if [ "$what" = program ]; then make_aot_cache_in_background; fi
    echo "vesper: built" >&2
    exit 0
fi
echo "vesper: the build failed; from $log:" >&2
# Lint's warnings fail the build too. Other warnings are about libraries.
grep -E '^\[ERROR\] .|^\[WARNING\] .*\.java:' "$log" | grep -vE 'Help 1|re-run Maven|following articles' | head -n 40 >&2
exit 1
