package vesper.launcher;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import vesper.launcher.AdminCalls.NoResponseException;

/**
 * Prints new hits as they arrive, each once. A record becomes visible when its exchange has ended, but its time is that
 * of the exchange's start. Each poll therefore searches for everything that can have ended since the previous poll: the
 * longer an exchange took, the further back. It skips hits that were printed before.
 */
final class RecordsFollower {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    /**
     * Covers the resolution of the server's clock, which it reports in seconds, and the delay between the end of an
     * exchange and its record.
     */
    private static final Duration SLACK = Duration.ofSeconds(3);

    /**
     * Periods that a poll looks back. Each period after the first applies only to exchanges that took at least as long
     * as the period before it. Exchanges longer than the last period are missed.
     */
    private static final List<Duration> STEPS =
            List.of(Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofHours(1), Duration.ofHours(24));

    private static final int MOST_AT_ONCE = 10_000;
    private static final int MOST_REMEMBERED = 100_000;

    private final FollowerTrace follower;
    private final AdminCalls server;
    private final RecordOutput output;
    private final FollowFormat shape;
    private final RecentIds printed = new RecentIds();

    /** The server's time at the last poll, and at the poll before it. */
    private Instant pollStartedAt = Instant.EPOCH;

    private Instant lastPollStartedAt = Instant.EPOCH;
    private boolean answers = true;
    private long left;

    /**
     * Format of the output.
     *
     * @param most number of records after which following ends
     */
    record FollowFormat(boolean json, boolean whole, long most) {}

    /** Creates an instance. {@code server} must send the header fields of {@code follower}. */
    RecordsFollower(FollowerTrace follower, AdminCalls server, RecordOutput output, FollowFormat shape) {
        this.follower = follower;
        this.server = server;
        this.output = output;
        this.shape = shape;
        this.left = shape.most();
    }

    /**
     * Prints hits until the reader closes the output or the limit is reached. If the question has a {@code from},
     * prints the existing hits since then first.
     */
    void follow(Optional<RecordKind> wanted, RecordQuery search)
            throws CommandFailedException, NoResponseException, InterruptedException {
        RecordKind kind = wanted.isPresent() ? wanted.get() : kindThatIsOn();
        RecordQuery plain = new RecordQuery(search.query(), Map.of());
        // Sends the query unchanged once, to validate it before clauses are added, and to learn the server's time.
        pollStartedAt = clock(RecordPages.first(output.calls(), kind, plain, 0));
        lastPollStartedAt = pollStartedAt;
        List<JsonNode> old = poll(kind, plain);
        for (JsonNode item : old) printed.add(id(item));
        if (search.more().containsKey("from"))
            print(
                    kind,
                    all(RecordPages.first(
                            output.calls(), kind, search.withQuery(follower.others(search.query())), MOST_AT_ONCE)));
        if (left > 0) output.note("following; stop with Ctrl-C");
        while (left > 0 && !output.isClosed()) {
            Thread.sleep(BETWEEN_LOOKS);
            pollAgain(kind, plain);
        }
    }

    private RecordKind kindThatIsOn() throws CommandFailedException, InterruptedException {
        RecordSwitches switches = RecordSwitches.of(server);
        if (switches.isOn(RecordKind.TRANSACTIONS)) return RecordKind.TRANSACTIONS;
        if (switches.isOn(RecordKind.INVOCATIONS)) {
            output.note(switches.whyOff(RecordKind.TRANSACTIONS) + ", so these are the records of the Monitor");
            return RecordKind.INVOCATIONS;
        }
        for (RecordKind kind : RecordKind.values())
            output.note(switches.whyOff(kind) + "; switch it on with:\n" + switches.switchingOn(kind));
        return RecordKind.TRANSACTIONS;
    }

    /** Polls once. If the server does not answer, keeps polling: its records survive an outage. */
    private void pollAgain(RecordKind kind, RecordQuery plain) throws CommandFailedException, InterruptedException {
        try {
            List<JsonNode> fresh = poll(kind, plain);
            fresh.removeIf(item -> printed.has(id(item)));
            print(kind, fresh);
            if (!answers) output.note(server.url() + " answers again");
            answers = true;
        } catch (NoResponseException e) {
            if (answers) output.note(e.getMessage() + "; retrying");
            answers = false;
        }
    }

    private List<JsonNode> poll(RecordKind kind, RecordQuery plain)
            throws CommandFailedException, NoResponseException, InterruptedException {
        RecordQuery recent = plain.withQuery(recent(plain.query()));
        Instant before = pollStartedAt;
        RecordPages pages = RecordPages.first(output.calls(), kind, recent, MOST_AT_ONCE);
        Instant answered = clock(pages);
        List<JsonNode> found = all(pages);
        if (pages.next().isPresent())
            output.note("more than " + MOST_AT_ONCE
                    + " records arrived at once and not all are shown; use a narrower query");
        lastPollStartedAt = before;
        pollStartedAt = answered;
        return found;
    }

    private static Instant clock(RecordPages pages) {
        return pages.answeredAt().orElseGet(Instant::now);
    }

    /** Returns the query restricted to exchanges that can have ended since the poll before the last. */
    private String recent(String query) {
        List<String> either = new ArrayList<>();
        String longer = "";
        for (Duration step : STEPS) {
            long from = lastPollStartedAt.minus(step).minus(SLACK).toEpochMilli();
            either.add("(" + longer + "time:[" + from + " TO *])");
            longer = "duration:[" + step.toSeconds() + "s TO *] AND ";
        }
        String ended = String.join(" OR ", either);
        return follower.others(query.isBlank() ? ended : "(" + query + ") AND (" + ended + ")");
    }

    private static List<JsonNode> all(RecordPages pages)
            throws CommandFailedException, NoResponseException, InterruptedException {
        List<JsonNode> found = new ArrayList<>();
        do {
            for (JsonNode item : pages.items()) found.add(item);
        } while (pages.advance());
        return found;
    }

    private void print(RecordKind kind, List<JsonNode> found)
            throws CommandFailedException, NoResponseException, InterruptedException {
        List<JsonNode> items = found.stream()
                .sorted(Comparator.comparing(RecordsFollower::id))
                .limit(left)
                .toList();
        if (items.isEmpty()) return;
        left -= items.size();
        if (shape.json()) for (JsonNode item : items) output.data(item + "\n");
        else if (!shape.whole()) output.lines(items);
        for (JsonNode item : items) {
            if (shape.whole() && !shape.json()) output.whole(kind, List.of(item));
            printed.add(id(item));
        }
    }

    /** Returns the ID. IDs start with the time, so they sort by time. */
    private static String id(JsonNode item) {
        return item.path("id").asString("");
    }

    /** A bounded set of IDs that drops the oldest. */
    private static final class RecentIds {
        private final LinkedHashSet<String> ids = new LinkedHashSet<>();

        boolean has(String id) {
            return ids.contains(id);
        }

        void add(String id) {
            ids.add(id);
            if (ids.size() > MOST_REMEMBERED) ids.removeFirst();
        }
    }
}
