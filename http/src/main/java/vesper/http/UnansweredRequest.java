package vesper.http;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A request whose response is not complete.
 *
 * @param request null while its content is collected
 * @param startedAt {@link System#nanoTime}
 * @param isReceived whether all of its content has arrived
 * @param isAnswered whether the head of its response is written
 * @param handler the thread known to its connection; null for none
 */
record UnansweredRequest(
        String id,
        RequestHead head,
        @Nullable Request request,
        InetSocketAddress client,
        long startedAt,
        boolean isReceived,
        boolean isAnswered,
        @Nullable Thread handler) {
    /** Returns an id for a connection's request, unique because a stream starts only one request at a time. */
    static String id(OpenConnection connection, int stream, long startedAt) {
        return connection.channel.id().asShortText() + "-" + stream + "-" + Long.toHexString(startedAt);
    }

    RunningRequest snapshot(Loop loop, long now) {
        return new RunningRequest(
                id,
                head.method(),
                head.path(),
                request == null ? "" : request.route(),
                client,
                loop.wallClockMillis(startedAt),
                Math.max(0, now - startedAt),
                state());
    }

    private RunningRequest.State state() {
        if (isAnswered) return RunningRequest.State.SENDING;
        Thread elsewhere = request == null ? null : request.handledBy();
        Thread thread = elsewhere == null ? handler : elsewhere;
        if (thread != null && thread.getState() == Thread.State.RUNNABLE) return RunningRequest.State.RUNNING;
        return isReceived ? RunningRequest.State.WAITING : RunningRequest.State.RECEIVING;
    }

    /**
     * Interrupts the thread that works on the request. Called on its event loop, or while its handler holds the loop.
     */
    Interruption interrupt() {
        if (request != null && request.interruptHandling()) return Interruption.DONE;
        if (handler == null) return Interruption.NO_THREAD;
        handler.interrupt();
        return Interruption.DONE;
    }

    /** Returns whether the request is at least this old. */
    boolean isAtLeast(long millis, long now) {
        return now - startedAt >= TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
