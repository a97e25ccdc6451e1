#!/bin/sh
# Whether launcher/target/dist is there and newer than every main source, resource and pom.xml under the root, $1.
stamp=$1/launcher/target/dist/built
[ -f "$stamp" ] || exit 1
newer=$(find "$1/pom.xml" "$1"/*/pom.xml "$1"/*/src/main -newer "$stamp" -print -quit)
[ -z "$newer" ]
