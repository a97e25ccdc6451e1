package vesper.http;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A request of a connection that is not answered whole yet.
 *
 * @param request null while content is gathered for it
 * @param startedAt {@link System#nanoTime}
 * @param isReceived whether all of its content is there
 * @param isAnswered whether the head of its answer is out
 * @param handler the thread that its connection knows of; null for none
 */
record Unanswered(
        String id,
        RequestHead head,
        @Nullable Request request,
        InetSocketAddress client,
        long startedAt,
        boolean isReceived,
        boolean isAnswered,
        @Nullable Thread handler) {
    /** An id of a connection's request; it begins no other at the same time. */
    static String id(OpenConnection connection, int stream, long startedAt) {
        return connection.channel.id().asShortText() + "-" + stream + "-" + Long.toHexString(startedAt);
    }

    RunningRequest asItIs(Loop loop, long now) {
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

    /** Interrupts whoever works on it; called on its event loop, or while its handler holds that. */
    Interruption interrupt() {
        if (request != null && request.interruptHandling()) return Interruption.DONE;
        if (handler == null) return Interruption.NO_THREAD;
        handler.interrupt();
        return Interruption.DONE;
    }

    /** Whether it has lasted that long. */
    boolean isAtLeast(long millis, long now) {
        return now - startedAt >= TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
