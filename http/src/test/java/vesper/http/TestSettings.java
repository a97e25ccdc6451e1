package vesper.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings that differ from the defaults only where a test needs it. One event loop, so that connections must share it.
 */
final class TestSettings {
    /** On a busy machine the server would refuse some of the requests of almost every test. */
    private static final OverloadSettings UNPROTECTED =
            new OverloadSettings(false, OverloadSettings.DEFAULTS.target(), OverloadSettings.DEFAULTS.mostWaiting());

    private int port;
    private int eventLoops = 1;
    private boolean gathering = true;
    private int platformThreads = 8;
    private Duration drain = Duration.ofSeconds(10);
    private Duration drainIdle = HttpSettings.DEFAULTS.drainIdle();
    private Duration watchdog = Duration.ofSeconds(10);

    private int requestLineBytes = HttpLimits.DEFAULTS.requestLineBytes();
    private int headerBytes = HttpLimits.DEFAULTS.headerBytes();
    private int headerLines = HttpLimits.DEFAULTS.headerLines();
    private long bodyBytes = HttpLimits.DEFAULTS.bodyBytes();
    private long heldBodyBytes = HttpLimits.DEFAULTS.heldBodyBytes();
    private long heldAnswerBytes = HttpLimits.DEFAULTS.heldAnswerBytes();
    private Duration headerTimeout = HttpLimits.DEFAULTS.headerTimeout();
    private long bodyBytesPerSecond = HttpLimits.DEFAULTS.bodyBytesPerSecond();
    private Duration bodyGrace = HttpLimits.DEFAULTS.bodyGrace();
    private Duration idleTimeout = HttpLimits.DEFAULTS.idleTimeout();
    private Duration linger = HttpLimits.DEFAULTS.linger();
    private int connections = HttpLimits.DEFAULTS.connections();
    private int pipelined = HttpLimits.DEFAULTS.pipelined();

    private Http2Limits http2 = Http2Limits.DEFAULTS;
    private OverloadSettings overload = UNPROTECTED;
    private @Nullable TlsSettings tls;

    TestSettings overload(OverloadSettings overload) {
        this.overload = overload;
        return this;
    }

    TestSettings http2(Http2Limits http2) {
        this.http2 = http2;
        return this;
    }

    TestSettings tls(TlsSettings tls) {
        this.tls = tls;
        return this;
    }

    TestSettings port(int port) {
        this.port = port;
        return this;
    }

    TestSettings eventLoops(int eventLoops) {
        this.eventLoops = eventLoops;
        return this;
    }

    TestSettings platformThreads(int platformThreads) {
        this.platformThreads = platformThreads;
        return this;
    }

    TestSettings drain(Duration drain) {
        this.drain = drain;
        return this;
    }

    TestSettings drainIdle(Duration drainIdle) {
        this.drainIdle = drainIdle;
        return this;
    }

    TestSettings watchdog(Duration watchdog) {
        this.watchdog = watchdog;
        return this;
    }

    TestSettings requestLineBytes(int requestLineBytes) {
        this.requestLineBytes = requestLineBytes;
        return this;
    }

    TestSettings headerBytes(int headerBytes) {
        this.headerBytes = headerBytes;
        return this;
    }

    TestSettings headerLines(int headerLines) {
        this.headerLines = headerLines;
        return this;
    }

    TestSettings bodyBytes(long bodyBytes) {
        this.bodyBytes = bodyBytes;
        return this;
    }

    TestSettings headerTimeout(Duration headerTimeout) {
        this.headerTimeout = headerTimeout;
        return this;
    }

    TestSettings bodyRate(long bytesPerSecond, Duration grace) {
        this.bodyBytesPerSecond = bytesPerSecond;
        this.bodyGrace = grace;
        return this;
    }

    TestSettings idleTimeout(Duration idleTimeout) {
        this.idleTimeout = idleTimeout;
        return this;
    }

    TestSettings heldBodyBytes(long heldBodyBytes) {
        this.heldBodyBytes = heldBodyBytes;
        return this;
    }

    TestSettings heldAnswerBytes(long heldAnswerBytes) {
        this.heldAnswerBytes = heldAnswerBytes;
        return this;
    }

    TestSettings linger(Duration linger) {
        this.linger = linger;
        return this;
    }

    /** Connections move between loops only when a test says so. */
    TestSettings gatheringByHand() {
        gathering = false;
        return this;
    }

    TestSettings connections(int connections) {
        this.connections = connections;
        return this;
    }

    TestSettings pipelined(int pipelined) {
        this.pipelined = pipelined;
        return this;
    }

    HttpLimits limits() {
        return new HttpLimits(
                requestLineBytes,
                headerBytes,
                headerLines,
                bodyBytes,
                heldBodyBytes,
                heldAnswerBytes,
                headerTimeout,
                bodyBytesPerSecond,
                bodyGrace,
                idleTimeout,
                linger,
                connections,
                pipelined);
    }

    HttpSettings build() {
        return new HttpSettings(
                "127.0.0.1",
                port,
                HandlerThreads.VIRTUAL,
                new EventLoopSettings(eventLoops, gathering),
                platformThreads,
                drain,
                drainIdle,
                watchdog,
                limits(),
                http2,
                overload,
                tls);
    }
}
