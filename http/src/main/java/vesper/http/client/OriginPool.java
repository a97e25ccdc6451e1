package vesper.http.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The connections to one origin and the calls that wait for one.
 *
 * <p>The connection used last is used next, so that those not needed grow old and are closed. A call that finds none free
 * waits in a bounded queue, and where the pool may grow a new connection is opened beside; whichever comes first, a new
 * connection or one that is released, takes the call that waits longest.
 *
 * <p>Any thread may call; the lock is held for a few instructions and never while anything is waited for.
 */
final class OriginPool {
    private final Origin origin;
    private final ClientEngine engine;
    private final ClientLimits limits;

    private final Object lock = new Object();
    private final ArrayDeque<ClientConnection> idle = new ArrayDeque<>();
    private final ArrayDeque<Call> waiting = new ArrayDeque<>();
    private int connecting;
    private int live;
    private boolean retired;

    OriginPool(Origin origin, ClientEngine engine) {
        this.origin = origin;
        this.engine = engine;
        this.limits = engine.settings.limits();
    }

    Origin origin() {
        return origin;
    }

    /** Gives the call a connection, queues it or refuses it; false where this pool is no longer in use. */
    boolean take(Call call) {
        call.waitsIn(this);
        ClientConnection free;
        boolean queued = false;
        boolean grows = false;
        synchronized (lock) {
            if (retired) return false;
            free = idle.pollFirst();
            if (free == null) {
                boolean mayGrow = live + connecting < limits.connections();
                // Calls for which a connection is on its way do not count as waiting.
                queued = waiting.size() < limits.waiting() + connecting + (mayGrow ? 1 : 0);
                if (queued) waiting.addLast(call);
                grows = mayGrow && connecting < waiting.size();
                if (grows) connecting++;
            }
        }
        if (grows) open();
        if (free != null) free.begin(call);
        else if (!queued) call.failed(tooManyWait(call));
        return true;
    }

    private TooManyWaitingException tooManyWait(Call call) {
        return new TooManyWaitingException(
                call.request() + ": all " + limits.connections() + " connections to " + origin + " are busy and "
                        + limits.waiting() + " calls wait for one already",
                null);
    }

    private void open() {
        Connecting.start(this, engine);
    }

    /** A new connection is there. */
    void ready(ClientConnection connection) {
        synchronized (lock) {
            connecting--;
            live++;
        }
        release(connection);
    }

    /** A connection has nothing to do. */
    void release(ClientConnection connection) {
        Call next;
        synchronized (lock) {
            next = waiting.pollFirst();
            if (next == null) idle.addFirst(connection);
        }
        if (next != null) connection.begin(next);
    }

    /** A connection that was ready is closed. */
    void gone(ClientConnection connection) {
        boolean grows;
        synchronized (lock) {
            live--;
            idle.remove(connection);
            grows = connecting < waiting.size() && live + connecting < limits.connections();
            if (grows) connecting++;
        }
        if (grows) open();
    }

    /** No connection could be made. Calls wait on only where another connection may still take them. */
    void notConnected(ClientException reason) {
        List<Call> failed = new ArrayList<>();
        synchronized (lock) {
            connecting--;
            if (live == 0 && connecting == 0) {
                failed.addAll(waiting);
                waiting.clear();
            }
        }
        for (Call call : failed) call.failed(reason);
    }

    /** Takes an idle connection out of use; false where it is in use again. */
    boolean retire(ClientConnection connection) {
        synchronized (lock) {
            return idle.remove(connection);
        }
    }

    /** What was idle when another connection proved to be dead is not trusted either. */
    void discardIdle() {
        List<ClientConnection> discarded;
        synchronized (lock) {
            discarded = List.copyOf(idle);
            idle.clear();
        }
        discarded.forEach(ClientConnection::closeSoon);
    }

    /** The call waits no more. */
    void forget(Call call) {
        synchronized (lock) {
            waiting.remove(call);
        }
    }

    int waiting() {
        synchronized (lock) {
            return waiting.size();
        }
    }

    /** Fails the calls whose time is over. */
    void checkTime(long now) {
        List<Call> late = new ArrayList<>();
        synchronized (lock) {
            if (waiting.isEmpty()) return;
            for (Call call : waiting) if (call.isLate(now)) late.add(call);
            late.forEach(waiting::remove);
        }
        for (Call call : late) call.late("it waited for a connection");
    }

    boolean retiredIfEmpty() {
        synchronized (lock) {
            retired = live == 0 && connecting == 0 && waiting.isEmpty();
            return retired;
        }
    }

    /** The client closes. */
    void close() {
        List<Call> failed;
        synchronized (lock) {
            retired = true;
            failed = List.copyOf(waiting);
            waiting.clear();
        }
        for (Call call : failed) call.failed(ClientEngine.closedNow(call.request()));
    }
}
