package vesper.launcher;

import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import vesper.launcher.AdminCalls.AdminResponse;
import vesper.launcher.AdminCalls.NoResponseException;

/** The pages of one search, requested one after the other. */
final class RecordPages {
    /** Items per page; the contents of one item may take 128 KiB. */
    private static final int MOST_ITEMS = 200;

    private final RecordCalls calls;
    private final RecordKind kind;
    private final RecordQuery search;
    private int left;
    private JsonNode page;
    private Optional<Instant> answeredAt;

    private RecordPages(
            RecordCalls calls,
            RecordKind kind,
            RecordQuery search,
            int left,
            JsonNode page,
            Optional<Instant> answeredAt) {
        this.calls = calls;
        this.kind = kind;
        this.search = search;
        this.left = left;
        this.page = page;
        this.answeredAt = answeredAt;
    }

    /** Requests the first page. All pages together have at most {@code limit} items. */
    static RecordPages first(RecordCalls calls, RecordKind kind, RecordQuery search, int limit)
            throws CommandFailedException, NoResponseException, InterruptedException {
        AdminResponse answer = calls.page(search.page(kind, Math.min(limit, MOST_ITEMS), Optional.empty()), search);
        JsonNode page = calls.read(answer);
        int left = limit - page.path("items").size();
        return new RecordPages(calls, kind, search, left, page, answer.at());
    }

    /** Requests the next page, if there is one and the limit is not reached. Returns whether it did. */
    boolean advance() throws CommandFailedException, NoResponseException, InterruptedException {
        Optional<String> next = next();
        if (left <= 0 || next.isEmpty() || items().isEmpty()) return false;
        AdminResponse answer = calls.page(search.page(kind, Math.min(left, MOST_ITEMS), next), search);
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

    /** Returns the server's time at the newest response, to the second. */
    Optional<Instant> answeredAt() {
        return answeredAt;
    }

    /** Returns the cursor of the next page. */
    Optional<String> next() {
        return Optional.of(page.path("next").asString("")).filter(text -> !text.isEmpty());
    }

    /** Checks whether the page has no hits, no count above 0 and no facets. */
    boolean isNothing() {
        boolean hasFacets = page.path("facets").valueStream().anyMatch(values -> !values.isEmpty());
        return items().isEmpty() && page.path("total").asLong(0) == 0 && !hasFacets;
    }
}
