package vesper.launcher.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

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

    private static String row(Setting<?> setting) {
        String value = setting.defaultText().isEmpty() ? "" : "`" + setting.defaultText() + "`";
        return "| `" + setting.key() + "` | " + value + " | " + setting.description() + " |";
    }
}
