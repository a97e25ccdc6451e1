package vesper.launcher.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.http.HeapShare;
import vesper.http.HttpLimits;
import vesper.http.content.ContentSettings;
import vesper.records.admin.Records;
import vesper.rest.EventStreams;
import vesper.rest.bodies.BodyParser;
import vesper.rest.multipart.UploadLimits;

/** Each share of the heap is enforced where it is used; this test checks their sum. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HeapSharesTest {
    private static final List<HeapShare> SHARES = List.of(
            HttpLimits.HELD_BODIES,
            HttpLimits.HELD_ANSWERS,
            ContentSettings.INFLATED,
            EventStreams.HELD_EVENTS,
            BodyParser.PARSED_VALUES,
            UploadLimits.IN_MEMORY,
            ServiceChoices.TEXTS_MADE);

    private static double all() throws ReflectiveOperationException {
        return SHARES.stream().mapToDouble(HeapShare::fraction).sum()
                + ofRecords("PAGES_SHARE")
                + ofRecords("TAP_SHARE");
    }

    /** Reads a constant that is private to the records. */
    private static double ofRecords(String name) throws ReflectiveOperationException {
        Field field = Records.class.getDeclaredField(name);
        field.setAccessible(true);
        return 1.0 / field.getInt(null);
    }

    @Test
    void all_together_leave_two_fifths_of_the_heap() throws Exception {
        assertThat(all()).isLessThanOrEqualTo(0.6);
    }

    @Test
    void the_largest_answer_finds_room_among_those_that_wait() {
        assertThat(HttpLimits.HELD_ANSWERS.fraction()).isGreaterThanOrEqualTo(ServiceChoices.TEXTS_MADE.fraction() / 2);
    }

    @Test
    void the_guide_lists_them_all() throws Exception {
        String guide = Files.readString(Path.of("../docs/guide/http.md"));
        double listed = Pattern.compile("(?m)^\\| (\\d+)/32 \\|")
                .matcher(guide)
                .results()
                .map(MatchResult::group)
                .mapToDouble(row -> Integer.parseInt(row.replaceAll("\\| (\\d+)/.*", "$1")) / 32.0)
                .sum();
        assertThat(listed).isEqualTo(all(), within(1e-9));
    }
}
