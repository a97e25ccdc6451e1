package vesper.http;

/**
 * The move of a connection, while it waits for a request, from one event loop to another. In between, its channel is
 * registered with no loop, and Netty reports no events. So the state of the connection is checked at both ends of the
 * move.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of Netty's futures: a failure shows as a closed channel
final class ConnectionMove {
    private final Connection connection;
    private final Loop to;

    ConnectionMove(Connection connection, Loop to) {
        this.connection = connection;
        this.to = to;
    }

    void start() {
        connection.readOn(false);
        connection.channel.deregister().addListener(_ -> leave());
    }

    /**
     * Continues when the channel is on no loop. If the client acted in the meantime, the connection may have to stay.
     */
    private void leave() {
        if (connection.isClosed()) return;
        if (!connection.channel.isOpen()) {
            // Closed during the move: Netty has removed all handlers by now, and reports no close.
            connection.end();
        } else if (!connection.isAtRest() || to.eventLoop.isShuttingDown()) {
            stay();
        } else {
            Connection next = connection.transferTo(to);
            to.eventLoop.execute(() -> arrive(next));
        }
    }

    private void stay() {
        connection.loop.eventLoop.register(connection.channel);
        connection.readAsRoomAllows();
        // Deregistration has cleared the channel's interest in becoming writable.
        connection.channel.flush();
    }

    /** Completes the move on the new loop. Events are enabled only after the loop has listed the connection. */
    private static void arrive(Connection next) {
        next.loop.add(next);
        next.loop.eventLoop.register(next.channel);
        if (!next.channel.isRegistered()) {
            // Netty reports the close of a channel only while it is registered with a loop.
            next.channel.unsafe().closeForcibly();
            next.end();
            return;
        }
        next.channel.config().setAutoRead(true);
        if (next.engine.stopping) next.stop();
    }
}
