package vesper.http.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The threads of one client that look up host names. The JDK's lookup blocks in native code. On a virtual thread it
 * would pin its carrier; there are only as many carriers as processors, and the whole program shares them.
 *
 * <p>There are at most {@value #THREADS} threads, started on demand and ended when idle. Concurrent requests for one
 * host share a lookup, so a host whose name server is dead occupies one thread. In addition to one request for each
 * thread, {@value #MOST_WAITING} may wait. Every request gets exactly one callback, also when the client closes.
 */
final class LookUps implements AutoCloseable {
    static final int MOST_WAITING = 1024;
    private static final int THREADS = 8;

    /** A receiver of a host's addresses. It is called on any thread, which it must not block. */
    interface Asker {
        void found(InetAddress[] addresses);

        void notFound(UnknownHostException reason);

        /** Called when too many requests wait. */
        void refused();

        /** Called when the client is closed. */
        void closed();
    }

    private final ThreadPoolExecutor threads;

    private final Object lock = new Object();
    /** Waiting requests by host. */
    private final Map<String, List<Asker>> askers = new HashMap<>();

    private int asking;
    private boolean closed;

    LookUps() {
        threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                Thread.ofPlatform().daemon().name("name look-up ", 0).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    void ask(String host, Asker asker) {
        boolean first = false;
        boolean refused;
        boolean late;
        synchronized (lock) {
            late = closed;
            refused = asking == MOST_WAITING + THREADS;
            if (!late && !refused) {
                asking++;
                List<Asker> waiting = askers.computeIfAbsent(host, _ -> new ArrayList<>(1));
                waiting.add(asker);
                first = waiting.size() == 1;
            }
        }
        if (late) asker.closed();
        else if (refused) asker.refused();
        else if (first) begin(host);
    }

    private void begin(String host) {
        try {
            threads.execute(() -> lookUp(host));
        } catch (RejectedExecutionException e) {
            // Closed in the meantime. Otherwise the queue has room for every admitted request.
            tell(host, Asker::closed);
        }
    }

    private void lookUp(String host) {
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            tell(host, asker -> asker.notFound(e));
            return;
        } catch (Throwable e) {
            // Any failure must be reported, or callers would wait forever.
            UnknownHostException unknown = new UnknownHostException(host + ": " + e);
            unknown.initCause(e);
            tell(host, asker -> asker.notFound(unknown));
            return;
        }
        tell(host, asker -> asker.found(addresses));
    }

    private void tell(String host, Consumer<Asker> answer) {
        List<Asker> told;
        synchronized (lock) {
            told = askers.remove(host);
            if (told == null) return; // by close
            asking -= told.size();
        }
        told.forEach(answer);
    }

    /** Notifies all waiting requests, without waiting for lookups in progress. */
    @Override
    public void close() {
        List<String> hosts;
        synchronized (lock) {
            closed = true;
            hosts = List.copyOf(askers.keySet());
        }
        threads.shutdownNow();
        for (String host : hosts) tell(host, Asker::closed);
    }
}
