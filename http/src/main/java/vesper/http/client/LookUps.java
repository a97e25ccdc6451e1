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
 * The threads of one client that wait for name servers. The JDK's look-up blocks in the system's library: on a virtual
 * thread it would keep its carrier, of which there are as few as processors and which belong to everybody.
 *
 * <p>There are {@value #THREADS} at most, made when needed and ended when idle. A host is looked up once for all who
 * ask meanwhile, so that one whose name server is dead holds one of them. {@value #MOST_WAITING} may wait beside as
 * many as there are threads. Everybody who has asked is answered once, at the end too.
 */
final class LookUps implements AutoCloseable {
    static final int MOST_WAITING = 1024;
    private static final int THREADS = 8;

    /** Who wants to know the addresses of a host; told on any thread, which must not be kept. */
    interface Asker {
        void found(InetAddress[] addresses);

        void notFound(UnknownHostException reason);

        /** As many wait as may. */
        void refused();

        /** The client is closed. */
        void closed();
    }

    private final ThreadPoolExecutor threads;

    private final Object lock = new Object();
    /** By host, those that wait for its look-up. */
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
            // Closed since. There is room in the queue for all that are let in.
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
            // Whatever it is, nobody may wait for it for ever.
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
            if (told == null) return; // by the end
            asking -= told.size();
        }
        told.forEach(answer);
    }

    /** Who waits is told, and no name server that is being asked is waited for. */
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
