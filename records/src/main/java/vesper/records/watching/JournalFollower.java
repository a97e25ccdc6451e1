package vesper.records.watching;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.journal.DamagedSegmentException;
import vesper.journal.Journal;
import vesper.journal.JournalReader;
import vesper.records.capture.RowReader;
import vesper.records.rows.RowFlags;
import vesper.records.rules.MonitorRule;

/** Reads the journals' new records, feeds the alerts, and queues callbacks and webhook notices. Not thread-safe. */
final class JournalFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalFollower.class);
    /** Rows read from one journal before the next one is read. */
    private static final int ROWS_AT_A_STRETCH = 4096;
    /**
     * Limit of queued records over all rules. Each rule has an equal share, so a receiver that does not respond cannot
     * use up the share of others.
     */
    private static final int MOST_WAITING = 100_000;

    static final long MOST_BEHIND = 100_000;
    private static final int MOST_NOTICES = 100;

    private final List<FollowedJournal> journals;
    private final CallTraces traces;
    private final Calls calls;
    private final RecordText recordText;
    private final Function<Object, byte[]> json;
    private final Clock clock;
    private final SeenRow row = new SeenRow();
    private final Map<String, WatchedRule> byId = new HashMap<>();
    private final Map<String, WatchedRule> byName = new HashMap<>();

    private JournalFollower(
            List<FollowedJournal> journals,
            CallTraces traces,
            Calls calls,
            RecordText recordText,
            Function<Object, byte[]> json,
            Clock clock) {
        this.journals = journals;
        this.traces = traces;
        this.calls = calls;
        this.recordText = recordText;
        this.json = json;
        this.clock = clock;
    }

    /**
     * Creates an instance that resumes at the saved places, or else starts with the next record.
     *
     * @param left the places saved by the previous run
     * @param traces trace ids for its calls, used if there are no saved places
     */
    static JournalFollower of(
            List<Journal> journals,
            Optional<DeliveryPlaces> left,
            CallTraces traces,
            Calls calls,
            RecordText recordText,
            Function<Object, byte[]> json,
            Clock clock) {
        List<FollowedJournal> followed = new ArrayList<>();
        for (int number = 0; number < journals.size(); number++) {
            Journal journal = journals.get(number);
            int at = number;
            // A journal without a saved place was created later, so read all of it.
            JournalPlace from = left.map(places ->
                            places.journals().size() > at ? places.journals().get(at) : JournalPlace.BEGINNING)
                    .orElseGet(() -> FollowedJournal.endOf(journal));
            followed.add(FollowedJournal.goingOn(journal, from, MOST_BEHIND));
        }
        return new JournalFollower(followed, traces, calls, recordText, json, clock);
    }

    /**
     * Replaces the watched rules. Records still queued for a rule that is no longer watched are dropped.
     *
     * @param rules the rules to watch from now on
     */
    void use(List<MonitorRule> rules) {
        Set<String> ids = rules.stream().map(MonitorRule::id).collect(Collectors.toSet());
        byId.values().stream()
                .filter(watched -> !ids.contains(watched.rule().id()))
                .forEach(WatchedRule::drop);
        byId.keySet().retainAll(ids);
        byName.clear();
        for (MonitorRule rule : rules) {
            WatchedRule known = byId.get(rule.id());
            WatchedRule watched = known == null ? WatchedRule.of(rule, calls) : known;
            if (known == null) byId.put(rule.id(), watched);
            else known.become(rule);
            byName.put(rule.name(), watched);
        }
    }

    /**
     * Reads a batch from each journal, judges the alerts, and starts calls that are due.
     *
     * @return whether more entries may already be available
     */
    boolean round() {
        boolean more = false;
        for (FollowedJournal journal : journals) more |= follow(journal);
        long now = clock.millis();
        for (WatchedRule watched : byId.values()) {
            AlertWatch alert = watched.alert();
            if (alert != null) alert.judge(watched.rule().name(), now, notice -> deliver(watched, notice));
            watched.pump();
        }
        return more;
    }

    private boolean follow(FollowedJournal journal) {
        try {
            for (int n = 0; n < ROWS_AT_A_STRETCH; n++) {
                long passedOver = journal.next();
                if (passedOver < 0) return false;
                if (passedOver > 0) LOG.warn("{} records were passed over: callbacks are too far behind", passedOver);
                inspect(journal, journal.entry());
            }
            return true;
        } catch (DamagedSegmentException e) {
            LOG.error("callbacks and alerts go on with what is recorded from now on: {}", e.getMessage());
            return false;
        }
    }

    private void inspect(FollowedJournal journal, JournalReader entry) throws DamagedSegmentException {
        if ((RowReader.flags(entry) & RowFlags.MONITORED) == 0) return;
        try {
            row.read(entry);
        } catch (IllegalArgumentException _) {
            // The sealer logs such an entry.
            return;
        }
        WatchedRule watched = byName.get(row.rule());
        if (watched == null) return;
        AlertWatch alert = watched.alert();
        if (alert != null) alert.take(row, clock.millis());
        Outbox callback = watched.callback();
        if (callback == null || traces.has(row.traceHigh())) return;
        journal.toBeTold();
        callback.offer(new RecordMessage(journal, entry.position(), recordText), MOST_WAITING / byId.size());
        callback.pump();
    }

    private void deliver(WatchedRule watched, AlertNotice notice) {
        switch (notice.state()) {
            case BEGUN ->
                LOG.warn(
                        "alert of the rule {}: {} of {} in {} s is above {}",
                        notice.rule(),
                        notice.kind(),
                        notice.value(),
                        notice.windowSeconds(),
                        notice.bound());
            case OVER ->
                LOG.warn(
                        "the alert of the rule {} is over: {} is {}, not above {}",
                        notice.rule(),
                        notice.kind(),
                        notice.value(),
                        notice.bound());
        }
        Outbox webhook = watched.webhook();
        if (webhook != null) webhook.offer(new NoticeMessage(notice, json), MOST_NOTICES);
    }

    CallTraces traces() {
        return traces;
    }

    DeliveryPlaces places() {
        return new DeliveryPlaces(
                traces, journals.stream().map(FollowedJournal::place).toList());
    }

    /** Checks whether no call is queued or in progress, except to receivers that fail. */
    boolean isQuiet() {
        return byId.values().stream().allMatch(WatchedRule::isQuiet);
    }

    @Override
    public void close() {
        journals.forEach(FollowedJournal::close);
    }
}
