package vesper.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a server.
 *
 * @param host name or address to listen on
 * @param port 0 for any free one
 * @param handlers kind of threads that run handlers
 * @param eventLoops the threads that read and write
 * @param platformThreads size of the pool for {@link HandlerThreads#PLATFORM}
 * @param drain how long a stop waits for requests in flight
 * @param drainIdle how long a connection must have been idle for a stop to close it at once; others may send one more
 *     request, and its response announces the close
 * @param watchdog how long a handler may hold an event loop before the log names it
 * @param overload overload protection
 * @param tls null for plain HTTP
 */
public record HttpSettings(
        String host,
        int port,
        HandlerThreads handlers,
        EventLoopSettings eventLoops,
        int platformThreads,
        Duration drain,
        Duration drainIdle,
        Duration watchdog,
        HttpLimits limits,
        Http2Limits http2,
        OverloadSettings overload,
        @Nullable TlsSettings tls) {

    /** A free port on loopback, and every default. */
    public static final HttpSettings DEFAULTS = new HttpSettings(
            "127.0.0.1",
            0,
            HandlerThreads.VIRTUAL,
            EventLoopSettings.DEFAULTS,
            64,
            Duration.ofSeconds(10),
            Duration.ofMillis(100),
            Duration.ofMillis(100),
            HttpLimits.DEFAULTS,
            Http2Limits.DEFAULTS,
            OverloadSettings.DEFAULTS,
            null);

    public HttpSettings withHandlers(HandlerThreads other) {
        return new HttpSettings(
                host,
                port,
                other,
                eventLoops,
                platformThreads,
                drain,
                drainIdle,
                watchdog,
                limits,
                http2,
                overload,
                tls);
    }

    public HttpSettings withTls(TlsSettings other) {
        return new HttpSettings(
                host,
                port,
                handlers,
                eventLoops,
                platformThreads,
                drain,
                drainIdle,
                watchdog,
                limits,
                http2,
                overload,
                other);
    }
}
