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
    interface LookUpListener {
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
    private final Map<String, List<LookUpListener>> listeners = new HashMap<>();

    private int running;
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

    void resolve(String host, LookUpListener listener) {
        boolean first = false;
        boolean refused;
        boolean late;
        synchronized (lock) {
            late = closed;
            refused = running == MOST_WAITING + THREADS;
            if (!late && !refused) {
                running++;
                List<LookUpListener> waiting = listeners.computeIfAbsent(host, _ -> new ArrayList<>(1));
                waiting.add(listener);
                first = waiting.size() == 1;
            }
        }
        if (late) listener.closed();
        else if (refused) listener.refused();
        else if (first) start(host);
    }

    private void start(String host) {
        try {
            threads.execute(() -> lookUp(host));
        } catch (RejectedExecutionException e) {
            // Closed in the meantime. Otherwise the queue has room for every admitted request.
            notifyListeners(host, LookUpListener::closed);
        }
    }

    private void lookUp(String host) {
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            notifyListeners(host, listener -> listener.notFound(e));
            return;
        } catch (Throwable e) {
            // Any failure must be reported, or callers would wait forever.
            UnknownHostException unknown = new UnknownHostException(host + ": " + e);
            unknown.initCause(e);
            notifyListeners(host, listener -> listener.notFound(unknown));
            return;
        }
        notifyListeners(host, listener -> listener.found(addresses));
    }

    private void notifyListeners(String host, Consumer<LookUpListener> answer) {
        List<LookUpListener> told;
        synchronized (lock) {
            told = listeners.remove(host);
            if (told == null) return; // by close
            running -= told.size();
        }
        told.forEach(answer);
    }

    /** Notifies all waiting requests, without waiting for lookups in progress. */
    @Override
    public void close() {
        List<String> hosts;
        synchronized (lock) {
            closed = true;
            hosts = List.copyOf(listeners.keySet());
        }
        threads.shutdownNow();
        for (String host : hosts) notifyListeners(host, LookUpListener::closed);
    }
}
