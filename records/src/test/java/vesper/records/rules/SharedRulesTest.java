package vesper.records.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules shared by two servers. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SharedRulesTest {
    private static final OptionalLong ANY = OptionalLong.empty();

    @TempDir
    Path folder;

    /** The text stored in the cluster. */
    private SharedRules.Text newest = SharedRules.Text.NONE;
    /** True while the cluster can be reached. */
    private boolean isThere = true;
    /** Length of the largest text that the cluster accepts. */
    private int mostLetters = Integer.MAX_VALUE;

    private Server one;
    private Server two;

    @BeforeEach
    void start() throws IOException {
        one = new Server("one");
        two = new Server("two");
    }

    /** A server. It learns of a new text when it fetches or is notified. */
    private final class Server implements SharedRules {
        private final Path data;
        private final RuleBook<MonitorRule> book;
        private Text known = Text.NONE;
        /** Changes that other servers make after this server has fetched the text and before it stores its own. */
        private Runnable meanwhile = () -> {};
        /** Runs before each fetch, to delay it. */
        private Callable<?> asking = () -> null;

        Server(String name) throws IOException {
            data = folder.resolve(name);
            book = RuleBook.ofMonitor(data, _ -> false);
        }

        @Override
        public Text known() {
            return known;
        }

        @Override
        public Text newest() throws IOException {
            try {
                asking.call();
            } catch (Exception failure) {
                throw new IOException(failure);
            }
            requireThere();
            known = newest;
            return known;
        }

        @Override
        public boolean replace(long version, String json) throws IOException {
            requireThere();
            Runnable others = meanwhile;
            meanwhile = () -> {};
            others.run();
            if (json.length() > mostLetters) throw new TooLargeException("too much");
            if (newest.version() != version) return false;
            newest = new Text(version + 1, json);
            return true;
        }

        void tell() {
            known = newest;
            book.refresh();
        }

        List<String> names() {
            return names(book);
        }

        List<String> keptNames() throws IOException {
            return names(RuleBook.ofMonitor(data, _ -> false));
        }

        private static List<String> names(RuleBook<MonitorRule> book) {
            return book.all().stream().map(stored -> stored.rule().name()).toList();
        }
    }

    private void requireThere() throws IOException {
        if (!isThere) throw new IOException("nobody answers");
    }

    private void share() {
        one.book.share(one);
        two.book.share(two);
    }

    private static RuleChange<MonitorRule> add(Server server, String name) {
        return server.book.add(Map.of("name", name));
    }

    @Test
    void what_one_server_changes_the_other_has_with_the_same_version_and_keeps() throws Exception {
        share();
        assertThat(add(one, "a")).isInstanceOf(RuleChange.Stored.class);
        List<List<MonitorRule>> told = new ArrayList<>();
        two.book.onChange(told::add);
        two.tell();
        assertThat(two.book.all()).isEqualTo(one.book.all());
        assertThat(told.getLast()).hasSize(1);

        two.book.remove("a", OptionalLong.of(two.book.find("a").orElseThrow().version()));
        add(two, "b");
        one.tell();
        assertThat(one.names()).containsExactly("b");
        assertThat(one.keptNames()).containsExactly("b");
    }

    @Test
    void a_change_is_made_of_what_is_newest_though_nobody_has_told_it() {
        share();
        add(one, "a");
        assertThat(add(two, "A")).isEqualTo(new RuleChange.NameTaken<>("A", "a"));
        two.book.patch("a", ANY, Map.of("share", 0.5));
        assertThat(one.book.patch("a", OptionalLong.of(1), Map.of("share", 0.1)))
                .isInstanceOf(RuleChange.Stale.class);
        assertThat(one.book.find("a").orElseThrow().rule().share()).isEqualTo(0.5);
    }

    @Test
    void a_change_that_another_one_overtakes_is_made_again_and_neither_is_lost() {
        share();
        one.meanwhile = () -> add(two, "b");
        assertThat(add(one, "a")).isInstanceOf(RuleChange.Stored.class);
        assertThat(one.names()).containsExactlyInAnyOrder("a", "b");
        two.tell();
        assertThat(two.book.all()).isEqualTo(one.book.all());
    }

    @Test
    void where_the_others_cannot_be_asked_rules_hold_and_do_not_change() throws Exception {
        share();
        add(one, "a");
        isThere = false;
        assertThat(add(one, "b")).isEqualTo(new RuleChange.NotShared<>("nobody answers"));
        assertThat(one.names()).containsExactly("a");
        assertThat(one.keptNames()).containsExactly("a");
    }

    @Test
    void changes_wait_for_an_answer_at_the_same_time() throws Exception {
        share();
        var bothAsk = new CyclicBarrier(2);
        one.asking = () -> bothAsk.await(10, TimeUnit.SECONDS);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<RuleChange<MonitorRule>> a = callers.submit(() -> add(one, "a"));
            Future<RuleChange<MonitorRule>> b = callers.submit(() -> add(one, "b"));
            assertThat(a.get()).isInstanceOf(RuleChange.Stored.class);
            assertThat(b.get()).isInstanceOf(RuleChange.Stored.class);
        }
        assertThat(one.names()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void what_the_others_never_take_is_told_apart_from_what_they_do_not_take_now() {
        share();
        add(one, "a");
        mostLetters = newest.json().length();
        assertThat(add(one, "b")).isEqualTo(new RuleChange.TooLarge<>("too much"));
        assertThat(one.names()).containsExactly("a");
    }

    @Test
    void servers_that_have_none_are_given_those_of_the_first_that_has_some() throws Exception {
        add(one, "first");
        add(two, "second");
        share();
        one.book.offer();
        two.book.offer();
        assertThat(two.names()).containsExactly("first");
        assertThat(one.book.all()).isEqualTo(two.book.all());
        Path aside = two.data.resolve("monitor-rules.before-cluster.json");
        assertThat(Files.readString(aside)).contains("\"second\"");
        assertThat(one.data.resolve("monitor-rules.before-cluster.json")).doesNotExist();
    }

    @Test
    void a_text_that_is_not_understood_changes_nothing_and_nobody_writes_over_it() {
        share();
        add(one, "a");
        newest = new SharedRules.Text(2, "{\"revision\":9,\"rules\":[{\"rule\":{\"id\":\"a\"},\"version\":9}]}");
        one.tell();
        assertThat(one.names()).containsExactly("a");
        assertThat(add(one, "b"))
                .isInstanceOfSatisfying(
                        RuleChange.NotShared.class,
                        refused -> assertThat(refused.reason())
                                .contains("does not understand the cluster's rules: /rules/0/rule/name"));
        assertThat(newest.version()).isEqualTo(2);
    }
}
