package vesper.services.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.services.endpoints.ServedCollections.Answer;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ListingTest {
    private static final Pattern ID = Pattern.compile("\"_id\":\"([^\"]*)\"");

    @TempDir
    Path folder;

    private ServedCollections serving(String storage) throws Exception {
        var server = new ServedCollections(folder, InstantSource.system()).with("orders", storage);
        for (int n = 1; n <= 9; n++) {
            server.put(
                    "/api/orders/o" + n,
                    "{\"amount\":%d,\"customer\":{\"name\":\"%s\"}}".formatted(n, n % 3 == 0 ? "ann" : "bob"));
        }
        return server;
    }

    private static List<String> ids(String body) {
        return ID.matcher(body).results().map((MatchResult it) -> it.group(1)).toList();
    }

    @Test
    void a_page_is_ended_before_it_fills_the_memory() throws Exception {
        try (var server = new ServedCollections(folder, InstantSource.system()).with("large", "durable, max=8MiB")) {
            String state = "{\"text\":\"" + "x".repeat(5 << 20) + "\"}";
            for (int n = 0; n < 20; n++) server.put("/api/large/" + (char) ('a' + n), state);
            List<String> listed = new ArrayList<>();
            int pages = 0;
            Optional<String> page = Optional.of("/api/large?limit=1000&select=nothing,text");
            while (page.isPresent()) {
                Answer answer = server.get(page.get());
                assertThat(answer.body().length()).isLessThan(60 << 20);
                listed.addAll(ids(answer.body()));
                page = answer.next();
                pages++;
            }
            assertThat(listed).hasSize(20).doesNotHaveDuplicates();
            assertThat(pages).isGreaterThan(1);

            Answer refused = server.get("/api/large?q=*&wait=true&limit=1000");
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.body()).contains("The result is larger than 64 MiB", "select");
            assertThat(ids(server.get("/api/large?q=*&limit=1000&select=_id").body()))
                    .hasSize(20);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void a_document_as_deep_as_any_may_be_is_listed_and_found(String storage) throws Exception {
        try (var server = serving(storage)) {
            String list = "[".repeat(500) + "]".repeat(500);
            String object = "{\"a\":".repeat(500) + "1" + "}".repeat(500);
            assertThat(server.put("/api/orders/p1", list).status()).isEqualTo(201);
            assertThat(server.put("/api/orders/p2", object).status()).isEqualTo(201);
            assertThat(server.put("/api/orders/p3", "[" + list + "]").status()).isEqualTo(400);
            assertThat(server.get("/api/orders").body()).contains(list, object.substring(1, object.length() - 1));
            assertThat(server.get("/api/orders?select=a").body()).contains(object.substring(1, object.length() - 1));
            if (!storage.equals("durable")) return;
            assertThat(server.get("/api/orders?versions=all&wait=true").body()).contains(list);
            assertThat(ids(server.get("/api/orders?q=-amount:5&wait=true").body()))
                    .contains("p1", "p2");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void documents_are_listed_in_pages_in_the_order_of_their_ids(String storage) throws Exception {
        try (var server = serving(storage)) {
            List<String> listed = new ArrayList<>();
            Optional<String> page = Optional.of("/api/orders?limit=4&count=true");
            while (page.isPresent()) {
                Answer answer = server.get(page.get());
                assertThat(answer.body()).endsWith("\"total\":9}");
                listed.addAll(ids(answer.body()));
                page = answer.next();
            }
            assertThat(listed).containsExactly("o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8", "o9");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "q=amount:>6; o7,o8,o9",
                "q=customer.name:ann; o3,o6,o9",
                "q=ann&sort=-amount&limit=2; o9,o6",
                "q=amount:[2%20TO%203]; o2,o3",
                "sort=-_id&limit=1; o9",
                "q=nobody; ",
            })
    void documents_are_found(String parameters, String found) throws Exception {
        for (String storage : List.of("memory", "durable")) {
            Path own = folder.resolve(storage);
            try (var server = new ServedCollections(own, InstantSource.system()).with("orders", storage)) {
                for (int n = 1; n <= 9; n++) {
                    server.put(
                            "/api/orders/o" + n,
                            "{\"amount\":%d,\"customer\":{\"name\":\"%s\"}}".formatted(n, n % 3 == 0 ? "ann" : "bob"));
                }
                Answer answer = server.get("/api/orders?wait=true&" + parameters);
                assertThat(answer.status()).isEqualTo(200);
                assertThat(ids(answer.body())).isEqualTo(found == null ? List.of() : List.of(found.split(",")));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void a_search_goes_on_where_its_cursor_says(String storage) throws Exception {
        try (var server = serving(storage)) {
            Answer first = server.get("/api/orders?q=bob&sort=-amount&limit=4&wait=true");
            assertThat(ids(first.body())).containsExactly("o8", "o7", "o5", "o4");
            assertThat(ids(server.get(first.next().orElseThrow()).body())).containsExactly("o2", "o1");
            assertThat(server.get("/api/orders?q=bob&sort=amount&cursor=AAAA").status())
                    .isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void fields_are_selected_and_groups_counted(String storage) throws Exception {
        try (var server = serving(storage)) {
            assertThat(server.get("/api/orders?select=amount&limit=1").body())
                    .contains("\"_id\":\"o1\"", "\"_version\":1", "\"amount\":1}")
                    .doesNotContain("customer");
            assertThat(server.get("/api/orders?groupBy=customer.name&figures=amount&limit=0&wait=true")
                            .body())
                    .startsWith("{\"items\":[]")
                    .contains(
                            "{\"value\":\"bob\",\"count\":6,\"amount\":{\"count\":6,\"sum\":27.0,\"min\":1.0,\"max\":8.0,\"avg\":4.5}}",
                            "{\"value\":\"ann\",\"count\":3");
        }
    }

    @Test
    void the_past_is_searched_too() throws Exception {
        var clock = new AtomicLong(1_000_000);
        try (var server =
                new ServedCollections(folder, () -> Instant.ofEpochMilli(clock.get())).with("notes", "durable")) {
            server.put("/api/notes/a", "{\"n\":1}");
            server.put("/api/notes/b", "{\"n\":5}");
            clock.addAndGet(1000);
            server.put("/api/notes/a", "{\"n\":7}");
            server.delete("/api/notes/b");
            server.put("/api/notes/c", "{\"n\":6}");

            String then =
                    server.get("/api/notes?asOf=1000500&sort=n&count=true").body();
            assertThat(ids(then)).containsExactly("a", "b");
            assertThat(then).contains("\"_version\":1", "\"n\":1", "\"n\":5").endsWith("\"total\":2}");

            Answer first = server.get("/api/notes?versions=all&q=n:%3E0&limit=3");
            assertThat(ids(first.body())).containsExactly("a", "a", "b");
            assertThat(ids(server.get(first.next().orElseThrow()).body())).containsExactly("c");
            assertThat(server.get("/api/notes?versions=all&asOf=1").status()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void everything_that_is_wrong_is_told_at_once(String storage) throws Exception {
        try (var server = serving(storage)) {
            Answer answer = server.get("/api/orders?q=a:%5B1&limit=5000&sort=,&selekt=a&wait=perhaps&figures=a");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body())
                    .contains("\"q\"", "\"limit\"", "\"sort\"", "did you mean select?", "\"wait\"", "\"figures\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void a_state_that_is_no_object_is_a_value_and_names_of_the_server_come_once(String storage) throws Exception {
        try (var server = new ServedCollections(folder, InstantSource.system()).with("mixed", storage)) {
            server.put("/api/mixed/a", "[1,2]");
            server.put("/api/mixed/b", "{\"_id\":\"other\",\"_x\":null}");
            String body = server.get("/api/mixed").body();
            assertThat(body).contains("\"_value\":[1,2]}", "\"_x\":null}").doesNotContain("other");
        }
    }
}
