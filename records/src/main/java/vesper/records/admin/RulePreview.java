package vesper.records.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import vesper.http.Method;
import vesper.records.capture.RouteFacts;
import vesper.records.recent.RecentExchange;
import vesper.records.rows.Columns;
import vesper.records.rules.MonitorRule;
import vesper.records.rules.MonitorRules;
import vesper.records.search.Row;
import vesper.rest.openapi.Described;

@Described("""
        What a rule would choose of what was invoked lately.
        @param of records, where the Monitor records something, else exchanges: the last ones, recorded or not
        @param looked how many were looked at
        @param matched how many of them it would choose, before a share is taken of them
        @param examples at most 10 of those, the newest""")
public record RulePreview(String of, int looked, int matched, List<Example> examples) {
    private static final int MOST_EXAMPLES = 10;

    @Described("""
            An invocation that the rule would choose.
            @param id of its record, where there is one
            @param path without the query""")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Example(
            Optional<String> id, Instant at, String method, String path, long status, double durationMillis) {}

    /** An invocation with the values that rules test. */
    record PreviewedInvocation(Example example, RouteFacts facts) {
        private static final double MICROS_PER_MILLI = 1000;

        static PreviewedInvocation of(Row row) throws IOException {
            Example example = new Example(
                    Optional.of(row.id()),
                    Instant.ofEpochMilli(row.time()),
                    row.text(Columns.METHOD),
                    row.text(Columns.PATH),
                    row.number(Columns.STATUS),
                    row.number(Columns.DURATION_MICROS) / MICROS_PER_MILLI);
            return new PreviewedInvocation(
                    example, new RouteFacts(row.text(Columns.PACKAGE), row.text(Columns.SERVICE)));
        }

        static PreviewedInvocation of(RecentExchange seen, RouteFacts facts) {
            Example example = new Example(
                    Optional.empty(),
                    Instant.ofEpochMilli(seen.atMillis()),
                    seen.method().name(),
                    seen.path(),
                    seen.status(),
                    TimeUnit.NANOSECONDS.toMicros(seen.durationNanos()) / MICROS_PER_MILLI);
            return new PreviewedInvocation(example, facts);
        }

        private boolean isWantedBy(MonitorRules rules) {
            long nanos = (long) (example.durationMillis() * TimeUnit.MILLISECONDS.toNanos(1));
            return rules.match(
                            Method.valueOf(example.method()),
                            example.path(),
                            facts.packageName(),
                            facts.service(),
                            (int) example.status(),
                            nanos)
                    != null;
        }
    }

    /**
     * Applies a rule to invocations.
     *
     * @param rule must be enabled
     */
    static RulePreview of(MonitorRule rule, String what, List<PreviewedInvocation> looked) {
        MonitorRules alone = MonitorRules.of(List.of(rule));
        List<Example> examples = new ArrayList<>();
        int matched = 0;
        for (PreviewedInvocation each : looked) {
            if (!each.isWantedBy(alone)) continue;
            matched++;
            if (examples.size() < MOST_EXAMPLES) examples.add(each.example());
        }
        return new RulePreview(what, looked.size(), matched, examples);
    }
}
