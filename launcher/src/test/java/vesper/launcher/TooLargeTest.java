package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide's table maps each message of a 413 response to the setting that it is about. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TooLargeTest {
    private static final Pattern ROW = Pattern.compile("\\| ([^|`]*\\bN\\b[^|`]*) \\| `(http\\.limit\\.[a-z-]+)` \\|");
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String UPLOAD = "multipart/form-data; boundary=b";
    private static final String SERVICE = """
            import org.springframework.web.bind.annotation.*

            @RestController
            class Limited {
                @PostMapping('values')
                int values(@RequestBody List<Integer> values) { values.size() }

                @PostMapping('form')
                int form(@RequestParam Map<String, String> fields) { fields.size() }
            }
            """;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    /** A setting with a low limit, and a request that exceeds it. */
    private record Case(String setting, String limit, String path, String type, String body) {}

    private static final List<Case> CASES = List.of(
            new Case("http.limit.body", "4KiB", "values", "application/json", " ".repeat(5000)),
            new Case("http.limit.body-tokens", "20", "values", "application/json", "[" + "1,".repeat(30) + "1]"),
            new Case("http.limit.body-tokens", "20", "values", "application/xml", "<a>" + "<b/>".repeat(30) + "</a>"),
            new Case("http.limit.form", "1KiB", "form", FORM, "a=" + "x".repeat(1500)),
            new Case("http.limit.form-fields", "5", "form", FORM, "a=1&b=2&c=3&d=4&e=5&f=6"),
            new Case("http.limit.form-name", "10", "form", FORM, "abcdefghijk=1"),
            new Case("http.limit.form-value", "100", "form", FORM, "a=" + "x".repeat(101)),
            new Case(
                    "http.limit.upload",
                    "3KiB",
                    "form",
                    UPLOAD,
                    part("", "x".repeat(900)).repeat(4)),
            new Case(
                    "http.limit.upload-parts",
                    "4",
                    "form",
                    UPLOAD,
                    part("", "x").repeat(5)),
            new Case("http.limit.upload-part", "1200", "form", UPLOAD, part("", "x".repeat(1500))),
            new Case("http.limit.upload-part-head", "200", "form", UPLOAD, part("; x=" + "y".repeat(200), "x")),
            new Case("http.limit.upload-file-name", "8", "form", UPLOAD, part("; filename=123456789", "x")));

    @Test
    void each_refusal_is_in_the_guide_beside_its_setting() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/limited/code"));
        Files.writeString(code.resolve("Limited.groovy"), SERVICE);
        SequencedMap<String, String> rows = rows();
        List<String> sets = new ArrayList<>();
        for (Case each : CASES) sets.add(each.setting + "=" + each.limit);
        try (RunningVesper vesper = RunningVesper.serving(
                folder.resolve("packages"), folder.resolve("data"), sets.toArray(String[]::new))) {
            for (Case each : CASES) {
                String detail = detail(vesper, each);
                assertThat(rows.entrySet().stream()
                                .filter(row -> matches(row.getKey(), detail))
                                .map(Map.Entry::getValue))
                        .as(detail)
                        .containsExactly(each.setting);
            }
        }
    }

    private String detail(RunningVesper vesper, Case each) throws Exception {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(vesper.address().resolve("/api/" + each.path))
                        .header("Content-Type", each.type)
                        .POST(BodyPublishers.ofString(each.body))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(each + ": " + answer.body()).isEqualTo(413);
        return JsonText.read(answer.body()).at("/detail").asString();
    }

    private static boolean matches(String row, String detail) {
        String pattern =
                Pattern.quote(row).replaceAll("\\bN\\b", "\\\\E\\\\d+\\\\Q").replace("…", "\\E.*\\Q");
        return detail.matches(pattern);
    }

    private static SequencedMap<String, String> rows() throws Exception {
        SequencedMap<String, String> rows = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("../docs/guide/http.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) rows.put(row.group(1), row.group(2));
        }
        assertThat(rows).hasSizeGreaterThanOrEqualTo(CASES.size());
        return rows;
    }

    private static String part(String more, String content) {
        return "--b\r\nContent-Disposition: form-data; name=p" + more + "\r\n\r\n" + content + "\r\n";
    }
}
