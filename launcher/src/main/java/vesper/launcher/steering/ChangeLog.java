package vesper.launcher.steering;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last {@value #MOST} changes, which are also logged. Thread-safe. */
public final class ChangeLog {
    static final int MOST = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(ChangeLog.class);

    private final InstantSource clock;
    private final Deque<AuditEntry> changes = new ArrayDeque<>();

    public ChangeLog(InstantSource clock) {
        this.clock = clock;
    }

    /** Records a change that has been made. */
    public void add(String who, String key, String from, String to) {
        LOG.info("{} changed {} from {} to {}", who, key, shown(from), shown(to));
        synchronized (this) {
            if (changes.size() == MOST) changes.removeFirst();
            changes.addLast(new AuditEntry(clock.instant(), who, key, from, to));
        }
    }

    private static String shown(String value) {
        return value.isEmpty() ? "nothing" : value;
    }

    /** Returns the changes, newest first. */
    public synchronized List<AuditEntry> newestFirst() {
        List<AuditEntry> all = new ArrayList<>(changes);
        Collections.reverse(all);
        return all;
    }
}
