#!/bin/sh
# Serves the greeting with nginx in the foreground, with its configuration in a temporary folder:
#
#   peers/nginx/run.sh [--port N] [--io-threads N]
#
# Port 0, the default, picks a free one; the default is one worker per processor. Prints "ready http://127.0.0.1:PORT/"
# once nginx listens. SIGTERM ends nginx, then this script.
set -eu

port=0
workers=auto
while [ $# -gt 0 ]; do
    case ${2:-} in
        '' | *[!0-9]*) echo "$0: $1 needs a number: [--port N] [--io-threads N]" >&2; exit 2 ;;
    esac
    case $1 in
        --port) port=$2 ;;
        --io-threads) workers=$2 ;;
        *) echo "$0: unknown flag $1; known are [--port N] [--io-threads N]" >&2; exit 2 ;;
    esac
    shift 2
done

# Debian and others install nginx in folders that may be missing from a user's PATH.
PATH=$PATH:/usr/sbin:/usr/local/sbin:/usr/local/nginx/sbin
command -v nginx > /dev/null || { echo "$0: nginx is not installed" >&2; exit 1; }

folder=$(mktemp -d)
nginx=''
end() {
    trap - TERM INT HUP EXIT
    if [ -n "$nginx" ]; then
        kill "$nginx" 2> /dev/null || true
        wait "$nginx" 2> /dev/null || true
    fi
    rm -rf "$folder"
}
trap end EXIT
trap 'end; exit 143' TERM INT HUP

# Raises the limit of open files, for as many connections as the other peers support.
ulimit -n "$(ulimit -Hn)" 2> /dev/null || true

write_configuration() {
    cat > "$folder/nginx.conf" << END
daemon off;
worker_processes $workers;
pid $folder/nginx.pid;
error_log stderr error;
events {
    worker_connections 20000;
}
http {
    access_log off;
    server_tokens off;
    # By default a connection is closed after 1000 requests.
    keepalive_requests 1000000000;
    client_body_temp_path $folder/body;
    proxy_temp_path $folder/proxy;
    fastcgi_temp_path $folder/fastcgi;
    uwsgi_temp_path $folder/uwsgi;
    scgi_temp_path $folder/scgi;
    server {
        listen 127.0.0.1:$1 backlog=8192;
        location = /api/test/sayHello {
            default_type application/json;
            return 200 '{
  "result" : "OK",
  "message" : "Hello, world!"
}';
        }
        location / {
            return 404;
        }
    }
}
END
}

# Prints the requested port, or a random one below those that the kernel assigns to clients, which may be in use.
port_to_try() {
    if [ "$port" != 0 ]; then
        echo "$port"
    else
        echo $((20000 + $(od -An -N2 -tu2 /dev/urandom) % 12000))
    fi
}

# Starts nginx on a port and returns whether it listens. nginx writes its pid file once it does.
start_on() {
    write_configuration "$1"
    nginx -e stderr -p "$folder" -c "$folder/nginx.conf" 2> "$folder/errors" &
    nginx=$!
    while kill -0 "$nginx" 2> /dev/null; do
        if [ -s "$folder/nginx.pid" ]; then
            echo "ready http://127.0.0.1:$1/"
            return 0
        fi
        sleep 0.05
    done
    nginx=''
    return 1
}

tries=1
[ "$port" != 0 ] || tries=20
until start_on "$(port_to_try)"; do
    tries=$((tries - 1))
    if [ "$tries" = 0 ] || ! grep -q 'Address already in use' "$folder/errors"; then
        cat "$folder/errors" >&2
        exit 1
    fi
done
# A trapped signal ends the wait.
wait "$nginx"
