package vesper.records.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RuleBookTest {
    private static final OptionalLong ANY = OptionalLong.empty();

    @TempDir
    Path folder;

    @Test
    void rules_outlive_the_book() throws Exception {
        RuleBook<MonitorRule> book = RuleBook.ofMonitor(folder.resolve("new"), _ -> false);
        StoredRule<MonitorRule> second = stored(book.add(Map.of("name", "second", "priority", 2)));
        StoredRule<MonitorRule> first = stored(book.add(Map.of("name", "first", "mask", List.of("pin"))));
        RuleBook<ThrottlingRule> limits = RuleBook.ofThrottling(folder.resolve("new"));
        var limit = limits.add(Map.of("name", "a", "limit", 5, "every", "minute", "per", "user"));

        assertThat(limit).isInstanceOf(RuleChange.Stored.class);
        assertThat(RuleBook.ofMonitor(folder.resolve("new"), _ -> false).all()).containsExactly(first, second);
        assertThat(RuleBook.ofThrottling(folder.resolve("new")).all()).isEqualTo(limits.all());
        try (var files = Files.list(folder.resolve("new"))) {
            assertThat(files)
                    .extracting(file -> file.getFileName().toString())
                    .containsExactlyInAnyOrder("monitor-rules.json", "throttling-rules.json");
        }
    }

    @Test
    void a_name_belongs_to_one_rule_and_the_id_stays() throws Exception {
        RuleBook<MonitorRule> book = RuleBook.ofMonitor(folder, _ -> false);
        stored(book.add(Map.of("name", "Logins")));

        assertThat(book.add(Map.of("name", "LOGINS"))).isEqualTo(new RuleChange.NameTaken<>("LOGINS", "logins"));
        assertThat(stored(book.replace("logins", ANY, Map.of("name", "Other")))
                        .rule()
                        .id())
                .isEqualTo("logins");
        assertThat(stored(book.add(Map.of("name", "Logins"))).rule().id()).isEqualTo("logins-2");
        assertThat(book.replace("logins", ANY, Map.of("name", "logins")))
                .isEqualTo(new RuleChange.NameTaken<>("logins", "logins-2"));
    }

    @Test
    void a_change_against_an_old_version_is_refused_and_versions_never_come_again() throws Exception {
        RuleBook<MonitorRule> book = RuleBook.ofMonitor(folder, _ -> false);
        StoredRule<MonitorRule> made = stored(book.add(Map.of("name", "a")));
        StoredRule<MonitorRule> changed =
                stored(book.patch("a", OptionalLong.of(made.version()), Map.of("share", 0.5)));

        assertThat(changed.version()).isGreaterThan(made.version());
        assertThat(book.replace("a", OptionalLong.of(made.version()), Map.of("name", "a")))
                .isEqualTo(new RuleChange.Stale<>(changed));
        assertThat(book.remove("a", OptionalLong.of(made.version()))).isEqualTo(new RuleChange.Stale<>(changed));
        assertThat(book.remove("a", OptionalLong.of(changed.version() + 1))).isEqualTo(new RuleChange.Stale<>(changed));
        assertThat(book.remove("a", OptionalLong.of(changed.version())))
                .isEqualTo(new RuleChange.Removed<>(changed.rule()));
        assertThat(stored(book.add(Map.of("name", "a"))).version()).isGreaterThan(changed.version() + 1);
        assertThat(book.remove("b", ANY)).isEqualTo(new RuleChange.NoSuchRule<>("b"));
    }

    @Test
    void a_patch_changes_what_it_names_and_takes_away_what_it_says_is_null() throws Exception {
        RuleBook<MonitorRule> book = RuleBook.ofMonitor(folder, _ -> false);
        book.add(Rules.fields("{\"name\":\"a\",\"path\":\"/x\",\"cost\":2,\"alert\":{\"matches\":5,\"p99Millis\":9}}"));

        MonitorRule patched = stored(book.patch(
                        "a", ANY, Rules.fields("{\"path\":null,\"priority\":3,\"alert\":{\"matches\":null}}")))
                .rule();

        assertThat(patched.path()).isNull();
        assertThat(patched.priority()).isEqualTo(3);
        assertThat(patched.cost()).isEqualTo(2);
        assertThat(patched.alert()).isEqualTo(new Alert(null, null, 9L, 60, 10, null));
        assertThat(book.patch("a", ANY, Map.of("priorty", 3))).isInstanceOf(RuleChange.Wrong.class);
        assertThat(stored(book.patch("a", ANY, Rules.fields("{\"cost\":null}")))
                        .rule()
                        .cost())
                .isZero();
    }

    @Test
    void listeners_hear_of_the_rules_at_once_and_of_every_change_that_is_on_disk() throws Exception {
        RuleBook<MonitorRule> book = RuleBook.ofMonitor(folder, _ -> false);
        List<Integer> sizes = new ArrayList<>();
        book.onChange(rules -> sizes.add(rules.size()));
        book.add(Map.of("name", "a"));
        book.add(Map.of("name", ""));
        Map<String, Object> same = new HashMap<>(Map.of("name", "a"));
        book.replace("a", ANY, same);
        book.remove("a", ANY);

        assertThat(sizes).containsExactly(0, 1, 0);
    }

    @Test
    void where_the_disk_does_not_take_it_nothing_has_changed() throws Exception {
        Path data = folder.resolve("data");
        RuleBook<MonitorRule> book = RuleBook.ofMonitor(data, _ -> false);
        List<Integer> sizes = new ArrayList<>();
        book.onChange(rules -> sizes.add(rules.size()));
        Files.writeString(data, "a file where the folder should be");

        assertThat(book.add(Map.of("name", "a"))).isInstanceOf(RuleChange.NotWritten.class);
        assertThat(book.all()).isEmpty();
        assertThat(sizes).containsExactly(0);
    }

    @Test
    void many_threads_lose_no_rule() throws Exception {
        RuleBook<MonitorRule> book = RuleBook.ofMonitor(folder, _ -> false);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                String name = "rule " + i;
                threads.submit(() -> book.add(Map.of("name", name)));
            }
        }

        assertThat(book.all()).hasSize(20);
        assertThat(RuleBook.ofMonitor(folder, _ -> false).all()).isEqualTo(book.all());
    }

    @Test
    void a_book_is_bounded() throws Exception {
        StringBuilder rules = new StringBuilder();
        for (int i = 0; i < RuleBook.MOST_RULES; i++)
            rules.append(i == 0 ? "" : ",")
                    .append("{\"version\":1,\"rule\":{\"id\":\"r" + i + "\",\"name\":\"r" + i + "\"}}");
        Files.writeString(folder.resolve("monitor-rules.json"), "{\"revision\":1,\"rules\":[" + rules + "]}");

        assertThat(RuleBook.ofMonitor(folder, _ -> false).add(Map.of("name", "one more")))
                .isEqualTo(new RuleChange.Full<>(RuleBook.MOST_RULES));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{|line 1, column",
                "[]|it is no JSON object",
                "{\"revision\":1}|/rules: expected a list",
                "{\"rules\":[]}|/revision: expected a whole number above 0",
                "{\"revision\":1,\"rules\":[7]}|/rules/0: expected an object",
                "{\"revision\":1,\"rules\":[{\"version\":1,\"rule\":{\"name\":\"a\"}}]}|/rules/0/rule/id: expected",
                "{\"revision\":1,\"rules\":[{\"version\":2,\"rule\":{\"id\":\"a\",\"name\":\"a\"}}]}|/rules/0/version: above",
                "{\"revision\":1,\"rules\":[{\"version\":1,\"rule\":{\"id\":\"a\",\"name\":\"a\",\"shar\":1}}]}|/rules/0/rule/shar: is not known, did you mean share?",
                "{\"revision\":1,\"rules\":[{\"version\":1,\"rule\":{\"id\":\"a\",\"name\":\"a\"}},{\"version\":1,\"rule\":{\"id\":\"b\",\"name\":\"A\"}}]}|/rules/1/rule: its id or its name is another rule's",
            })
    void a_damaged_file_is_refused_with_its_place_and_left_as_it_is(String text, String told) throws Exception {
        Path file = folder.resolve("monitor-rules.json");
        Files.writeString(file, text);

        assertThatThrownBy(() -> RuleBook.ofMonitor(folder, _ -> false))
                .isInstanceOf(DamagedRulesException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(told);
        assertThat(file).hasContent(text);
    }

    private static <R extends Rule> StoredRule<R> stored(RuleChange<R> change) throws IOException {
        if (change instanceof RuleChange.Stored<R>(var now)) return now;
        throw new IOException("not stored: " + change);
    }
}
