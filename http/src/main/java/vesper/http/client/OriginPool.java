package vesper.http.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The connections to one origin, and the calls that wait for one.
 *
 * <p>A connection has room for a number of concurrent calls: one for HTTP/1.1, as many as both ends allow for HTTP/2.
 * The most recently full or new connection is used first, so that surplus ones become idle and are closed. A call that
 * finds no room waits in a bounded queue, and new connections are opened if the pool may grow. Whichever comes first, a
 * new connection or room on an existing one, takes the call that has waited longest.
 *
 * <p>A connection that takes no further calls, while it finishes those it has, does not prevent a new one in its place;
 * there may be as many of these as of the others.
 *
 * <p>Thread-safe. The lock is held for a few instructions only, and never while blocking.
 */
final class OriginPool {
    private final Origin origin;
    private final ClientEngine engine;
    private final ClientLimits limits;

    private final Object lock = new Object();
    /** Connections that have room. */
    private final ArrayDeque<ClientConnection> free = new ArrayDeque<>();

    private final ArrayDeque<Call> waiting = new ArrayDeque<>();
    private int connecting;
    private int live;
    /** Live connections that take no further calls. */
    private int leaving;
    /** Number of concurrent calls expected of a new connection. */
    private int expected = 1;
    /** False until the first connection has shown which protocol is spoken; until then only one is opened. */
    private boolean protocolKnown;

    private boolean retired;

    OriginPool(Origin origin, ClientEngine engine) {
        this.origin = origin;
        this.engine = engine;
        this.limits = engine.settings.limits();
        this.protocolKnown = switch (engine.settings.protocol()) {
            case AUTOMATIC -> !origin.secure();
            case HTTP1 -> true;
            case HTTP2 -> false;
        };
    }

    Origin origin() {
        return origin;
    }

    /** Assigns a connection to the call, queues it or refuses it. Returns false if this pool is no longer used. */
    boolean take(Call call) {
        call.waitsIn(this);
        ClientConnection given;
        boolean queued = false;
        boolean grows = false;
        synchronized (lock) {
            if (retired) return false;
            given = free.peekFirst();
            if (given == null) {
                // Calls for which another connection may be opened do not count as waiting.
                queued = waiting.size()
                        < limits.waiting() + (long) (limits.connections() - usable()) * Math.max(1, expected);
                if (queued) waiting.addLast(call);
                grows = grows();
            } else {
                give(given);
                if (given.room == 0) free.removeFirst();
            }
        }
        if (grows) open();
        if (given != null) given.begin(call);
        else if (!queued) call.failed(tooManyWait(call));
        return true;
    }

    private static void give(ClientConnection connection) {
        connection.room--;
        connection.used = true;
    }

    /** Decides whether to open another connection now, and counts it if so. */
    private boolean grows() {
        if (waiting.isEmpty() || usable() + connecting >= limits.connections()) return false;
        if (live + connecting >= 2 * limits.connections()) return false;
        boolean wanted;
        if (!protocolKnown) wanted = connecting == 0;
        // A server that accepts no calls at all will not accept them on further connections either.
        else if (expected == 0) wanted = usable() + connecting == 0;
        else wanted = (long) connecting * expected < waiting.size();
        if (wanted) connecting++;
        return wanted;
    }

    /** Returns the number of connections that take calls, now or when they have room. */
    private int usable() {
        return live - leaving;
    }

    private void leave(ClientConnection connection) {
        free.remove(connection);
        if (connection.leaving) return;
        connection.leaving = true;
        leaving++;
    }

    private TooManyWaitingException tooManyWait(Call call) {
        return new TooManyWaitingException(
                call.request() + ": all " + limits.connections() + " connections to " + origin + " are busy and "
                        + limits.waiting() + " calls wait for one already",
                null);
    }

    private void open() {
        ConnectionAttempt.start(this, engine);
    }

    /** Adds a new connection with room for this many calls. */
    void ready(ClientConnection connection, int calls) {
        int opened = 0;
        synchronized (lock) {
            connecting--;
            live++;
            protocolKnown = true;
            expected = calls;
        }
        resize(connection, calls);
        synchronized (lock) {
            while (grows()) opened++;
        }
        for (int i = 0; i < opened; i++) open();
    }

    /** Changes the number of concurrent calls on a connection. */
    void resize(ClientConnection connection, int calls) {
        List<Call> next = new ArrayList<>(1);
        synchronized (lock) {
            expected = calls;
            boolean wasFree = connection.room > 0;
            connection.room += calls - connection.most;
            connection.most = calls;
            while (connection.room > 0 && !waiting.isEmpty() && !connection.leaving) {
                next.add(waiting.removeFirst());
                give(connection);
            }
            boolean isFree = connection.room > 0 && !connection.leaving;
            if (isFree && !wasFree) free.addFirst(connection);
            else if (!isFree && wasFree) free.remove(connection);
        }
        for (Call call : next) connection.begin(call);
    }

    /** Called when a call has left its connection. */
    void release(ClientConnection connection) {
        Call next = null;
        synchronized (lock) {
            int room = ++connection.room;
            if (room > 0 && !connection.leaving) {
                next = waiting.pollFirst();
                if (next != null) give(connection);
                else if (room == 1) free.addFirst(connection);
            }
        }
        if (next != null) connection.begin(next);
    }

    /** Called when a connection takes no further calls; its current ones may continue. */
    void leaves(ClientConnection connection) {
        boolean grows;
        synchronized (lock) {
            leave(connection);
            // If it never took a call, gone() decides later.
            grows = connection.used && grows();
        }
        if (grows) open();
    }

    /**
     * Removes a connection that was ready and is now closed. If it never took a call and no other connection exists,
     * the waiting calls fail, since each new connection might do the same.
     */
    void gone(ClientConnection connection) {
        boolean grows;
        List<Call> failed = List.of();
        synchronized (lock) {
            leave(connection);
            leaving--;
            live--;
            if (!connection.used && usable() == 0 && connecting == 0) {
                failed = List.copyOf(waiting);
                waiting.clear();
            }
            grows = grows();
        }
        if (grows) open();
        for (Call call : failed)
            call.failed(ConnectionLostException.unprocessed(
                    call.request() + ": the server closed the connection before it took any call"));
    }

    /**
     * Called when a connection could not be opened. Calls keep waiting only if another connection may still take them.
     */
    void notConnected(ClientException reason) {
        List<Call> failed = new ArrayList<>();
        synchronized (lock) {
            connecting--;
            if (usable() == 0 && connecting == 0) {
                failed.addAll(waiting);
                waiting.clear();
            }
        }
        for (Call call : failed) call.failed(reason);
    }

    /** Takes an idle connection out of use. Returns false if it is in use again. */
    boolean retire(ClientConnection connection) {
        synchronized (lock) {
            if (connection.leaving || connection.room != connection.most) return false;
            leave(connection);
            return true;
        }
    }

    /** Closes idle connections after another one proved to be dead, since they may be dead too. */
    void discardIdle() {
        List<ClientConnection> discarded = new ArrayList<>();
        synchronized (lock) {
            for (ClientConnection each : free) if (each.room == each.most) discarded.add(each);
            discarded.forEach(this::leave);
        }
        discarded.forEach(ClientConnection::closeSoon);
    }

    /** Removes a waiting call. */
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

    /** Fails the waiting calls whose total timeout has elapsed. */
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

    /** Fails the waiting calls when the client closes. */
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
