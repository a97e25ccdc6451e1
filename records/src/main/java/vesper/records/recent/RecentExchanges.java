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
 * The last exchanges of a server, of each event loop {@value #MOST_SEEN} and the {@value #MOST_FAILED} that failed, each
 * some hundred bytes. A malformed request is none.
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

    /** The last ones, the newest first; of a busy server a sample, the first of each second. */
    public List<RecentExchange> seen() {
        return newest(MOST_SEEN, LoopExchanges::forEachSeen);
    }

    /** The last ones that were answered with a status from 500 on, the newest first. */
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
