package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

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
                        + "\"warning\":\"conf/trackers.xml:1:11: has text\\nand more\"}]}"));
        assertThat(whole)
                .containsPattern("package shop +1 +started +serves without conf/trackers.xml:1:11: has text")
                .doesNotContain("and more");
    }

    @Test
    void lost_records_and_trouble_of_sealing_are_said_where_there_are_any() {
        String whole = StatusText.of("http://a", JsonText.read("{\"idle\":true,\"lost\":0}"));
        assertThat(whole).contains("idle").doesNotContain("lost", "trouble");

        String bad = StatusText.of("http://a", JsonText.read("{\"lost\":7,\"trouble\":\"No space left on device\"}"));
        assertThat(bad)
                .containsPattern("lost +7 records that could not be kept")
                .containsPattern("trouble +records are not sealed: No space left on device");
    }
}
