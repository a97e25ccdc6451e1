package vesper.records.watching;

import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

/** Creates outboxes, and holds what they share: threads, the limit of concurrent calls, and counters. */
final class Calls {
    private static final int MOST_AT_ONCE = 64;

    private final Receivers receivers;
    private final CallTimes times;
    private final Executor threads;
    private final Clock clock;
    private final Semaphore atOnce = new Semaphore(MOST_AT_ONCE);
    private final MessageCounts tally = new MessageCounts();

    Calls(Receivers receivers, CallTimes times, Executor threads, Clock clock) {
        this.receivers = receivers;
        this.times = times;
        this.threads = threads;
        this.clock = clock;
    }

    Outbox to(String name, String destination) {
        return new Outbox(name, receivers.at(destination), times, threads, atOnce, clock, tally);
    }

    Receiver receiver(String destination) {
        return receivers.at(destination);
    }

    WatchCounts counts() {
        return tally.counts();
    }
}
