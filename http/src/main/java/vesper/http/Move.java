package vesper.http;

/**
 * The way of a connection that waits for a request from one event loop to another. In between its channel is on none,
 * and Netty tells nobody what becomes of it: what its client does meanwhile is looked for at the end of the way.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of Netty's futures: a failure shows as a closed channel
final class Move {
    private final Connection connection;
    private final Loop to;

    Move(Connection connection, Loop to) {
        this.connection = connection;
        this.to = to;
    }

    void begin() {
        connection.readOn(false);
        connection.channel.deregister().addListener(_ -> leave());
    }

    /** The channel is on no loop now. What the client did meanwhile may hold it back. */
    private void leave() {
        if (connection.isClosed()) return;
        if (!connection.channel.isOpen()) {
            // Closed on its way: Netty has taken all handlers away by now, and tells nobody of the end.
            connection.end();
        } else if (!connection.isAtRest() || to.eventLoop.isShuttingDown()) {
            stay();
        } else {
            Connection next = connection.goOnAt(to);
            to.eventLoop.execute(() -> arrive(next));
        }
    }

    private void stay() {
        connection.loop.eventLoop.register(connection.channel);
        connection.readAsRoomAllows();
        // Off its loop, the channel has forgotten that it waited until the client takes more.
        connection.channel.flush();
    }

    /**
     * On the other loop. Only now that one looks for what the client does, since nothing may come to a connection that
     * is not in its list.
     */
    private static void arrive(Connection next) {
        next.loop.add(next);
        next.loop.eventLoop.register(next.channel);
        if (!next.channel.isRegistered()) {
            // Netty tells of the end of a channel that is on a loop, and of no other.
            next.channel.unsafe().closeForcibly();
            next.end();
            return;
        }
        next.channel.config().setAutoRead(true);
        if (next.engine.stopping) next.stop();
    }
}
