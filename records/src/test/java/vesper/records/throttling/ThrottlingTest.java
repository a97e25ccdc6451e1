package vesper.records.throttling;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.http.Audience;
import vesper.http.Destination;
import vesper.http.Destinations;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.records.rules.ParsedRule;
import vesper.records.rules.ThrottlingRule;
import vesper.records.rules.ThrottlingRules;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ThrottlingTest {
    private long millis = Instant.parse("2026-11-22T10:00:00Z").toEpochMilli();
    private final Clock clock = ((InstantSource) () -> Instant.ofEpochMilli(millis)).withZone(ZoneOffset.UTC);
    private final AtomicInteger handled = new AtomicInteger();
    private final Destinations destinations = request -> request.path().startsWith("/admin")
            ? new Destination(request.path(), Audience.OPERATOR)
            : Destination.UNKNOWN;
    private final Throttling throttling = new Throttling(destinations, clock, new Random(17));

    private Response handle(Request request) throws Exception {
        return throttling.handle(request, _ -> {
            handled.incrementAndGet();
            return Response.of(204);
        });
    }

    @Test
    void without_rules_everything_is_handed_on() throws Exception {
        assertThat(throttling.isOff()).isTrue();
        assertThat(handle(get("/a")).status()).isEqualTo(204);

        use(rule("limit", 0, "every", "second"));
        assertThat(throttling.isOff()).isFalse();
        assertThat(handle(get("/a")).status()).isEqualTo(429);

        throttling.use(ThrottlingRules.NONE);
        assertThat(handle(get("/a")).status()).isEqualTo(204);
    }

    @Test
    void operators_have_no_limit() throws Exception {
        use(rule("limit", 0, "every", "second", "path", "/**"));

        assertThat(handle(get("/admin")).status()).isEqualTo(204);
        assertThat(handle(get("/a")).status()).isEqualTo(429);
    }

    @Test
    void beyond_the_limit_nothing_is_handled_and_the_answer_says_when_to_come_again() throws Exception {
        use(rule("limit", 2, "every", "minute", "window", "calendar", "path", "/api/**", "methods", List.of("GET")));
        millis += 14_500;
        for (int i = 0; i < 2; i++) handle(get("/api/a"));

        Response refusal = handle(get("/api/%61"));

        assertThat(handled).hasValue(2);
        assertThat(refusal.status()).isEqualTo(429);
        assertThat(refusal.header("Retry-After")).contains("46");
        assertThat(refusal.header("Content-Type")).contains("application/problem+json");
        assertThat(body(refusal)).contains("\"status\" : 429", "The limit is 2 requests per minute; try again in 46 s");
        assertThat(handle(get("/other")).status()).isEqualTo(204);
        assertThat(handle(Request.of(Method.POST, "/api/a")).status()).isEqualTo(204);
    }

    @Test
    void scripts_of_the_platforms_get_what_they_expect() throws Exception {
        use(rule("limit", 0, "every", "day", "form", "platform"));

        Response refusal = handle(get("/a"));

        assertThat(refusal.header("Content-Type")).contains("application/json");
        assertThat(body(refusal))
                .startsWith("{\n  \"result\" : \"ERROR\",\n  \"apiErrorCode\" : -1,\n  \"message\" : \"The limit is 0");
    }

    @Test
    void a_calendar_window_begins_anew_with_the_full_hour() throws Exception {
        use(rule("limit", 3, "every", "hour", "window", "calendar"));
        millis += 3_599_999;
        assertThat(admitted(5)).isEqualTo(3);
        millis += 1;
        assertThat(admitted(5)).isEqualTo(3);
    }

    @Test
    void a_rolling_window_lets_no_burst_through_where_two_windows_meet() throws Exception {
        use(rule("limit", 100, "every", "minute"));
        millis += 59_000;
        assertThat(admitted(200)).isEqualTo(100);
        millis += 1_000;
        assertThat(admitted(200)).isZero();
        millis += 30_000;
        assertThat(admitted(200)).isEqualTo(50);
        millis += 120_000;
        assertThat(admitted(200)).isEqualTo(100);
    }

    @Test
    void who_comes_again_when_told_is_let_through_and_not_much_earlier() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            int limit = 1 + random.nextInt(20);
            use(rule(
                    "name",
                    "r" + round,
                    "limit",
                    limit,
                    "every",
                    "minute",
                    "window",
                    random.nextBoolean() ? "rolling" : "calendar"));
            for (int i = 0; i < 60; i++) {
                millis += random.nextInt(5000);
                Response refusal = throttling.refusal(get("/a"));
                if (refusal == null) continue;
                long seconds = Long.parseLong(refusal.header("Retry-After").orElseThrow());
                assertThat(seconds).as("seed %d", seed).isBetween(1L, 120L);
                millis += seconds * 1000;
                assertThat(throttling.refusal(get("/a")))
                        .as("seed %d, after %d s", seed, seconds)
                        .isNull();
            }
        }
    }

    @Test
    void a_clock_that_goes_back_gives_nothing_away() throws Exception {
        use(rule("limit", 2, "every", "second"));
        assertThat(admitted(5)).isEqualTo(2);
        millis -= 10_000;
        assertThat(admitted(5)).isZero();
    }

    @Test
    void users_are_counted_each_for_itself_and_who_has_no_name_by_address() throws Exception {
        use(rule("limit", 1, "every", "minute", "per", "user"));

        assertThat(throttling.refusal(by("ann"))).isNull();
        assertThat(throttling.refusal(by("bob"))).isNull();
        assertThat(throttling.refusal(by("ann"))).isNotNull();
        assertThat(throttling.refusal(get("/a"))).isNull();
        assertThat(throttling.refusal(get("/a"))).isNotNull();
    }

    @Test
    void all_are_counted_together_where_the_rule_says_so() throws Exception {
        use(rule("limit", 1, "every", "minute", "per", "all"));

        assertThat(throttling.refusal(by("ann"))).isNull();
        assertThat(throttling.refusal(by("bob"))).isNotNull();
    }

    @Test
    void the_lowest_priority_decides_alone() throws Exception {
        use(
                rule("name", "few", "limit", 0, "every", "second"),
                rule("name", "many", "priority", -1, "limit", 9, "every", "second", "path", "/b"));

        assertThat(throttling.refusal(get("/b"))).isNull();
        assertThat(throttling.refusal(get("/a"))).isNotNull();
    }

    @Test
    void what_was_counted_stays_counted_when_other_rules_change() throws Exception {
        ThrottlingRule first = rule("name", "a", "limit", 1, "every", "day", "path", "/a");
        use(first);
        assertThat(admitted(3)).isEqualTo(1);

        use(first, rule("name", "b", "limit", 1, "every", "day", "path", "/b"));
        assertThat(admitted(3)).isZero();
    }

    @Test
    void a_flood_of_names_fills_no_memory_and_frees_nobody() throws Exception {
        use(rule("limit", 1, "every", "hour", "per", "user"));
        assertThat(throttling.refusal(by("victim"))).isNull();

        int admitted = 0;
        int flood = 2 * Throttling.MOST_KEYS;
        for (int i = 0; i < flood; i++) if (throttling.refusal(by("flood" + i)) == null) admitted++;

        assertThat(admitted).isLessThanOrEqualTo(Throttling.MOST_KEYS + Counts.SHARED);
        assertThat(throttling.refusal(by("victim"))).isNotNull();
        assertThat(throttling.refusal(by("flood0"))).isNotNull();
        millis += 3 * 3_600_000;
        assertThat(throttling.refusal(by("later"))).isNull();
    }

    @Test
    void counts_that_are_over_make_room() {
        Counts counts = new Counts(rule("limit", 1, "every", "second"), 10, 5);
        for (int i = 0; i < 50; i++) counts.admit("k" + i, 1_000_000);
        assertThat(counts.size()).isEqualTo(10);

        counts.admit("new", 1_003_000);

        assertThat(counts.size()).isEqualTo(1);
    }

    @Test
    void counts_of_the_window_before_make_no_room_where_windows_roll() {
        Counts counts = new Counts(rule("limit", 1, "every", "second"), 10, 5);
        for (int i = 0; i < 10; i++)
            assertThat(counts.admit("k" + i, 1_000_900)).isZero();

        counts.admit("new", 1_001_100);

        assertThat(counts.size()).isEqualTo(10);
        assertThat(counts.admit("k0", 1_001_100)).isPositive();
    }

    @Test
    void many_threads_get_no_more_than_the_limit() throws Exception {
        use(rule("limit", 500, "every", "day"));
        AtomicInteger admitted = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int t = 0; t < 4; t++) {
                threads.submit(() -> {
                    for (int i = 0; i < 1000; i++)
                        if (throttling.refusal(get("/a")) == null) admitted.incrementAndGet();
                });
            }
        }

        assertThat(admitted).hasValue(500);
    }

    private int admitted(int requests) throws Exception {
        int before = handled.get();
        for (int i = 0; i < requests; i++) handle(get("/a"));
        return handled.get() - before;
    }

    private static Request get(String path) {
        return Request.of(Method.GET, path);
    }

    private static Request by(String user) {
        String pair = Base64.getEncoder().encodeToString((user + ":secret").getBytes(UTF_8));
        return Request.of(Method.GET, "/a", Headers.of("Authorization", "Basic " + pair), new byte[0]);
    }

    private static String body(Response response) {
        return new String(((Response.Bytes) response.content()).toArray(), UTF_8);
    }

    private void use(ThrottlingRule... rules) {
        throttling.use(ThrottlingRules.of(Arrays.asList(rules)));
    }

    private static ThrottlingRule rule(Object... namesAndValues) {
        Map<String, Object> fields = new LinkedHashMap<>(Map.of("name", "some"));
        for (int i = 0; i < namesAndValues.length; i += 2)
            fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
        return switch (ThrottlingRule.understood("some", fields)) {
            case ParsedRule.Valid<ThrottlingRule>(var rule) -> rule;
            case ParsedRule.Invalid<ThrottlingRule>(var bad) -> throw new AssertionError(bad.toString());
        };
    }
}
