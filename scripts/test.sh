#!/usr/bin/env bash
# Builds what has changed, then runs the tests of all modules on shared JVMs: ./vesper test, which see ./vesper test --help.
# The first argument is the root of the repository.
set -euo pipefail

root=$1
shift
. "$root/scripts/find-jdk.sh"
find_jdk

# The first list of modules; the one behind it belongs to a profile.
all_modules=()
while IFS= read -r module; do
    all_modules+=("$module")
done < <(sed -n 's:.*<module>\(.*\)</module>.*:\1:p;/<\/modules>/q' "$root/pom.xml")
modules=()
maven=()
suite=()
while (($# > 0)); do
    case $1 in
        -pl | --projects)
            IFS=, read -ra modules <<< "${2:?-pl needs the names of modules}"
            shift
            ;;
        -am | --also-make) ;;
        --long)
            export VESPER_LONG=1
            suite+=(-Dtest.excluded=none -Dtest.limit=3600)
            ;;
        --times | -Dtest=* | -Dtest.*) suite+=("$1") ;;
        -X?* | -D*)
            suite+=("$1")
            if [[ $1 == -D* ]]; then maven+=("$1"); fi
            ;;
        *) maven+=("$1") ;;
    esac
    shift
done
for module in ${modules[@]+"${modules[@]}"}; do
    if [[ " ${all_modules[*]} " != *" $module "* ]]; then
        echo "vesper: no module $module; there are ${all_modules[*]}" >&2
        exit 2
    fi
done

comma_separated() {
    local IFS=,
    echo "$*"
}

if ((${#modules[@]} > 0)); then
    "$root/scripts/build.sh" "$root" tests-of "$(comma_separated "${modules[@]}")" ${maven[@]+"${maven[@]}"}
else
    modules=("${all_modules[@]}")
    "$root/scripts/build.sh" "$root" tests ${maven[@]+"${maven[@]}"}
fi

# The build has just made the program from the same sources.
if [[ " ${modules[*]} " == *" launcher "* ]]; then suite+=("-Dvesper.test.dist=$root/launcher/target/dist"); fi

exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
    -cp "$root/testing/target/classes:$(cat "$root/testing/target/test.classpath")" \
    vesper.testing.suite.Suite "--root=$root" "--modules=$(comma_separated "${modules[@]}")" ${suite[@]+"${suite[@]}"}
