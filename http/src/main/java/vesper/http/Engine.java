package vesper.http;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** State that all connections of one server share. */
final class Engine {
    final HttpSettings settings;
    final HttpLimits limits;
    final HandlerCalls calls;
    final Destinations destinations;
    final ExchangeListener[] listeners;
    /** Null if virtual threads run on the JDK's scheduler, or are not used. */
    final @Nullable CarrierScheduler scheduler;
    /** Null for plain HTTP. */
    final @Nullable TlsContext tls;
    /** Null unless handlers run on it. */
    final @Nullable ExecutorService platformThreads;

    final RejectionCounts refused = new RejectionCounts();
    /** Null unless handlers run on a pool and overload protection is on. */
    final @Nullable PoolDelay poolDelay;

    final AtomicInteger connections = new AtomicInteger();
    final HeldBytes bodies;
    /** Budget for responses that wait for clients to read them. */
    final HeldBytes answers;

    volatile boolean stopping;

    Engine(
            HttpSettings settings,
            Handler handler,
            Destinations destinations,
            List<ExchangeListener> listeners,
            @Nullable CarrierScheduler scheduler,
            @Nullable ExecutorService platformThreads,
            @Nullable TlsContext tls) {
        this.settings = settings;
        this.limits = settings.limits();
        this.calls = new HandlerCalls(handler);
        this.bodies = new HeldBytes(Math.min(limits.heldBodyBytes(), HttpLimits.HELD_BODIES.bytes()));
        this.answers = new HeldBytes(Math.min(limits.heldAnswerBytes(), HttpLimits.HELD_ANSWERS.bytes()));
        this.destinations = destinations;
        this.listeners = listeners.toArray(ExchangeListener[]::new);
        this.scheduler = scheduler;
        this.platformThreads = platformThreads;
        this.tls = tls;
        boolean protects = platformThreads != null && settings.overload().enabled();
        poolDelay = protects ? new PoolDelay(settings.overload(), destinations, refused) : null;
    }
}
