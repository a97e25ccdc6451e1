package vesper.http.client;

import java.time.Duration;

/**
 * The timeouts of a client. They are checked ten times a second, so they may be late by that much.
 *
 * @param connect for a TCP connection, per address of the host; also for the server's first HTTP/2 SETTINGS, and for
 *     the reply to a PING
 * @param tls for the TLS handshake
 * @param firstByte for the first byte of a response once the request is sent
 * @param idle for any byte during a call, and for the reader of a response to consume some of it
 * @param total for a whole call with all of its redirects, retries and waits; for a response read as a stream or into a
 *     file, until its head arrives
 * @param keepIdle how long an idle connection is kept open
 */
public record ClientTimeouts(
        Duration connect, Duration tls, Duration firstByte, Duration idle, Duration total, Duration keepIdle) {
    public static final Duration SHORTEST = Duration.ofMillis(10);
    public static final Duration LONGEST = Duration.ofDays(1);

    public static final ClientTimeouts DEFAULTS = new ClientTimeouts(
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30));

    public ClientTimeouts {
        check("connect", connect);
        check("tls", tls);
        check("firstByte", firstByte);
        check("idle", idle);
        check("total", total);
        check("keepIdle", keepIdle);
    }

    static void check(String name, Duration value) {
        if (value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0)
            throw new IllegalArgumentException(name + " of " + value + " is not from " + SHORTEST + " to " + LONGEST);
    }

    public ClientTimeouts withConnect(Duration other) {
        return new ClientTimeouts(other, tls, firstByte, idle, total, keepIdle);
    }

    public ClientTimeouts withTls(Duration other) {
        return new ClientTimeouts(connect, other, firstByte, idle, total, keepIdle);
    }

    public ClientTimeouts withFirstByte(Duration other) {
        return new ClientTimeouts(connect, tls, other, idle, total, keepIdle);
    }

    public ClientTimeouts withIdle(Duration other) {
        return new ClientTimeouts(connect, tls, firstByte, other, total, keepIdle);
    }

    public ClientTimeouts withTotal(Duration other) {
        return new ClientTimeouts(connect, tls, firstByte, idle, other, keepIdle);
    }

    public ClientTimeouts withKeepIdle(Duration other) {
        return new ClientTimeouts(connect, tls, firstByte, idle, total, other);
    }
}
