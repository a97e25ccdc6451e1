package vesper.records.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.AntPathMatcher;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PathFilterTest {
    @ParameterizedTest
    @CsvSource({
        "/**, /, true",
        "/**, /a/b, true",
        "/api/**, /api, true",
        "/api/**, /api/, true",
        "/api/**, /api/a/b, true",
        "/api/**, /apis, false",
        "/api/echo, /api/echo, true",
        "/api/echo, /api/echo/, true",
        "/api/echo, /api//echo, true",
        "/api/echo, /api/%65cho, true",
        "/api/echo, /api%2Fecho, false",
        "/api/echo, /API/echo, false",
        "/api/*/items, /api/1/items, true",
        "/api/*/items, /api/1/2/items, false",
        "/api/**/items, /api/items, true",
        "/api/**/items, /api/1/2/items, true",
        "/api/v?/*.json, /api/v1/a.json, true",
        "/api/v?/*.json, /api/v10/a.json, false",
        "/api/grün, /api/gr%C3%BCn, true",
        "/api/*, /api/%ff, true",
        "/**/a/**/b/**, /x/a/y/a/z/b, true",
        "/**/a/**/b/**, /x/b/y/a/z, false",
        "/*, /, false",
        "/**/*, /, false",
    })
    void a_pattern_matches_what_the_router_would_take_for_the_same(String pattern, String path, boolean matches) {
        assertThat(PathFilter.ant(pattern).matches(path)).isEqualTo(matches);
    }

    @Test
    void wildcards_mean_what_they_mean_to_spring() {
        AntPathMatcher spring = new AntPathMatcher();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 50_000; i++) {
            String pattern = path(random, "a", "b", "*", "**", "a*", "*b", "?", "a?b", "*a*b*");
            String path = path(random, "a", "b", "ab", "aab", "abab", "ba", "c");

            assertThat(PathFilter.ant(pattern).matches(path))
                    .as("seed %d: %s against %s", seed, pattern, path)
                    .isEqualTo(spring.match(pattern, path));
        }
    }

    private static String path(Random random, String... segments) {
        StringBuilder path = new StringBuilder();
        for (int i = 1 + random.nextInt(5); i > 0; i--)
            path.append('/').append(segments[random.nextInt(segments.length)]);
        return path.toString();
    }

    @Test
    void a_regular_expression_is_about_the_whole_path() {
        PathFilter filter = PathFilter.regex("/api/(orders|items)/[0-9]+");

        assertThat(filter.matches("/api/orders/17")).isTrue();
        assertThat(filter.matches("/api/orders/%31")).isTrue();
        assertThat(filter.matches("/x/api/orders/17")).isFalse();
    }

    @Test
    void nobody_gets_past_a_regular_expression_by_a_path_that_is_hard_to_compare() {
        assertThat(PathFilter.regex("/(.*a){60}").matches("/" + "a".repeat(4_000) + "c"))
                .isTrue();
        assertThat(PathFilter.regex("/(a|b)*").matches("/" + "ab".repeat(20_000) + "c"))
                .isTrue();
        // Compared exactly, although other engines take 2^n steps for it.
        assertThat(PathFilter.regex("/(a+)+b").matches("/" + "a".repeat(4_000) + "c"))
                .isFalse();
    }

    @Test
    void an_expression_that_looks_at_no_character_ends_too() {
        for (String large : new String[] {
            "((){2147483647}){2147483647}",
            "(?:(?:^){60000}){60000}/.*",
            "(?:(?:^){1000}){1000}/.*",
            "(((a{2}){40}){40}){40}",
            "(?:(?:a{,9}){1000}){1,}{1000}"
        }) assertThatThrownBy(() -> PathFilter.regex(large)).isInstanceOf(IllegalArgumentException.class);
        PathFilter empty = PathFilter.regex("(?:(?:(?:^|$|\\b)*)*(){3}){3}/[a-z]{1,8}");
        for (int i = 0; i < 1000; i++) assertThat(empty.matches("/orders")).isTrue();
        assertThat(empty.matches("/orders/1")).isFalse();
    }

    @Test
    void an_expression_that_goes_back_is_refused_by_name() {
        for (String wanted : new String[] {"/(a)\\1", "/(?=a).*", "/a*+b"})
            assertThatThrownBy(() -> PathFilter.regex(wanted)).hasMessageContaining("is no regular expression: ");
        assertThatThrownBy(() -> PathFilter.regex("/(?<!a)b")).hasMessageContaining("(?<");
        assertThat(PathFilter.regex("/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
                        .matches("/0b6f1f5e-7f0d-4c5e-8d5e-0123456789ab"))
                .isTrue();
    }

    @Test
    void a_pattern_costs_no_more_than_its_bound() {
        String pattern = "/**" + "/*a*a*a*b".repeat(31);
        String path = "/aaaa".repeat(1600);

        long startedAt = System.nanoTime();
        for (int i = 0; i < 10; i++)
            assertThat(PathFilter.ant(pattern).matches(path)).isFalse();
        assertThat(System.nanoTime() - startedAt).as("nanoseconds for ten").isLessThan(2_000_000_000L);
    }

    @Test
    void what_is_no_pattern_is_refused() {
        for (String wrong : new String[] {"api/**", "", "/api/{id}", "/" + "a".repeat(500), "/a".repeat(33)})
            assertThatThrownBy(() -> PathFilter.ant(wrong)).isInstanceOf(IllegalArgumentException.class);
        for (String wrong : new String[] {"(", "a".repeat(501), "(".repeat(250) + ")".repeat(249)})
            assertThatThrownBy(() -> PathFilter.regex(wrong)).isInstanceOf(IllegalArgumentException.class);
    }
}
