package vesper.http;

import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The virtual thread of one connection, which handles its requests one after the other and parks between them.
 *
 * <p>Where the JVM lets us, its carrier is the connection's event loop: unparked from inside the loop it runs at once,
 * in place, so a handler that does not wait has answered before {@link #handle} returns. A handler that waits parks
 * the virtual thread only; its continuation comes back to the loop as a task. Virtual threads that a handler starts
 * inherit the scheduler; they are passed on to the JDK's, so that they run beside the loop and not on it.
 */
final class ConnectionThread implements Runnable, Executor {
    private final Connection connection;
    private final Loop loop;
    private final Handler handler;
    private final boolean carried;
    private final Thread thread;

    private boolean started;
    private volatile @Nullable Request next;
    private volatile boolean ended;
    private @Nullable Response answer;
    private @Nullable Request current;
    /** True while {@link #handle} is on the stack, which then looks for the answer itself. */
    private boolean handling;

    /** What runs this thread, as the JDK hands it to the scheduler; known from the first start on. */
    private volatile @Nullable Runnable continuation;

    private final @Nullable CarrierScheduler scheduler;

    ConnectionThread(Connection connection, Loop loop, Engine engine) {
        this.connection = connection;
        this.loop = loop;
        this.handler = engine.handler;
        this.scheduler = engine.scheduler;
        this.carried = scheduler != null;
        String name = "http " + connection.remoteAddress();
        this.thread = scheduler != null
                ? scheduler.unstarted(name, this, this)
                : Thread.ofVirtual().name(name).unstarted(this);
    }

    /** Hands over a request. Called by the loop, only after the last one was answered. */
    @Nullable
    Response handle(Request request) {
        current = request;
        next = request;
        handling = true;
        if (started) {
            LockSupport.unpark(thread);
        } else {
            started = true;
            thread.start();
        }
        handling = false;
        return takeAnswer();
    }

    /** Lets the thread end after what it does; {@code now} interrupts it. */
    void end(boolean now) {
        ended = true;
        if (!started) return;
        if (now) thread.interrupt();
        LockSupport.unpark(thread);
    }

    /** The thread itself. */
    @Override
    public void run() {
        while (!ended) {
            Request request = next;
            if (request == null) {
                LockSupport.park(this);
                continue;
            }
            next = null;
            Response response = HandlerCall.await(handler, request);
            if (carried) answer = response;
            else connection.answerFromElsewhere(response);
            HandlerCall.stream(connection, response, request);
        }
    }

    /** The scheduler: runs the thread's continuation in place if the loop is free for it, else as a task of the loop. */
    @Override
    @SuppressWarnings("ReferenceEquality") // the JDK hands over the same object for the same thread
    public void execute(Runnable task) {
        Runnable own = continuation;
        if (own == null) continuation = own = task;
        if (own != task) executeForeign(task);
        else if (loop.eventLoop.inEventLoop() && !loop.isCarrying()) carry();
        else loop.eventLoop.execute(this::carry);
    }

    private void executeForeign(Runnable task) {
        if (scheduler == null) throw new IllegalStateException("a scheduler is used that was not installed");
        scheduler.jdkScheduler().execute(task);
    }

    private void carry() {
        Runnable task = continuation;
        if (task == null) return;
        loop.enter(current, thread);
        try {
            task.run();
        } finally {
            loop.leave();
        }
        if (handling) return;
        Response ready = takeAnswer();
        if (ready != null) connection.answer(ready);
    }

    private @Nullable Response takeAnswer() {
        if (!carried) return null;
        Response ready = answer;
        answer = null;
        return ready;
    }
}
