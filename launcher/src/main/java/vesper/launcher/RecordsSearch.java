package vesper.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import vesper.launcher.AdminCalls.NoResponseException;
import vesper.launcher.hits.HitSummary;

/** Runs one search and prints its result. */
final class RecordsSearch {
    /**
     * Format of the output.
     *
     * @param count whether to print the total
     * @param hits maximum number of hits to print
     */
    record SearchFormat(boolean json, boolean whole, boolean count, int hits) {}

    private final AdminCalls server;
    private final RecordOutput output;
    private final SearchFormat shape;

    RecordsSearch(AdminCalls server, RecordOutput output, SearchFormat shape) {
        this.server = server;
        this.output = output;
        this.shape = shape;
    }

    /**
     * Runs the search and prints the result.
     *
     * @param wanted the kind to search. If empty, searches transactions; if the Tracker is off and nothing is found,
     *     searches invocations.
     */
    void search(Optional<RecordKind> wanted, RecordQuery search)
            throws CommandFailedException, NoResponseException, InterruptedException {
        RecordKind kind = wanted.orElse(RecordKind.TRANSACTIONS);
        if (kind == RecordKind.TRANSACTIONS && isOneId(search)) {
            Optional<JsonNode> one = output.calls().transaction(search.query().strip());
            if (one.isPresent()) {
                transaction(one.get());
                return;
            }
        }
        RecordPages found = RecordPages.first(output.calls(), kind, search, shape.hits());
        if (found.isNothing()) nothing(wanted, search, found);
        else print(found);
    }

    private static boolean isOneId(RecordQuery search) {
        return search.more().isEmpty() && RecordQuery.isId(search.query());
    }

    private void transaction(JsonNode whole) {
        if (shape.json()) output.data(JsonText.of(whole));
        else output.transaction(whole);
    }

    private void nothing(Optional<RecordKind> wanted, RecordQuery search, RecordPages none)
            throws CommandFailedException, NoResponseException, InterruptedException {
        RecordSwitches switches = RecordSwitches.of(server);
        if (switches.isOn(none.kind())) {
            print(none);
            nothingFound(search);
            return;
        }
        if (wanted.isEmpty()) {
            RecordPages others = RecordPages.first(output.calls(), RecordKind.INVOCATIONS, search, shape.hits());
            if (!others.isNothing() || switches.isOn(RecordKind.INVOCATIONS)) {
                output.note(switches.whyOff(RecordKind.TRANSACTIONS) + ", so these are the records of the Monitor");
                print(others);
                if (others.isNothing()) nothingFound(search);
                return;
            }
        }
        print(none);
        nothingFound(search);
        for (RecordKind kind : wanted.map(List::of).orElse(List.of(RecordKind.values())))
            output.note(switches.whyOff(kind) + "; switch it on with:\n" + switches.switchingOn(kind));
    }

    private void nothingFound(RecordQuery search) {
        output.note("nothing found");
        QueryHints.of(search.query()).forEach(output::note);
    }

    private void print(RecordPages found) throws CommandFailedException, NoResponseException, InterruptedException {
        JsonNode first = found.page();
        if (shape.json()) {
            json(found);
        } else {
            if (shape.count()) output.data(first.path("total").asLong(0) + "\n");
            if (first.has("facets")) output.facets(first.path("facets"));
            if (shape.whole() || isTheOnlyOne(found)) whole(found);
            else lines(found);
        }
        if (shape.hits() > 0 && found.next().isPresent() && !shape.json())
            output.note((shape.hits() == 1 ? "this is the first hit" : "these are the first " + shape.hits())
                    + "; there are more. Use --limit N to show up to N");
        for (JsonNode field : first.path("cutFacets"))
            output.note("the field " + field.asString("") + " has too many values; some are not counted");
        String incomplete = found.page().path("incomplete").asString("");
        if (!incomplete.isEmpty()) output.note("the search is incomplete: " + incomplete);
    }

    private static boolean isTheOnlyOne(RecordPages found) {
        return found.items().size() == 1 && found.next().isEmpty();
    }

    private void whole(RecordPages found) throws CommandFailedException, NoResponseException, InterruptedException {
        output.whole(found.kind(), found.items());
        while (found.advance()) {
            output.data("\n");
            output.whole(found.kind(), found.items());
        }
    }

    /** Prints one line per hit. Buffers the lines, not the contents, until the last page, to fit the column widths. */
    private void lines(RecordPages found) throws CommandFailedException, NoResponseException, InterruptedException {
        List<HitSummary> hits = new ArrayList<>();
        do {
            for (JsonNode item : found.items()) hits.add(HitSummary.of(item));
        } while (found.advance());
        output.lineOf(hits);
    }

    /**
     * Prints all pages as one JSON object, one item per line. Totals and facets come from the first page, the cursor
     * from the last.
     */
    private void json(RecordPages found) throws CommandFailedException, NoResponseException, InterruptedException {
        JsonNode first = found.page();
        output.data("{\"items\":[");
        String between = "\n";
        do {
            for (JsonNode item : found.items()) {
                output.data(between + item);
                between = ",\n";
            }
        } while (found.advance());
        output.data("\n]");
        found.next().ifPresent(next -> output.data(",\"next\":\"" + next + "\""));
        for (Map.Entry<String, JsonNode> field : first.properties()) {
            if (!field.getKey().equals("items") && !field.getKey().equals("next"))
                output.data(",\"" + field.getKey() + "\":" + field.getValue());
        }
        output.data("}\n");
    }
}
