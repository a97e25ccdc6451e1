package vesper.launcher;

import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import vesper.launcher.AdminCalls.Answer;
import vesper.launcher.AdminCalls.NoAnswerException;

/** The pages of one search, asked for one after the other. */
final class RecordPages {
    /** Of one page; an item may have contents of 128 KiB. */
    private static final int MOST_ITEMS = 200;

    private final RecordCalls calls;
    private final RecordKind kind;
    private final RecordQuestion question;
    private int left;
    private JsonNode page;
    private Optional<Instant> answeredAt;

    private RecordPages(
            RecordCalls calls,
            RecordKind kind,
            RecordQuestion question,
            int left,
            JsonNode page,
            Optional<Instant> answeredAt) {
        this.calls = calls;
        this.kind = kind;
        this.question = question;
        this.left = left;
        this.page = page;
        this.answeredAt = answeredAt;
    }

    /** Asks for the first page; of all pages there will be {@code limit} items at most. */
    static RecordPages first(RecordCalls calls, RecordKind kind, RecordQuestion question, int limit)
            throws CommandFailedException, NoAnswerException, InterruptedException {
        Answer answer = calls.page(question.page(kind, Math.min(limit, MOST_ITEMS), Optional.empty()), question);
        JsonNode page = calls.read(answer);
        int left = limit - page.path("items").size();
        return new RecordPages(calls, kind, question, left, page, answer.at());
    }

    /** Asks for the next page, if there is one and it is wanted. */
    boolean advance() throws CommandFailedException, NoAnswerException, InterruptedException {
        Optional<String> next = next();
        if (left <= 0 || next.isEmpty() || items().isEmpty()) return false;
        Answer answer = calls.page(question.page(kind, Math.min(left, MOST_ITEMS), next), question);
        page = calls.read(answer);
        answeredAt = answer.at();
        left -= items().size();
        return true;
    }

    RecordKind kind() {
        return kind;
    }

    JsonNode page() {
        return page;
    }

    JsonNode items() {
        return page.path("items");
    }

    /** The server's clock at the newest answer, to the second. */
    Optional<Instant> answeredAt() {
        return answeredAt;
    }

    /** Where the next page begins. */
    Optional<String> next() {
        return Optional.of(page.path("next").asString("")).filter(text -> !text.isEmpty());
    }

    /** Whether neither a hit nor a number above 0 is on this page. */
    boolean isNothing() {
        boolean hasFacets = page.path("facets").valueStream().anyMatch(values -> !values.isEmpty());
        return items().isEmpty() && page.path("total").asLong(0) == 0 && !hasFacets;
    }
}
