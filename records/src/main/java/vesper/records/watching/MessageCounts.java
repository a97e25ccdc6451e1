package vesper.records.watching;

import java.util.concurrent.atomic.LongAdder;

/** Counters behind {@link WatchCounts}. */
final class MessageCounts {
    final LongAdder sent = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder skipped = new LongAdder();

    WatchCounts counts() {
        return new WatchCounts(sent.sum(), failed.sum(), skipped.sum());
    }
}
