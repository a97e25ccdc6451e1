package vesper.launcher.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class KeysTest {
    @Test
    void no_two_settings_have_the_same_key_or_variable() {
        assertThat(Keys.ALL).extracting(Setting::key).doesNotHaveDuplicates();
        assertThat(Keys.ALL).extracting(Setting::environmentName).doesNotHaveDuplicates();
    }

    @Test
    void the_guide_lists_each_key_with_its_default_and_description() throws IOException {
        List<String> guide = Files.readAllLines(Path.of("../docs/guide/settings.md"));

        List<String> wanted = Keys.ALL.stream().map(KeysTest::row).toList();

        assertThat(guide.stream().filter(line -> line.startsWith("| `"))).containsExactlyElementsOf(wanted);
    }

    /**
     * With each of these values, the server would reject or cut off every request, or fail when a connection is opened.
     */
    @ParameterizedTest
    @CsvSource({
        "http.limit.idle,0",
        "http.limit.idle,2000000h",
        "http.limit.header-time,0",
        "http.limit.body-grace,0",
        "http.limit.linger,0",
        "http.drain,2000000h",
        "http.watchdog.millis,0",
        "http.watchdog.millis,60001",
        "http.limit.body,2GiB",
        "http.limit.body-rate,2GiB"
    })
    void a_value_with_which_nothing_would_work_is_none(String key, String text) {
        assertThat(Keys.find(key).orElseThrow().form().read(text)).isEmpty();
    }

    private static String row(Setting<?> setting) {
        String value = setting.defaultText().isEmpty() ? "" : "`" + setting.defaultText() + "`";
        return "| `" + setting.key() + "` | " + value + " | " + setting.description() + " |";
    }
}
