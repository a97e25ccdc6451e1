package vesper.records.rules;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import vesper.http.Method;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TrackerRulesTest {
    @TempDir
    Path folder;

    @Test
    void the_services_of_packages_are_tracked_where_nobody_says_otherwise() {
        CompiledTrackerRule rule = TrackerRules.DEFAULT.match(Method.POST, "/api/echo");

        assertThat(rule).isNotNull();
        assertThat(rule.keepsRequest() && rule.keepsResponse()).isTrue();
        assertThat(rule.bodyBytes()).isEqualTo(65_536);
        assertThat(TrackerRules.DEFAULT.match(Method.GET, "/admin/status")).isNull();
        assertThat(TrackerRules.NONE.isEmpty()).isTrue();
    }

    @Test
    void the_first_rule_that_matches_decides_and_scope_none_ends_it() {
        TrackerRules rules = TrackerRules.of(List.of(
                TrackerRule.tracking("/api/health/**", TrackerScope.NONE),
                TrackerRule.tracking("/api/in/**", TrackerScope.REQUEST),
                TrackerRule.tracking("/**", TrackerScope.RESPONSE)));

        assertThat(rules.match(Method.GET, "/api/health")).isNull();
        CompiledTrackerRule in = rules.match(Method.GET, "/api/in/a");
        assertThat(in.keepsRequest()).isTrue();
        assertThat(in.keepsResponse()).isFalse();
        assertThat(rules.match(Method.GET, "/x").keepsResponse()).isTrue();
    }

    @Test
    void the_file_of_the_older_platforms_is_understood() throws Exception {
        Path file = folder.resolve("trackers.xml");
        Files.writeString(file, """
                <?xml version="1.0" encoding="UTF-8"?>
                <!-- what we track -->
                <trackers xmlns="http://example.org/trackers">
                  <tracker pattern="/api/orders/**" method="POST, put" scope="REQUEST" sender-id="shop"
                           receiver-id="erp" document-type="order"/>
                  <tracker pattern="/api/**" method="*" scope="" sender-id=""></tracker>
                </trackers>
                """);

        assertThat(TrackersXml.read(file))
                .containsExactly(
                        new TrackerRule(
                                "/api/orders/**",
                                List.of(Method.POST, Method.PUT),
                                TrackerScope.REQUEST,
                                "shop",
                                "erp",
                                "order",
                                List.of(),
                                65_536),
                        TrackerRule.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<trackers>|t.xml:1:11: is no well-formed XML",
                "<trackers><tracker/></trackers>|t.xml:1:21: a <tracker> has no pattern",
                "<trackers><tracker pattern='api'/></trackers>|t.xml:1:35: pattern \"api\": does not begin with a slash",
                "<trackers><tracker pattern='/a' metod='GET'/></trackers>|the attribute metod is not known, did you mean method?",
                "<trackers><tracker pattern='/a' method='FETCH'/></trackers>|method \"FETCH\": expected one of GET",
                "<trackers><tracker patern='/a' scope='al'/></trackers>|expected one of all, request, response, none, did you mean all?",
                "<trackers><tracker patern='/a' scope='al'/></trackers>|the attribute patern is not known, did you mean pattern?",
                "<trackers><tracker pattern='/a' scope='al'/></trackers>|expected one of all, request, response, none, did you mean all?",
                "<trackers><traker/></trackers>|expected <tracker>, found <traker>",
                "<rules/>|expected <trackers>, found <rules>",
                "<trackers>text</trackers>|has text, which means nothing here",
                "<trackers><tracker pattern='/a'><a/></tracker></trackers>|<a> stands inside of a <tracker>",
                "<!DOCTYPE trackers SYSTEM 'file:///etc/passwd'><trackers/>|has a DOCTYPE; write it without one",
                "<!DOCTYPE t [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><trackers>&x;</trackers>|has a DOCTYPE",
            })
    void what_is_wrong_is_told_with_its_place(String xml, String told) {
        assertThatThrownBy(() -> TrackersXml.read("t.xml", xml.getBytes(UTF_8)))
                .isInstanceOf(UnusableTrackersException.class)
                .hasMessageStartingWith("t.xml:")
                .hasMessageContaining(told);
    }

    @Test
    void the_file_is_bounded() {
        String many = "<trackers>" + "<tracker pattern='/a'/>".repeat(1001) + "</trackers>";

        assertThatThrownBy(() -> TrackersXml.read("t.xml", many.getBytes(UTF_8)))
                .hasMessageContaining("more than 1000 rules");
        assertThatThrownBy(() -> TrackersXml.read("t.xml", new byte[(1 << 20) + 1]))
                .hasMessageContaining("bytes");
    }
}
