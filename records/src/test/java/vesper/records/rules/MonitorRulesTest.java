package vesper.records.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import vesper.http.Method;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MonitorRulesTest {
    private static final long MILLISECOND = 1_000_000;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'name':'a'}|true",
                "{'name':'a','path':'/api/**','methods':['POST','GET']}|true",
                "{'name':'a','path':'/apis/**'}|false",
                "{'name':'a','pathRegex':'/api/.*'}|true",
                "{'name':'a','methods':['POST']}|false",
                "{'name':'a','status':['4xx','503']}|true",
                "{'name':'a','status':['4xx','500']}|false",
                "{'name':'a','status':['5xx']}|true",
                "{'name':'a','package':'sh?p'}|true",
                "{'name':'a','package':'shops'}|false",
                "{'name':'a','service':'*Orders'}|true",
                "{'name':'a','service':'Items'}|false",
                "{'name':'a','minMillis':20}|true",
                "{'name':'a','minMillis':21}|false",
                "{'name':'a','enabled':false}|false",
            })
    void every_condition_of_a_rule_has_to_hold(String json, boolean matches) {
        MonitorRules rules = MonitorRules.of(List.of(Rules.monitor(json.replace('\'', '"'))));

        CompiledRule rule = rules.match(Method.GET, "/api/orders/17", "shop", "shop.Orders", 503, 20 * MILLISECOND);

        assertThat(rule != null).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({"399,false", "400,true", "499,true", "500,false", "502,false", "503,true", "504,false"})
    void a_class_of_statuses_has_all_hundred_of_them(int status, boolean matches) {
        MonitorRules rules = MonitorRules.of(List.of(Rules.monitor("{\"name\":\"a\",\"status\":[\"4xx\",\"503\"]}")));

        assertThat(rules.match(Method.GET, "/x", "", "", status, 0) != null).isEqualTo(matches);
    }

    @Test
    void the_lowest_priority_decides_and_of_equals_the_first_name() {
        MonitorRules rules = MonitorRules.of(Stream.of(
                        "{\"name\":\"d\",\"priority\":-5,\"path\":\"/other\"}",
                        "{\"name\":\"c\",\"priority\":1}",
                        "{\"name\":\"b\",\"priority\":0}",
                        "{\"name\":\"a\",\"priority\":0,\"methods\":[\"GET\"]}")
                .map(Rules::monitor)
                .toList());

        assertThat(rules.all()).extracting(CompiledRule::toString).containsExactly("d", "a", "b", "c");
        assertThat(rules.match(Method.GET, "/x", "", "", 200, 0)).hasToString("a");
        assertThat(rules.match(Method.HEAD, "/x", "", "", 200, 0))
                .as("as GET is")
                .hasToString("a");
        assertThat(rules.match(Method.PUT, "/x", "", "", 0, 0)).hasToString("b");
        assertThat(rules.match(Method.PUT, "/other/", "", "", 200, 0)).hasToString("d");
    }

    @Test
    void without_enabled_rules_there_is_nothing_to_ask() {
        assertThat(MonitorRules.of(List.of(Rules.monitor("{\"name\":\"a\",\"enabled\":false}"))))
                .isSameAs(MonitorRules.NONE);
        assertThat(MonitorRules.NONE.isEmpty()).isTrue();
        assertThat(MonitorRules.NONE.match(Method.GET, "/", "", "", 200, 0)).isNull();
    }

    @Test
    void what_is_kept_is_known_without_looking_at_the_rule() {
        CompiledRule rule =
                compiled("{\"name\":\"a\",\"keep\":[\"headers\",\"bodies\"],\"bodyBytes\":7,\"mask\":[\"pin\"]}");

        assertThat(rule.keepsHeaders()).isTrue();
        assertThat(rule.keepsQuery()).isFalse();
        assertThat(rule.keepsBodies()).isTrue();
        assertThat(rule.bodyBytes()).isEqualTo(7);
        assertThat(rule.mask().hidesHeader("PIN")).isTrue();
        assertThat(compiled("{\"name\":\"a\"}").bodyBytes()).isZero();
    }

    @Test
    void a_share_takes_about_so_many_of_any_numbers_and_the_same_ones_each_time() {
        CompiledRule tenth = compiled("{\"name\":\"a\",\"share\":0.1}");
        CompiledRule all = compiled("{\"name\":\"a\"}");

        int taken = 0;
        for (long number = 0; number < 100_000; number++) {
            boolean samples = tenth.samples(number);
            taken += samples ? 1 : 0;
            assertThat(tenth.samples(number)).isEqualTo(samples);
            assertThat(all.samples(number)).isTrue();
        }
        assertThat(taken).isBetween(9_500, 10_500);
    }

    private static CompiledRule compiled(String json) {
        return MonitorRules.of(List.of(Rules.monitor(json))).all().getFirst();
    }
}
