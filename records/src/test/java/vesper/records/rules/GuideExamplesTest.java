package vesper.records.rules;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Parses the rules shown in the guide. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class GuideExamplesTest {
    private static final Path PAGE = Path.of("../docs/guide/monitor.md");

    @Test
    void rules_of_the_monitor_are_understood() throws Exception {
        for (String json : shown("json monitor"))
            assertThat(Rules.badOrNone(json)).isEmpty();
    }

    @Test
    void rules_of_throttling_are_understood() throws Exception {
        for (String json : shown("json throttling"))
            assertThat(ThrottlingRule.understood("some", Rules.fields(json))).isInstanceOf(ParsedRule.Valid.class);
    }

    @Test
    void trackers_are_understood() throws Exception {
        for (String xml : shown("xml trackers"))
            assertThat(TrackersXml.read("shown", xml.getBytes(UTF_8))).hasSize(3);
    }

    @Test
    void the_table_names_every_field() throws Exception {
        String page = Files.readString(PAGE);
        for (var field : MonitorRule.class.getRecordComponents()) {
            String written = field.getName().equals("packageName") ? "package" : field.getName();
            assertThat(page).contains("`" + written + "`");
        }
    }

    private static List<String> shown(String kind) throws Exception {
        List<String> shown = Pattern.compile("(?ms)^```" + kind + "\n(.*?)^```$")
                .matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
        assertThat(shown).isNotEmpty();
        return shown;
    }
}
