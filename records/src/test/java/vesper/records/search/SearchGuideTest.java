package vesper.records.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SearchGuideTest {
    private static final long NOW = Instant.parse("2026-11-22T10:00:00Z").toEpochMilli();
    private static final Pattern EXAMPLE = Pattern.compile("\\| `(.+?)` \\| ([0-9 ]*)\\|.*");

    private final SampleBlocks blocks = new SampleBlocks();

    @TestFactory
    List<DynamicTest> the_guides_examples_find_what_they_say() throws Exception {
        records();
        List<DynamicTest> tests = Files.readAllLines(Path.of("../docs/guide/search.md")).stream()
                .map(EXAMPLE::matcher)
                .filter(Matcher::matches)
                .map(example -> DynamicTest.dynamicTest(
                        example.group(1),
                        () -> assertThat(found(example.group(1)))
                                .isEqualTo(example.group(2).strip())))
                .toList();
        assertThat(tests).hasSizeGreaterThan(40);
        return tests;
    }

    private void records() {
        blocks.add(SampleRow.exchange(NOW - 10_000, 1)
                .with(Columns.PATH, "/api/orders/PO-17")
                .with(Columns.ROUTE, "GET /api/orders/{id}")
                .with(Columns.QUERY, "sort=name")
                .with(Columns.DURATION_MICROS, 20_500)
                .with(Columns.USER, "alice@example.com")
                .headers("x-tenant: blue\n")
                .response(
                        "application/json",
                        "{\"customer\":{\"name\":\"John Smith\",\"id\":7},\"items\":[{\"name\":\"pen\"},{\"name\":\"ink\"}],"
                                + "\"amount\":12.5}"));
        blocks.add(SampleRow.exchange(NOW - 5_000, 2)
                .with(Columns.METHOD, "POST")
                .with(Columns.PATH, "/api/orders")
                .with(Columns.STATUS, 503)
                .with(Columns.DURATION_MICROS, 1_500_000)
                .with(Columns.STATE, "ERROR")
                .with(Columns.EXTERNAL_ID, "PO-18")
                .request("application/xml", "<order><customer id=\"7\"><name>Jane Smith</name></customer></order>")
                .response("text/plain", "Hello, world!"));
        blocks.seal();
        blocks.add(SampleRow.exchange(NOW - 2_000, 3)
                .with(Columns.FLAGS, RowFlags.TRACKED | RowFlags.ADDITION)
                .with(Columns.METHOD, "")
                .with(Columns.STATUS, 0)
                .with(Columns.STATE, "VALIDATED")
                .state("VALIDATED", "application/json", "{\"amount\":42}")
                .property("channel", "shop 3")
                .log("looks good"));
    }

    private String found(String query) throws Exception {
        var numbers = new TreeSet<Long>();
        Search.of(Query.parse(query, NOW))
                .run(
                        SampleBlocks.batches(blocks),
                        row -> numbers.add(number(row)),
                        SearchBounds.within(Duration.ofMinutes(1)));
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    private static long number(Row row) {
        try {
            return row.number(Columns.ID_LOW) & Long.MAX_VALUE;
        } catch (DamagedBlockException damaged) {
            throw new AssertionError(damaged);
        }
    }
}
