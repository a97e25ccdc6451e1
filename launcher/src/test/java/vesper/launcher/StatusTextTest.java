package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StatusTextTest {
    @Test
    void what_of_a_package_is_left_aside_is_said_beside_its_state() {
        String whole = StatusText.of(
                "http://a",
                JsonText.read("{\"packages\":[{\"name\":\"shop\",\"version\":\"1\",\"state\":\"started\","
                        + "\"warning\":\"conf/trackers.xml:1:11: has text\\nand more\"}]}"),
                Optional.empty());
        assertThat(whole)
                .containsPattern("package shop +1 +started +serves without conf/trackers.xml:1:11: has text")
                .doesNotContain("and more");
    }

    @Test
    void lost_records_and_trouble_of_sealing_are_said_where_there_are_any() {
        String whole = StatusText.of("http://a", JsonText.read("{\"idle\":true,\"lost\":0}"), Optional.empty());
        assertThat(whole).contains("idle").doesNotContain("lost", "trouble");

        String bad = StatusText.of(
                "http://a", JsonText.read("{\"lost\":7,\"trouble\":\"No space left on device\"}"), Optional.empty());
        assertThat(bad)
                .containsPattern("lost +7 records could not be stored")
                .containsPattern("trouble +No space left on device");
    }

    @Test
    void a_server_that_is_not_ready_says_why_and_when_a_start_is_tried_again() {
        String whole = StatusText.of(
                "http://a",
                JsonText.read("{\"packages\":[{\"name\":\"shop\",\"version\":\"1\",\"state\":\"start-failed\","
                        + "\"why\":\"no database\",\"nextAttempt\":\"2026-11-27T11:00:00Z\"}]}"),
                Optional.of(JsonText.read(
                        "{\"status\":\"packages missing\",\"reasons\":[\"shop has not started (start-failed)\"]}")));
        assertThat(whole)
                .containsPattern("ready +no, packages missing: shop has not started \\(start-failed\\)")
                .contains("no database; next attempt at 2026-11-27T11:00:00Z");

        assertThat(StatusText.of("http://a", JsonText.read("{}"), Optional.of(JsonText.read("{\"status\":\"ready\"}"))))
                .containsPattern("ready +yes");
    }
}
