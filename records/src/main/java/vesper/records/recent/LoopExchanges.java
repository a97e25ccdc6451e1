package vesper.records.recent;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;
import vesper.http.Request;

/**
 * The latest exchanges of one event loop. The loop's thread writes and any thread reads. There is no lock, so a reader
 * may miss an exchange that is being written.
 *
 * <p>Under load only the first {@value #MOST_PER_SECOND} exchanges of each second are remembered, so that all others
 * cost just a comparison. Failed exchanges are always remembered.
 */
final class LoopExchanges implements ExchangeListener {
    static final int MOST_PER_SECOND = 200;
    private static final int FIRST_FAILURE = 500;
    /** Shift from milliseconds to units of 1,024 ms, about a second. */
    private static final int SECOND_BITS = 10;

    private final AtomicReferenceArray<@Nullable RecentExchange> seen =
            new AtomicReferenceArray<>(RecentExchanges.MOST_SEEN);
    private final AtomicReferenceArray<@Nullable RecentExchange> failed =
            new AtomicReferenceArray<>(RecentExchanges.MOST_FAILED);
    private int nextSeen;
    private int nextFailed;
    private long second;
    private int inSecond;

    @Override
    public void finished(Exchange exchange) {
        Request request = exchange.parsed();
        if (request == null) return;
        boolean hasFailed = exchange.status() >= FIRST_FAILURE;
        if (!isWanted(exchange.startedAtMillis()) && !hasFailed) return;
        RecentExchange remembered = RecentExchange.of(exchange, request);
        seen.setRelease(nextSeen, remembered);
        nextSeen = (nextSeen + 1) % RecentExchanges.MOST_SEEN;
        if (!hasFailed) return;
        failed.setRelease(nextFailed, remembered);
        nextFailed = (nextFailed + 1) % RecentExchanges.MOST_FAILED;
    }

    private boolean isWanted(long atMillis) {
        long now = atMillis >> SECOND_BITS;
        if (now == second) return ++inSecond <= MOST_PER_SECOND;
        second = now;
        inSecond = 1;
        return true;
    }

    void forEachSeen(Consumer<RecentExchange> action) {
        forEach(seen, action);
    }

    void forEachFailed(Consumer<RecentExchange> action) {
        forEach(failed, action);
    }

    private static void forEach(AtomicReferenceArray<@Nullable RecentExchange> ring, Consumer<RecentExchange> action) {
        for (int i = 0; i < ring.length(); i++) {
            RecentExchange remembered = ring.getAcquire(i);
            if (remembered != null) action.accept(remembered);
        }
    }
}
