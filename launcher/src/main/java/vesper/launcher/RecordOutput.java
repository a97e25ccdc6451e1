package vesper.launcher;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import vesper.launcher.AdminCalls.NoAnswerException;
import vesper.launcher.hits.FacetLines;
import vesper.launcher.hits.Hit;
import vesper.launcher.hits.HitTable;
import vesper.launcher.hits.Paint;
import vesper.launcher.hits.WholeHit;

/** Prints what was found for people. */
final class RecordOutput {
    private final PrintStream out;
    private final PrintStream err;
    private final RecordCalls calls;
    private final HitTable table;
    private final Paint paint;

    /** @param width in characters, {@link TerminalWidth#UNBOUNDED} for as much as it takes */
    RecordOutput(Surroundings surroundings, RecordCalls calls, int width, Paint paint) {
        this.out = surroundings.out();
        this.err = surroundings.err();
        this.calls = calls;
        this.table = new HitTable(width, paint);
        this.paint = paint;
    }

    RecordCalls calls() {
        return calls;
    }

    /** A line for each. */
    void lines(Iterable<JsonNode> items) {
        List<Hit> hits = new ArrayList<>();
        for (JsonNode item : items) hits.add(Hit.of(item));
        lineOf(hits);
    }

    void lineOf(List<Hit> hits) {
        out.print(table.of(hits));
        out.flush();
    }

    /** All of each; what was added to a transaction later is asked for. */
    void whole(RecordKind kind, Iterable<JsonNode> items)
            throws CommandFailedException, NoAnswerException, InterruptedException {
        String between = "";
        for (JsonNode item : items) {
            out.print(between + text(kind, item));
            between = "\n";
        }
        out.flush();
    }

    private String text(RecordKind kind, JsonNode item)
            throws CommandFailedException, NoAnswerException, InterruptedException {
        return switch (kind) {
            case INVOCATIONS -> WholeHit.invocation(item, paint);
            case TRANSACTIONS -> {
                Optional<JsonNode> whole = calls.transaction(item.path("id").asString(""));
                yield WholeHit.transaction(whole.orElse(item), paint);
            }
        };
    }

    void transaction(JsonNode whole) {
        out.print(WholeHit.transaction(whole, paint));
    }

    void facets(JsonNode facets) {
        out.print(FacetLines.of(facets, paint));
    }

    void data(String text) {
        out.print(text);
    }

    /** Whether nobody reads any more. */
    boolean isClosed() {
        return out.checkError();
    }

    /** Talk, a line for each of the text's. */
    void note(String text) {
        text.lines().forEach(line -> err.println("vesper: " + line));
        err.flush();
    }
}
