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
import vesper.launcher.AdminCalls.NoAnswerException;

/**
 * Prints hits as they come, each once. A record is there when its exchange has ended, but counts by the time at which it
 * began: so every look asks again for all that can have ended since the look before, the longer an exchange took the
 * further back, and leaves out what was printed already.
 */
final class RecordsFollowing {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    /** What the server's clock is told in, and what is between an exchange's end and its record, with room to spare. */
    private static final Duration SLACK = Duration.ofSeconds(3);

    /** An exchange that takes longer than the last of them is not seen; none of the first is asked for how long it took. */
    private static final List<Duration> STEPS =
            List.of(Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofHours(1), Duration.ofHours(24));

    private static final int MOST_AT_ONCE = 10_000;
    private static final int MOST_REMEMBERED = 100_000;

    private final Follower follower;
    private final AdminCalls server;
    private final RecordOutput output;
    private final Shape shape;
    private final Remembered printed = new Remembered();

    /** The server's clock before the last look, and before the one before that. */
    private Instant beforeLook = Instant.EPOCH;

    private Instant beforeLastLook = Instant.EPOCH;
    private boolean answers = true;
    private long left;

    /**
     * How it is printed.
     *
     * @param most after so many it ends
     */
    record Shape(boolean json, boolean whole, long most) {}

    /** @param server asked with the fields of the follower */
    RecordsFollowing(Follower follower, AdminCalls server, RecordOutput output, Shape shape) {
        this.follower = follower;
        this.server = server;
        this.output = output;
        this.shape = shape;
        this.left = shape.most();
    }

    /** Until nobody reads any more, or enough is printed; what there is since {@code from} comes first, where that is asked. */
    void follow(Optional<RecordKind> wanted, RecordQuestion question)
            throws CommandFailedException, NoAnswerException, InterruptedException {
        RecordKind kind = wanted.isPresent() ? wanted.get() : kindThatIsOn();
        RecordQuestion plain = new RecordQuestion(question.query(), Map.of());
        // Says what is wrong with the query before anything is put around it, and what the server's time is.
        beforeLook = clock(RecordPages.first(output.calls(), kind, plain, 0));
        beforeLastLook = beforeLook;
        List<JsonNode> old = look(kind, plain);
        for (JsonNode item : old) printed.add(id(item));
        if (question.more().containsKey("from"))
            print(
                    kind,
                    all(RecordPages.first(
                            output.calls(),
                            kind,
                            question.withQuery(follower.others(question.query())),
                            MOST_AT_ONCE)));
        if (left > 0) output.note("following; Ctrl-C ends it");
        while (left > 0 && !output.isClosed()) {
            Thread.sleep(BETWEEN_LOOKS);
            lookAgain(kind, plain);
        }
    }

    private RecordKind kindThatIsOn() throws CommandFailedException, InterruptedException {
        RecordSwitches switches = RecordSwitches.of(server);
        if (switches.isOn(RecordKind.TRANSACTIONS)) return RecordKind.TRANSACTIONS;
        if (switches.isOn(RecordKind.INVOCATIONS)) {
            output.note(switches.whyOff(RecordKind.TRANSACTIONS) + ", so this is what the Monitor has");
            return RecordKind.INVOCATIONS;
        }
        for (RecordKind kind : RecordKind.values())
            output.note(switches.whyOff(kind) + "; this switches it on:\n" + switches.switchingOn(kind));
        return RecordKind.TRANSACTIONS;
    }

    /** A server that is gone for a while has its records still. */
    private void lookAgain(RecordKind kind, RecordQuestion plain) throws CommandFailedException, InterruptedException {
        try {
            List<JsonNode> fresh = look(kind, plain);
            fresh.removeIf(item -> printed.has(id(item)));
            print(kind, fresh);
            if (!answers) output.note(server.url() + " answers again");
            answers = true;
        } catch (NoAnswerException e) {
            if (answers) output.note(e.getMessage() + "; asking again until it answers");
            answers = false;
        }
    }

    private List<JsonNode> look(RecordKind kind, RecordQuestion plain)
            throws CommandFailedException, NoAnswerException, InterruptedException {
        RecordQuestion recent = plain.withQuery(recent(plain.query()));
        Instant before = beforeLook;
        RecordPages pages = RecordPages.first(output.calls(), kind, recent, MOST_AT_ONCE);
        Instant answered = clock(pages);
        List<JsonNode> found = all(pages);
        if (pages.next().isPresent())
            output.note(
                    "more than " + MOST_AT_ONCE + " came at once and not all are shown; a narrower query would help");
        beforeLastLook = before;
        beforeLook = answered;
        return found;
    }

    private static Instant clock(RecordPages pages) {
        return pages.answeredAt().orElseGet(Instant::now);
    }

    /** What has ended since the last look, or was there at that already. */
    private String recent(String query) {
        List<String> either = new ArrayList<>();
        String longer = "";
        for (Duration step : STEPS) {
            long from = beforeLastLook.minus(step).minus(SLACK).toEpochMilli();
            either.add("(" + longer + "time:[" + from + " TO *])");
            longer = "duration:[" + step.toSeconds() + "s TO *] AND ";
        }
        String ended = String.join(" OR ", either);
        return follower.others(query.isBlank() ? ended : "(" + query + ") AND (" + ended + ")");
    }

    private static List<JsonNode> all(RecordPages pages)
            throws CommandFailedException, NoAnswerException, InterruptedException {
        List<JsonNode> found = new ArrayList<>();
        do {
            for (JsonNode item : pages.items()) found.add(item);
        } while (pages.advance());
        return found;
    }

    private void print(RecordKind kind, List<JsonNode> found)
            throws CommandFailedException, NoAnswerException, InterruptedException {
        List<JsonNode> items = found.stream()
                .sorted(Comparator.comparing(RecordsFollowing::id))
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

    /** Begins with the time, so that its order is that of time. */
    private static String id(JsonNode item) {
        return item.path("id").asString("");
    }

    /** Ids, the newest of them where they are too many. */
    private static final class Remembered {
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
