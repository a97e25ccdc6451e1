# A lock between processes, sourced by build.sh. A lock of a killed process blocks no other one.

# take_lock FILE SECONDS: takes the lock, or fails after waiting this long. The lock is held until this process ends or
# calls release_lock.
take_lock() {
    if command -v flock > /dev/null; then lock_by_flock "$1" "$2"; else lock_by_link "$1.pid" "$2"; fi
}

# The system releases the lock when the last process closes the file, so children of a killed build still hold it.
lock_by_flock() {
    exec 9> "$1"
    tries=$(($2 * 5))
    until flock -n 9; do
        [ "$tries" -gt 0 ] || return 1
        tries=$((tries - 1))
        sleep 0.2
    done
}

# Used without flock(1). The lock is a file with the pid of its holder. It is written under another name and linked into
# place, so it never exists without a pid in it.
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

# Replaces the lock of a dead process by ours. If several processes find the same dead one, only the one that creates
# the file "after" may replace it. It checks the lock again after that, since another process may have replaced it
# already.
take_over() {
    dead=$(cat "$1" 2> /dev/null) || return 1
    # kill -0 fails for a process of another user, so check with ps too.
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
