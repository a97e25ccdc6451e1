# Finds a JDK of at least version 25; sourced by ./vesper and ./mvnw, POSIX sh.
#
# find_jdk    sets and exports JAVA_HOME, or prints to stderr how to get a JDK and returns 1.
#
# It searches JAVA_HOME, PATH, the folders under /usr/lib/jvm (or VESPER_JVM_FOLDER) and SDKMAN's folder, and takes the
# first suitable JDK. Versions are read from the `release` file at the root of each JDK, since `java -version` would
# start a JVM for every candidate. A JRE is not enough, since packages are compiled.

jdk_least=25

# Sets jdk_version and jdk_major from the release file of the JDK at $1; returns 1 if the file is missing.
read_release() {
    jdk_version='' jdk_major=0 jdk_modules=''
    [ -r "$1/release" ] || return 1
    while IFS='=' read -r release_key release_value || [ -n "$release_key" ]; do
        release_value=${release_value#\"}
        release_value=${release_value%\"}
        case $release_key in
            JAVA_VERSION) jdk_version=$release_value ;;
            MODULES) jdk_modules=$release_value ;;
        esac
    done < "$1/release"
    jdk_major=${jdk_version%%[!0-9]*}
    [ -n "$jdk_major" ]
}

# Remembers for the message why the JDK at $1 is rejected; only once, even if several links and variables lead to it.
refuse_jdk() {
    jdk_real=$(CDPATH='' cd -P -- "$1" && pwd)
    case "$jdk_refused_places" in *"|$jdk_real|"*) return 0 ;; esac
    jdk_refused_places="$jdk_refused_places$jdk_real|"
    jdk_refused="$jdk_refused
  found Java $jdk_version in $1: $2"
}

# Sets JAVA_HOME to the folder $1 and succeeds if it is a suitable JDK.
try_jdk() {
    [ -x "$1/bin/java" ] || return 1
    read_release "$1" || return 1
    if [ "$jdk_major" -lt "$jdk_least" ]; then
        refuse_jdk "$1" "older than $jdk_least"
        return 1
    fi
    case " ${jdk_modules:-jdk.compiler} " in
        *' jdk.compiler '*) [ -x "$1/bin/javac" ] && JAVA_HOME=$1 && export JAVA_HOME && return 0 ;;
    esac
    refuse_jdk "$1" "a runtime without the compiler"
    return 1
}

# Tries the JDK of the `java` on PATH, which is often a symbolic link into its bin folder.
try_path() {
    path_java=$(command -v java) || return 1
    if [ -L "$path_java" ]; then path_java=$(readlink -f "$path_java") || return 1; fi
    path_bin=${path_java%/*}
    try_jdk "${path_bin%/*}"
}

try_folder() {
    for candidate in "$1"/*; do
        if try_jdk "$candidate"; then return 0; fi
    done
    return 1
}

find_jdk() {
    jdk_refused='' jdk_refused_places='|'
    jvm_folder=${VESPER_JVM_FOLDER:-/usr/lib/jvm}
    sdkman_folder=${SDKMAN_DIR:-${HOME:-}/.sdkman}/candidates/java

    if [ -n "${JAVA_HOME:-}" ] && try_jdk "${JAVA_HOME%/}"; then return 0; fi
    if try_path || try_folder "$jvm_folder" || try_folder "$sdkman_folder"; then return 0; fi

    echo "vesper: needs a JDK $jdk_least or newer, and found none.$jdk_refused
  looked in JAVA_HOME (${JAVA_HOME:-not set}), on PATH, in $jvm_folder and in $sdkman_folder
To get one, do one of these and run the command again:
  Debian, Ubuntu   sudo apt-get install openjdk-25-jdk
  SDKMAN           sdk install java 25-tem
  by hand          unpack a JDK 25 from adoptium.net and set JAVA_HOME to its folder" >&2
    return 1
}
