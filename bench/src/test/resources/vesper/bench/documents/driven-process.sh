#!/bin/sh
# A driver that tests start as a process: it answers as one does, with figures that are made up from the
# contestant's name, the first argument. It is a script because an experiment starts some fifty of them, and a JVM costs a
# hundred times as much. Further arguments:
#
#   first, node   it is one of several nodes
#   losing        loses writes
#   dying         ends at its first drive
#   memory-only   refuses what is durable
#   no-servers    cannot be opened as a node
#   unsteady      is slower with each drive
set -u

words=" $* "
tenths=1
cpu=0.1
idle_bytes=50
opened=0.5
missing=0
if [ "$1" = xenon ]; then
    tenths=10
    cpu=2.0
    idle_bytes=400
    opened=2.5
fi

has() {
    case $words in
        *" $1 "*) return 0 ;;
        *) return 1 ;;
    esac
}

# CPU time of nodes is read from outside, and next to nothing is never steady: this uses 5 ms.
compute() {
    read -r began _ < /proc/self/schedstat || return
    now=$began
    while [ $((now - began)) -lt 5000000 ]; do read -r now _ < /proc/self/schedstat; done
}

# The number of a command: requests, milliseconds, documents.
number() {
    case $1 in
        *count=*) number=${1##*count=} ;;
        *) number=${1##*millis=} ;;
    esac
    number=${number%% *}
}

drive() {
    if has dying; then
        echo 'no more memory' >&2
        exit 1
    fi
    if has first || has node; then compute; fi
    number "$1"
    heap=''
    case $1 in idle*) heap=",\"heapBytes\":$((6000 + number * idle_bytes))" ;; esac
    if has losing; then missing=3; fi
    seconds=$((tenths / 10)).$((tenths % 10))
    if has unsteady; then tenths=$((tenths * 2)); fi
    echo "{\"count\":$number,\"seconds\":$seconds,\"cpuSeconds\":$cpu,\"failures\":0$heap,\"missing\":$missing}"
}

while read -r line; do
    if has memory-only; then
        case $line in
            *kind=durable* | fill*)
                echo '{"unsupported":"durable documents"}'
                continue
                ;;
        esac
    fi
    case $line in
        nodes*) echo '{"count":3}' ;;
        versions*) echo '{"versions":"1,2"}' ;;
        plain*) echo '{"count":10,"heapBytes":6000}' ;;
        open*)
            if has no-servers; then
                echo '{"unsupported":"NATS servers: there is no nats-server"}'
            else
                echo "{\"seconds\":$opened,\"cpuSeconds\":1.0,\"address\":\"http://127.0.0.1:1/\"}"
            fi
            ;;
        *) drive "$line" ;;
    esac
done
