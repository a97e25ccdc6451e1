package vesper.http;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.util.IdentityHashMap;
import java.util.concurrent.TimeUnit;

/**
 * When one event loop has looked for what has come, and so how long that may have waited in the system's buffers, where
 * nobody writes down when it came. Touched by the loop's thread alone; the clock is read twice per turn of the loop.
 */
final class PollTimes {
    /** A poll that takes longer until its first read has slept, and what woke it has not waited. */
    private static final long SLEPT_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private long leftAt = System.nanoTime();
    private long enteredAt = leftAt;
    private boolean maySleep;

    void enter(boolean canBlock) {
        maySleep = canBlock;
        enteredAt = System.nanoTime();
    }

    void leave() {
        leftAt = System.nanoTime();
    }

    /**
     * How long what the poll at hand has brought may have waited when it was read: as long as the loop was away, for
     * who came first, and not at all for who came last. Half of that is told.
     */
    long waitedBefore(long readAt) {
        boolean slept = maySleep && readAt - enteredAt > SLEPT_NANOS;
        boolean isOfThisPoll = enteredAt - leftAt >= 0;
        return slept || !isOfThisPoll ? 0 : (readAt - leftAt) / 2;
    }

    /** The loops of one group, each with its times. */
    static final class OfGroup implements IoHandlerFactory {
        private final IoHandlerFactory factory;
        private final IdentityHashMap<ThreadAwareExecutor, PollTimes> all = new IdentityHashMap<>();

        OfGroup(IoHandlerFactory factory) {
            this.factory = factory;
        }

        @Override
        public IoHandler newHandler(ThreadAwareExecutor executor) {
            PollTimes times = new PollTimes();
            all.put(executor, times);
            return new Timed(factory.newHandler(executor), times);
        }

        @Override
        public boolean isChangingThreadSupported() {
            return factory.isChangingThreadSupported();
        }

        PollTimes of(ThreadAwareExecutor executor) {
            PollTimes times = all.get(executor);
            if (times == null) throw new IllegalStateException("an event loop that is not of this group");
            return times;
        }
    }

    private record Timed(IoHandler next, PollTimes times) implements IoHandler {
        @Override
        public void initialize() {
            next.initialize();
        }

        @Override
        public int run(IoHandlerContext context) {
            times.enter(context.canBlock());
            int handled = next.run(context);
            times.leave();
            return handled;
        }

        @Override
        public void prepareToDestroy() {
            next.prepareToDestroy();
        }

        @Override
        public void destroy() {
            next.destroy();
        }

        @Override
        public IoRegistration register(IoHandle handle) throws Exception {
            return next.register(handle);
        }

        @Override
        public void wakeup() {
            next.wakeup();
        }

        @Override
        public boolean isCompatible(Class<? extends IoHandle> handleType) {
            return next.isCompatible(handleType);
        }
    }
}
