package vesper.launcher;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import vesper.launcher.AdminCalls.NoResponseException;
import vesper.launcher.hits.FacetLines;
import vesper.launcher.hits.HitDetails;
import vesper.launcher.hits.HitSummary;
import vesper.launcher.hits.HitTable;
import vesper.launcher.hits.Paint;

/** Prints found records for people. */
final class RecordOutput {
    private final PrintStream out;
    private final PrintStream err;
    private final RecordCalls calls;
    private final HitTable table;
    private final Paint paint;

    /**
     * Creates an output that writes to the surroundings' streams.
     *
     * @param width of lines in characters; {@link TerminalWidth#UNBOUNDED} for no limit
     */
    RecordOutput(CommandContext context, RecordCalls calls, int width, Paint paint) {
        this.out = context.out();
        this.err = context.err();
        this.calls = calls;
        this.table = new HitTable(width, paint);
        this.paint = paint;
    }

    RecordCalls calls() {
        return calls;
    }

    /** Prints one line per item. */
    void lines(Iterable<JsonNode> items) {
        List<HitSummary> hits = new ArrayList<>();
        for (JsonNode item : items) hits.add(HitSummary.of(item));
        lineOf(hits);
    }

    void lineOf(List<HitSummary> hits) {
        out.print(table.of(hits));
        out.flush();
    }

    /**
     * Prints each item with its contents. Requests each transaction again, since parts may have been added to it later.
     */
    void whole(RecordKind kind, Iterable<JsonNode> items)
            throws CommandFailedException, NoResponseException, InterruptedException {
        String between = "";
        for (JsonNode item : items) {
            out.print(between + text(kind, item));
            between = "\n";
        }
        out.flush();
    }

    private String text(RecordKind kind, JsonNode item)
            throws CommandFailedException, NoResponseException, InterruptedException {
        return switch (kind) {
            case INVOCATIONS -> HitDetails.invocation(item, paint);
            case TRANSACTIONS -> {
                Optional<JsonNode> whole = calls.transaction(item.path("id").asString(""));
                yield HitDetails.transaction(whole.orElse(item), paint);
            }
        };
    }

    void transaction(JsonNode whole) {
        out.print(HitDetails.transaction(whole, paint));
    }

    void facets(JsonNode facets) {
        out.print(FacetLines.of(facets, paint));
    }

    void data(String text) {
        out.print(text);
    }

    /** Checks whether the reader of the output has closed it. */
    boolean isClosed() {
        return out.checkError();
    }

    /** Prints a message to standard error, with a prefix on each line. */
    void note(String text) {
        text.lines().forEach(line -> err.println("vesper: " + line));
        err.flush();
    }
}
