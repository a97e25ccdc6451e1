package vesper.documents.queries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

@DisplayNameGeneration(ReplaceUnderscores.class)
class QueriesGuideTest {
    private static final long NOW = Instant.parse("2026-11-22T10:00:00Z").toEpochMilli();
    private static final Pattern EXAMPLE = Pattern.compile("\\| `(.+?)` \\| ([0-9 ]*)\\|.*");
    private static final Pattern DOCUMENT = Pattern.compile("`(\\{.*})`");

    @TestFactory
    List<DynamicTest> the_guides_examples_find_what_they_say() throws Exception {
        String guide = Files.readString(Path.of("../docs/guide/querying-documents.md"));
        List<String> texts = DOCUMENT.matcher(guide)
                .results()
                .map(document -> document.group(1))
                .toList();
        assertThat(texts).hasSize(3);
        List<SearchedDocument> documents = List.of(
                SearchedDocument.stored("PO-17", 3, NOW - 10_000, texts.get(0).getBytes(UTF_8)),
                SearchedDocument.stored("PO-18", 1, NOW - 5_000, texts.get(1).getBytes(UTF_8)),
                SearchedDocument.stored(
                        "draft", 1, NOW - 172_800_000, texts.get(2).getBytes(UTF_8)));
        List<DynamicTest> tests = guide.lines()
                .map(EXAMPLE::matcher)
                .filter(Matcher::matches)
                .map(example -> DynamicTest.dynamicTest(
                        example.group(1),
                        () -> assertThat(found(example.group(1), documents))
                                .isEqualTo(example.group(2).strip())))
                .toList();
        assertThat(tests).hasSizeGreaterThan(35);
        return tests;
    }

    private static String found(String query, List<SearchedDocument> documents) throws QueryException {
        List<String> ids = documents.stream().map(SearchedDocument::id).toList();
        return Search.of(Query.parse(query, NOW))
                .over(documents.iterator(), SearchBounds.within(Duration.ofMinutes(1)))
                .hits()
                .stream()
                .map(hit -> String.valueOf(ids.indexOf(hit.id()) + 1))
                .sorted()
                .collect(Collectors.joining(" "));
    }
}
