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
 * What the connections of one event loop share: scratch space, and the rounds that look for those whose time is over.
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

    /** Whatever fails in a round, the next one comes: no task that threw is called again. */
    private static void alsoHere(Runnable part) {
        try {
            part.run();
        } catch (Throwable e) {
            log.error("an event loop of the HTTP client failed in its round", e);
        }
    }

    private void round() {
        long now = System.nanoTime();
        // From the end, because a connection that is closed leaves its place to the last one.
        for (int i = connections.size() - 1; i >= 0; i--) {
            if (i < connections.size()) check(connections.get(i), now);
        }
    }

    /** A fault costs its own connection, not the rounds. */
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

    /** One that never was there leaves nothing. */
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

    /** A channel is being connected. */
    void opens(Channel channel) {
        opening.add(channel);
    }

    /** It is connected, or never will be. */
    void opened(Channel channel) {
        opening.remove(channel);
    }

    /** The client closes. Netty does not see to all channels of a loop that ends at once. */
    void closeAll() {
        connections().forEach(ClientConnection::clientCloses);
        for (Channel each : List.copyOf(opening)) {
            var _ = each.close();
        }
    }
}
