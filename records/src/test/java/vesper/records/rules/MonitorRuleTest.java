package vesper.records.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.http.Method;
import vesper.rest.Problem.BadValue;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MonitorRuleTest {
    private static final String EVERYTHING = """
            {"name":"all","enabled":false,"priority":-3,"path":"/api/**","methods":["get","POST"],"status":["5xx","404"],
             "package":"shop*","service":"Orders","minMillis":20,"keep":["headers","query","bodies"],"bodyBytes":100,
             "share":0.25,"mask":["password"],"cost":15,"callback":"/api/audit/record",
             "alert":{"matches":100,"errorShare":0.1,"p99Millis":500,"windowSeconds":30,"atLeast":5,
                      "webhook":"https://example.org/hook"}}""";

    @Test
    void a_name_is_all_that_a_rule_needs() {
        MonitorRule rule = MonitorRule.named("All of /api!");

        assertThat(rule.id()).isEqualTo("all-of-api");
        assertThat(rule.enabled()).isTrue();
        assertThat(rule.keep()).isEmpty();
        assertThat(rule.bodyBytes()).isEqualTo(65_536);
        assertThat(rule.share()).isEqualTo(1);
    }

    @Test
    void every_field_is_read_and_written_again() {
        MonitorRule rule = Rules.monitor(EVERYTHING);

        assertThat(rule.methods()).containsExactly(Method.GET, Method.POST);
        assertThat(rule.keep()).containsExactly(RecordPart.HEADERS, RecordPart.QUERY, RecordPart.BODIES);
        assertThat(rule.alert()).isEqualTo(new Alert(100L, 0.1, 500L, 30, 5, "https://example.org/hook"));
        String written = new String(new Codec(false).write(MediaFormat.JSON, rule), StandardCharsets.UTF_8);
        assertThat(written)
                .contains("\"package\":\"shop*\"", "\"keep\":[\"headers\",\"query\",\"bodies\"]")
                .doesNotContain("pathRegex");
        assertThat(Rules.monitor(written)).isEqualTo(rule);
    }

    @Test
    void everything_that_is_wrong_is_told_at_once() {
        List<BadValue> bad = Rules.badMonitor("""
                {"name":"","enabled":"yes","priority":1.5,"path":"api","methods":["GET","FETCH"],"status":["6xx",5],
                 "minMilis":1,"keep":["body"],"bodyBytes":-1,"share":0,"mask":"password","cost":-1,
                 "callback":"ftp://x","alert":{"windowSeconds":0},"pathRegex":"("}""");

        assertThat(bad)
                .extracting(BadValue::pointer)
                .containsExactlyInAnyOrder(
                        "#/name",
                        "#/enabled",
                        "#/priority",
                        "#/path",
                        "#/pathRegex",
                        "#/pathRegex",
                        "#/methods/1",
                        "#/status/0",
                        "#/status/1",
                        "#/minMilis",
                        "#/keep/0",
                        "#/bodyBytes",
                        "#/share",
                        "#/mask",
                        "#/cost",
                        "#/callback",
                        "#/alert",
                        "#/alert/windowSeconds");
        assertThat(bad)
                .contains(new BadValue("#/minMilis", "is not known, did you mean minMillis?"))
                .contains(new BadValue("#/keep/0", "expected one of headers, query, bodies"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|#/name",
                "{'name':'a','alert':{}}|#/alert",
                "{'name':'a','alert':{'matches':1,'window':1}}|#/alert/window",
                "{'name':'a','alert':{'errorShare':1}}|#/alert/errorShare",
                "{'name':'a','alert':{'matches':1,'webhook':'/x'}}|#/alert/webhook",
                "{'name':'a','alert':7}|#/alert",
                "{'name':'a','id':'b'}|#/id",
                "{'name':'a','callback':'//evil.example/x'}|#/callback",
                "{'name':'a','callback':'https://user:pw@example.org/'}|#/callback",
                "{'name':'a','bodyBytes':16777217}|#/bodyBytes",
                "{'name':'a','share':1.1}|#/share",
                "{'name':'a','a/b~':1}|#/a~1b~0",
                "{'name':5}|#/name",
                "{'name':'\u200b\u00a0'}|#/name",
                "{'name':'a','status':[404,true]}|#/status/1",
            })
    void a_wrong_field_is_named_by_its_pointer(String json, String pointer) {
        assertThat(Rules.badMonitor(json.replace('\'', '"')))
                .extracting(BadValue::pointer)
                .contains(pointer);
    }

    @Test
    void a_status_may_be_a_number() {
        assertThat(Rules.monitor("{\"name\":\"a\",\"status\":[404,\"5xx\"]}").status())
                .containsExactly("404", "5xx");
    }

    @Test
    void there_is_no_wrong_rule_in_java_either() {
        assertThatThrownBy(() -> new Alert(null, null, null, 60, 10, null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MonitorRule.named("a\nb")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TrackerRule.tracking("api", TrackerScope.ALL))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ids_are_made_of_names() {
        assertThat(RuleIds.of("Größe & Preis", _ -> false)).isEqualTo("gro-e-preis");
        assertThat(RuleIds.of("заказы", _ -> false)).isEqualTo("rule");
        assertThat(RuleIds.of("a", Map.of("a", 1, "a-2", 1)::containsKey)).isEqualTo("a-3");
        assertThat(RuleIds.of("x".repeat(100), _ -> false)).hasSize(56);
    }
}
