package vesper.http.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The connections to one origin and the calls that wait for one.
 *
 * <p>A connection has room for so many calls at once: for one where it speaks HTTP/1.1, for as many as both ends allow
 * where it speaks HTTP/2. The one that was full or new last is used next, so that those not needed grow old and are
 * closed. A call that finds no room waits in a bounded queue, and where the pool may grow new connections are opened
 * beside; whatever comes first, a new connection or room on another, takes the call that waits longest.
 *
 * <p>A connection that takes no more calls, though it has some, does not hold up a new one in its place; there may be
 * as many of those as of the others.
 *
 * <p>Any thread may call; the lock is held for a few instructions and never while anything is waited for.
 */
final class OriginPool {
    private final Origin origin;
    private final ClientEngine engine;
    private final ClientLimits limits;

    private final Object lock = new Object();
    /** Those that have room. */
    private final ArrayDeque<ClientConnection> free = new ArrayDeque<>();

    private final ArrayDeque<Call> waiting = new ArrayDeque<>();
    private int connecting;
    private int live;
    /** Those of the live ones that take no more calls. */
    private int leaving;
    /** How many calls a new connection will take, as far as is known. */
    private int expected = 1;
    /** Until a first connection has told which protocol is spoken here, no second one is opened. */
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

    /** Gives the call a connection, queues it or refuses it; false where this pool is no longer in use. */
    boolean take(Call call) {
        call.waitsIn(this);
        ClientConnection given;
        boolean queued = false;
        boolean grows = false;
        synchronized (lock) {
            if (retired) return false;
            given = free.peekFirst();
            if (given == null) {
                // Calls for which a connection may still be opened do not count as waiting.
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

    /** Whether one more connection is to be opened now, which is counted from here on. */
    private boolean grows() {
        if (waiting.isEmpty() || usable() + connecting >= limits.connections()) return false;
        if (live + connecting >= 2 * limits.connections()) return false;
        boolean wanted;
        if (!protocolKnown) wanted = connecting == 0;
        // A server that takes no calls at all does not take them over more connections either.
        else if (expected == 0) wanted = usable() + connecting == 0;
        else wanted = (long) connecting * expected < waiting.size();
        if (wanted) connecting++;
        return wanted;
    }

    /** Connections that take calls, now or when they have room. */
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
        Connecting.start(this, engine);
    }

    /** A new connection is there, with room for so many calls. */
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

    /** A connection has room for another number of calls than before. */
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

    /** A connection has one call less. */
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

    /** A connection takes no more calls; those that it has may go on. */
    void leaves(ClientConnection connection) {
        boolean grows;
        synchronized (lock) {
            leave(connection);
            // Where it never took a call, its end tells what to do.
            grows = connection.used && grows();
        }
        if (grows) open();
    }

    /**
     * A connection that was ready is closed. Where it never took a call and there is no other, those that wait are
     * told, since the next one might do the same, and the one after that.
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

    /** No connection could be made. Calls wait on only where another connection may still take them. */
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

    /** Takes an idle connection out of use; false where it is in use again. */
    boolean retire(ClientConnection connection) {
        synchronized (lock) {
            if (connection.leaving || connection.room != connection.most) return false;
            leave(connection);
            return true;
        }
    }

    /** What was idle when another connection proved to be dead is not trusted either. */
    void discardIdle() {
        List<ClientConnection> discarded = new ArrayList<>();
        synchronized (lock) {
            for (ClientConnection each : free) if (each.room == each.most) discarded.add(each);
            discarded.forEach(this::leave);
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
