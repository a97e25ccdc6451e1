# Sourced by build.sh: one process at a time past take_lock, and a lock whose holder was killed stands in nobody's way.

# take_lock FILE SECONDS: waits for the lock at most that long, and fails then. Held until this process ends or calls
# release_lock.
take_lock() {
    if command -v flock > /dev/null; then lock_by_flock "$1" "$2"; else lock_by_link "$1.pid" "$2"; fi
}

# The system lets go of it with the last process that has it open: what a killed build left running still holds it.
lock_by_flock() {
    exec 9> "$1"
    tries=$(($2 * 5))
    until flock -n 9; do
        [ "$tries" -gt 0 ] || return 1
        tries=$((tries - 1))
        sleep 0.2
    done
}

# Where there is no flock(1). The lock is a file that names its holder; it is written beside and linked into place, so
# it is never there without a name in it.
lock_by_link() {
    lock_file=$1
    echo $$ > "$lock_file.$$"
    tries=$(($2 * 5))
    until ln "$lock_file.$$" "$lock_file" 2> /dev/null || take_over "$lock_file"; do
        if [ "$tries" -le 0 ]; then
            rm -f "$lock_file.$$"
            return 1
        fi
        tries=$((tries - 1))
        sleep 0.2
    done
}

# Puts our lock in the place of a dead process's. Of several that find the same dead one only the one that makes the
# file "after" may, and it looks again once it has: the lock may have been taken over before.
take_over() {
    dead=$(cat "$1" 2> /dev/null) || return 1
    # Someone else's process takes no signal from us, so ps is asked too.
    if kill -0 "$dead" 2> /dev/null || ps -p "$dead" > /dev/null 2>&1; then return 1; fi
    ln "$1.$$" "$1.after.$dead" 2> /dev/null || return 1
    taken=1
    if [ "$(cat "$1" 2> /dev/null)" = "$dead" ]; then
        mv -f "$1.$$" "$1"
        taken=0
    fi
    rm -f "$1.after.$dead"
    return $taken
}

release_lock() {
    exec 9>&-
    if [ -n "${lock_file:-}" ]; then rm -f "$lock_file" "$lock_file.$$"; fi
}
