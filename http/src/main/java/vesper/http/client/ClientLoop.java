package vesper.http.client;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State shared by the connections of one event loop: scratch space, and the list that is checked in each round, every
 * {@value #ROUND_MILLIS} ms, for connections that have exceeded a timeout.
 */
final class ClientLoop {
    private static final Logger log = LoggerFactory.getLogger(ClientLoop.class);
    static final long ROUND_MILLIS = 100;
    static final int READ_BYTES = 64 << 10;

    final EventLoop eventLoop;
    /** Bytes are copied here from Netty's buffers, since parsing an array costs less. */
    final byte[] input = new byte[READ_BYTES];

    private final List<ClientConnection> connections = new ArrayList<>();
    private final Set<Channel> opening = new HashSet<>();

    ClientLoop(EventLoop eventLoop) {
        this.eventLoop = eventLoop;
    }

    void start(Runnable alsoInEachRound) {
        var _ = eventLoop.scheduleAtFixedRate(
                () -> {
                    round();
                    alsoHere(alsoInEachRound);
                },
                ROUND_MILLIS,
                ROUND_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    /** Catches every failure, since a scheduled task that throws is not run again. */
    private static void alsoHere(Runnable part) {
        try {
            part.run();
        } catch (Throwable e) {
            log.error("an event loop of the HTTP client failed in its round", e);
        }
    }

    private void round() {
        long now = System.nanoTime();
        // Backwards, because the last connection takes the place of one that is removed.
        for (int i = connections.size() - 1; i >= 0; i--) {
            if (i < connections.size()) check(connections.get(i), now);
        }
    }

    /** A fault costs its own connection, not the round. */
    private static void check(ClientConnection connection, long now) {
        try {
            connection.checkTime(now);
        } catch (Throwable e) {
            alsoHere(() -> connection.broken(e));
            log.error("a connection of the HTTP client could not be looked after", e);
        }
    }

    void add(ClientConnection connection) {
        connection.place = connections.size();
        connections.add(connection);
    }

    /** Does nothing for a connection that was never added. */
    void remove(ClientConnection connection) {
        int place = connection.place;
        if (place >= connections.size() || connections.get(place) != connection) return;
        ClientConnection last = connections.removeLast();
        if (last == connection) return;
        connections.set(connection.place, last);
        last.place = connection.place;
    }

    List<ClientConnection> connections() {
        return List.copyOf(connections);
    }

    /** Adds a channel that is being connected. */
    void opens(Channel channel) {
        opening.add(channel);
    }

    /** Removes a channel that is connected or has failed. */
    void opened(Channel channel) {
        opening.remove(channel);
    }

    /** Closes all channels with the client. Netty does not close every channel at once when a loop ends. */
    void closeAll() {
        connections().forEach(ClientConnection::clientCloses);
        for (Channel each : List.copyOf(opening)) {
            var _ = each.close();
        }
    }
}
