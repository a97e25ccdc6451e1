package vesper.access.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import vesper.http.Method;
import vesper.records.rules.MethodFilter;
import vesper.records.rules.ParsedRule;
import vesper.records.rules.PathFilter;
import vesper.records.rules.Rule;

/** Which rule decides on a request. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AccessRulesTest {
    private static AccessRule rule(String name, int priority, String path, String... methods) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("priority", priority);
        fields.put("path", path);
        fields.put("methods", List.of(methods));
        fields.put("allow", List.of("authenticated"));
        return ((ParsedRule.Valid<AccessRule>) AccessRule.parse(name, fields)).rule();
    }

    private static Optional<String> match(AccessRules rules, String method, String path) {
        return rules.match(Method.valueOf(method), path).map(AccessRule::name);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /api/orders, orders",
        "GET, /api/orders/, orders",
        "HEAD, /api/orders, orders",
        "GET, /api//orders/7, orders",
        "GET, /api/%6Frders/7, orders",
        "POST, /api/orders/7, writes",
        "GET, /api/orders/7/lines, orders",
        "GET, /api/ordersx, rest",
        "GET, /api/a/secret, secret",
        "GET, /, rest",
        "GET, /other, rest",
    })
    void the_first_rule_that_matches_decides(String method, String path, String expected) {
        AccessRules rules = AccessRules.of(List.of(
                rule("rest", 100, "/**"),
                rule("secret", 1, "/api/*/secret"),
                rule("orders", 10, "/api/orders/**", "GET"),
                rule("writes", 10, "/api/orders/**", "POST", "PUT")));
        assertThat(match(rules, method, path)).hasValue(expected);
    }

    /** Compares the tree with looking at each rule, for patterns that overlap in all ways. */
    @Test
    void the_tree_finds_what_looking_at_each_rule_finds() {
        String[] parts = {"a", "b", "c", "*", "**", "a?", "?b"};
        String[] plain = {"a", "b", "c", "ab", "x"};
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            List<AccessRule> all = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                StringBuilder pattern = new StringBuilder();
                for (int n = random.nextInt(1, 4); n > 0; n--) {
                    pattern.append('/').append(parts[random.nextInt(parts.length)]);
                }
                all.add(rule("r" + i, random.nextInt(3), pattern.toString()));
            }
            AccessRules rules = AccessRules.of(all);
            StringBuilder path = new StringBuilder();
            for (int n = random.nextInt(1, 5); n > 0; n--) path.append('/').append(plain[random.nextInt(plain.length)]);
            Optional<String> expected = all.stream()
                    .sorted(Rule.ORDER)
                    .filter(rule -> PathFilter.of(rule.path(), null).matches(path.toString())
                            && new MethodFilter(rule.methods()).matches(Method.GET))
                    .map(AccessRule::name)
                    .findFirst();
            assertThat(match(rules, "GET", path.toString())).as(path.toString()).isEqualTo(expected);
        }
    }
}
