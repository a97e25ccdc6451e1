package vesper.records.recent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;

/**
 * The latest exchanges of a server. For each event loop it remembers {@value #MOST_SEEN} exchanges and the latest
 * {@value #MOST_FAILED} that failed, at some hundred bytes each. Malformed requests are not included.
 */
public final class RecentExchanges implements ExchangeListener {
    public static final int MOST_SEEN = 1000;
    public static final int MOST_FAILED = 200;

    private static final Comparator<RecentExchange> NEWEST_FIRST =
            Comparator.comparingLong(RecentExchange::atMillis).reversed();

    private final Queue<LoopExchanges> loops = new ConcurrentLinkedQueue<>();

    @Override
    public ExchangeListener onEventLoop() {
        LoopExchanges loop = new LoopExchanges();
        loops.add(loop);
        return loop;
    }

    @Override
    public void finished(Exchange exchange) {
        throw new IllegalStateException("each event loop has a listener of its own");
    }

    /**
     * Returns the latest exchanges, newest first. On a busy server this is a sample: the first exchanges of each
     * second.
     */
    public List<RecentExchange> latest() {
        return newest(MOST_SEEN, LoopExchanges::forEachSeen);
    }

    /** Returns the latest exchanges with a status of 500 or above, newest first. */
    public List<RecentExchange> failed() {
        return newest(MOST_FAILED, LoopExchanges::forEachFailed);
    }

    private List<RecentExchange> newest(int most, BiConsumer<LoopExchanges, Consumer<RecentExchange>> each) {
        List<RecentExchange> all = new ArrayList<>();
        for (LoopExchanges loop : loops) each.accept(loop, all::add);
        all.sort(NEWEST_FIRST);
        return all.size() <= most ? all : List.copyOf(all.subList(0, most));
    }
}
