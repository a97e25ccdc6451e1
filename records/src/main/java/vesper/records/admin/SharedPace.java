package vesper.records.admin;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import vesper.records.search.SearchPace;

/** While the server is busy, pauses for as long as the search has worked. Not thread-safe. */
final class SharedPace implements SearchPace {
    private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final BooleanSupplier busy;
    private long since = System.nanoTime();

    SharedPace(BooleanSupplier busy) {
        this.busy = busy;
    }

    @Override
    public void pause() {
        long worked = System.nanoTime() - since;
        if (worked < WORK_NANOS) return;
        if (busy.getAsBoolean()) LockSupport.parkNanos(worked);
        since = System.nanoTime();
    }
}
