package vesper.documents.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
class QueryIndexTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final SearchBounds LONG_ENOUGH = SearchBounds.within(LONG);
    private static final IndexPolicy AT_ONCE = new IndexPolicy(Duration.ZERO, Duration.ofHours(1), 1 << 20);
    private static final InstantSource CLOCK = InstantSource.system();

    @TempDir
    Path folder;

    private final SampleCollection collection = new SampleCollection();

    @Test
    void what_was_written_is_found_once_the_index_is_level() throws Exception {
        try (QueryIndex index = open(collection)) {
            collection.put("a", "{\"name\":\"John Smith\"}", NOW);
            collection.put("b", "{\"name\":\"Jane\"}", NOW);
            assertThat(found(index, "name:smith")).containsExactly("a");

            collection.put("a", "{\"name\":\"John\"}", NOW);
            collection.delete("b", NOW);
            assertThat(found(index, "smith")).isEmpty();
            assertThat(found(index, "*")).containsExactly("a");
            assertThat(index.search(Search.of(Query.ALL), LONG_ENOUGH).hits())
                    .containsExactly(new DocumentHit("a", 2, NOW));
        }
    }

    @Test
    void a_phrase_does_not_span_the_id_and_the_document() throws Exception {
        try (QueryIndex index = open(collection)) {
            collection.put("red", "{\"big\":\"ink\"}", NOW);
            assertThat(found(index, "red big")).containsExactly("red");
            assertThat(found(index, "\"big ink\"")).containsExactly("red");
            assertThat(found(index, "\"red big\"")).isEmpty();
        }
    }

    @Test
    void how_far_it_is_behind_is_told_in_changes_and_in_time() throws Exception {
        var millis = new AtomicLong(NOW);
        try (QueryIndex index =
                QueryIndex.open(folder, collection, AT_ONCE, () -> Instant.ofEpochMilli(millis.get()))) {
            collection.put("a", "{}", NOW);
            assertThat(index.await(1, LONG)).isTrue();
            Eventually.until(() -> index.status().lagMillis() == 0);
            assertThat(index.status().lag()).isZero();

            collection.hold(true);
            collection.put("b", "{}", NOW);
            collection.put("c", "{}", NOW);
            millis.addAndGet(1234);
            // The index looks for changes meanwhile, and gets none.
            long reads = collection.reads();
            Eventually.until(() -> collection.reads() >= reads + 2);
            assertThat(index.status().lag()).isEqualTo(2);
            assertThat(index.status().lagMillis()).isEqualTo(1234);
            assertThat(index.await(3, Duration.ofMillis(20))).isFalse();
            assertThat(index.search(Search.of(Query.ALL), LONG_ENOUGH).total()).isEqualTo(1);

            collection.hold(false);
            assertThat(index.await(3, LONG)).isTrue();
            assertThat(index.status().lag()).isZero();
            assertThat(index.status().documents()).isEqualTo(3);
        }
    }

    @Test
    void many_writes_to_a_document_are_one_update() throws Exception {
        collection.put("other", "{}", NOW);
        try (QueryIndex index = open(collection)) {
            assertThat(index.await(1, LONG)).isTrue();
            collection.hold(true);
            for (int i = 0; i < 5000; i++) collection.put("a", "{\"n\":" + i + "}", NOW);
            collection.hold(false);
            assertThat(found(index, "n:4999")).containsExactly("a");
        }
        try (var directory = FSDirectory.open(generations().getFirst());
                DirectoryReader reader = DirectoryReader.open(directory)) {
            assertThat(reader.maxDoc()).isEqualTo(2);
        }
    }

    @Test
    void changes_become_visible_no_more_often_than_the_policy_says() throws Exception {
        var seldom = new IndexPolicy(Duration.ofHours(1), Duration.ofHours(1), 1 << 20);
        try (QueryIndex index = QueryIndex.open(folder, collection, seldom, CLOCK)) {
            Eventually.until(() -> index.status().isReady());
            collection.put("a", "{}", NOW);
            assertThat(index.await(1, LONG)).as("the first waits for nothing").isTrue();
            collection.put("b", "{}", NOW);
            assertThat(index.await(2, Duration.ofMillis(100))).isFalse();
            assertThat(index.status().lag()).isEqualTo(1);
        }
        try (QueryIndex index = open(collection)) {
            assertThat(found(index, "*")).as("a restart forgets none").containsExactly("a", "b");
        }
    }

    @Test
    void after_a_restart_it_answers_at_once_and_goes_on_from_where_it_was() throws Exception {
        for (int i = 0; i < 10; i++) collection.put("doc-" + i, "{}", NOW);
        try (QueryIndex index = open(collection)) {
            assertThat(index.await(10, LONG)).isTrue();
        }
        collection.hold(true);
        collection.put("later", "{}", NOW);
        var listed = new AtomicInteger();
        collection.whenListed(listed::incrementAndGet);
        try (QueryIndex index = open(collection)) {
            assertThat(index.search(Search.of(Query.ALL), LONG_ENOUGH).total()).isEqualTo(10);
            assertThat(index.status().sequence()).isEqualTo(10);
            collection.hold(false);
            assertThat(found(index, "*")).hasSize(11);
        }
        assertThat(listed).hasValue(0);
    }

    @Test
    void who_waits_while_an_index_is_opened_goes_on_once_it_is_open() throws Exception {
        collection.put("a", "{}", NOW);
        try (QueryIndex index = open(collection)) {
            assertThat(index.await(1, LONG)).isTrue();
        }
        Thread waiting = Thread.currentThread();
        collection.whenLifeIsRead(
                () -> Eventually.until("it waits", () -> waiting.getState() == Thread.State.TIMED_WAITING));
        try (QueryIndex index = open(collection)) {
            long begun = System.nanoTime();
            assertThat(index.await(1, LONG)).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(LONG.dividedBy(2));
        }
    }

    @Test
    void after_a_crash_what_was_not_committed_is_read_from_the_collection_again() throws Exception {
        collection.put("a", "{\"n\":1}", NOW);
        Path copy = folder.resolveSibling(folder.getFileName() + "-copy");
        try (QueryIndex index = open(collection)) {
            assertThat(index.await(1, LONG)).isTrue();
            collection.put("a", "{\"n\":2}", NOW);
            collection.put("b", "{}", NOW);
            assertThat(index.await(3, LONG)).isTrue();
            copy(folder, copy);
        }
        collection.hold(true);
        try (QueryIndex index = QueryIndex.open(copy, collection, AT_ONCE, CLOCK)) {
            assertThat(index.status().sequence()).isEqualTo(1);
            collection.hold(false);
            assertThat(found(index, "n:2")).containsExactly("a");
            assertThat(found(index, "n:1")).isEmpty();
            assertThat(found(index, "*")).containsExactly("a", "b");
        }
    }

    @Test
    void while_it_is_made_anew_the_old_one_answers_and_follows() throws Exception {
        for (int i = 0; i < 2500; i++) collection.put("doc-%04d".formatted(i), "{\"n\":" + i + "}", NOW);
        try (QueryIndex index = open(collection)) {
            assertThat(index.await(2500, LONG)).isTrue();
            var answers = new ArrayList<Long>();
            collection.whenListed(() -> {
                answers.add(total(index, "*"));
                collection.put("new-" + answers.size(), "{\"n\":1}", NOW);
            });
            index.rebuild();
            Eventually.until(() -> answers.size() >= 3 && !index.status().isBuilding());
            collection.whenListed(() -> {});
            // A document written while one part is listed is visible when the next part is.
            assertThat(answers).containsExactly(2500L, 2501L, 2502L);
            assertThat(found(index, "n:1")).containsExactly("doc-0001", "new-1", "new-2", "new-3");
            assertThat(total(index, "*")).isEqualTo(2503);
        }
        assertThat(generations()).hasSize(1);
        assertThat(generations().getFirst()).hasFileName("2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a commit cut off", "a bit flipped", "a file missing", "nonsense in a commit"})
    void damage_is_named_and_the_index_made_anew(String damage) throws Exception {
        for (int i = 0; i < 500; i++) collection.put("doc-" + i, "{\"text\":\"words to be found " + i + "\"}", NOW);
        try (QueryIndex index = open(collection)) {
            assertThat(index.await(500, LONG)).isTrue();
        }
        Path commit = file(generations().getFirst(), "segments_");
        Path data = file(generations().getFirst(), "_");
        switch (damage) {
            case "a commit cut off" -> Files.write(commit, cut(Files.readAllBytes(commit)));
            case "nonsense in a commit" -> Files.writeString(commit, "nonsense ".repeat(20));
            case "a file missing" -> Files.delete(data);
            default -> {
                byte[] bytes = Files.readAllBytes(data);
                bytes[bytes.length / 2] ^= 4;
                Files.write(data, bytes);
            }
        }
        var opened = new CompletableFuture<QueryIndex>();
        var named = new CopyOnWriteArrayList<String>();
        collection.whenListed(() -> named.add(opened.join().status().trouble().orElse("")));
        try (QueryIndex index = open(collection)) {
            opened.complete(index);
            Eventually.until(() -> !named.isEmpty() && !index.status().isBuilding(), index::status);
            assertThat(total(index, "found")).isEqualTo(500);
            assertThat(index.status().trouble()).isEmpty();
        }
        assertThat(named).hasSize(1).first().asString().startsWith("1: ");
        assertThat(generations()).hasSize(1);
    }

    @Test
    void where_changes_are_gone_it_is_made_anew() throws Exception {
        var forgetful = new SampleCollection(5);
        forgetful.put("a", "{}", NOW);
        try (QueryIndex index = open(forgetful)) {
            assertThat(index.await(1, LONG)).isTrue();
        }
        for (int i = 0; i < 100; i++) forgetful.put("doc-" + i % 50, "{}", NOW);
        forgetful.delete("a", NOW);
        try (QueryIndex index = open(forgetful)) {
            assertThat(found(forgetful, index, "*")).doesNotContain("a");
            assertThat(total(index, "*")).isEqualTo(50);
        }
    }

    @Test
    void another_life_of_the_collection_has_an_index_of_its_own() throws Exception {
        collection.put("old", "{}", NOW);
        try (QueryIndex index = open(collection)) {
            assertThat(index.await(1, LONG)).isTrue();
        }
        var restored = new SampleCollection();
        restored.put("new", "{}", NOW);
        try (QueryIndex index = open(restored)) {
            assertThat(found(restored, index, "*")).containsExactly("new");
        }
    }

    @Test
    void an_index_whose_folder_is_taken_away_comes_back() throws Exception {
        collection.put("a", "{}", NOW);
        var often = new IndexPolicy(Duration.ZERO, Duration.ZERO, 1 << 20);
        try (QueryIndex index = QueryIndex.open(folder, collection, often, CLOCK)) {
            assertThat(index.await(1, LONG)).isTrue();
            GenerationFolders.delete(generations().getFirst());
            collection.put("b", "{}", NOW);
            assertThat(found(index, "*")).containsExactly("a", "b");
        }
        try (QueryIndex index = open(collection)) {
            assertThat(found(index, "*")).containsExactly("a", "b");
        }
    }

    @Test
    void until_it_is_made_for_the_first_time_it_says_that_it_is_not_ready() throws Exception {
        collection.put("a", "{}", NOW);
        var opened = new CompletableFuture<QueryIndex>();
        var asked = new AtomicInteger();
        collection.whenListed(() -> {
            assertThatThrownBy(() -> opened.join().search(Search.of(Query.ALL), LONG_ENOUGH))
                    .isInstanceOf(IndexNotReadyException.class);
            asked.incrementAndGet();
        });
        try (QueryIndex index = open(collection)) {
            opened.complete(index);
            assertThat(found(index, "*")).containsExactly("a");
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void a_search_ends_when_its_time_is_over_or_it_is_cancelled() throws Exception {
        for (int i = 0; i < 1000; i++) collection.put("doc-" + i, "{}", NOW);
        try (QueryIndex index = open(collection)) {
            assertThat(index.await(1000, LONG)).isTrue();
            var late = SearchBounds.within(Duration.ZERO);
            var checks = new AtomicInteger();
            var cancelled = new SearchBounds(LONG, () -> checks.incrementAndGet() > 3);
            Search search = Search.of(Query.ALL);
            assertThat(index.search(search, late).end()).isEqualTo(SearchResult.End.TIME_LIMIT);
            assertThat(index.search(search, cancelled).end()).isEqualTo(SearchResult.End.CANCELLED);
            assertThat(search.over(collection.iterator(), late).end()).isEqualTo(SearchResult.End.TIME_LIMIT);
            checks.set(0);
            SearchResult ended = search.over(collection.iterator(), cancelled);
            assertThat(ended.end()).isEqualTo(SearchResult.End.CANCELLED);
            assertThat(ended.total()).isBetween(1L, 999L);
            assertThat(ended.next()).isEmpty();
        }
    }

    @Test
    void a_phrase_whose_end_may_be_too_many_words_is_refused() throws Exception {
        for (int i = 0; i <= LuceneForm.MOST_ENDINGS; i++) collection.put("doc-" + i, "{\"a\":\"x y" + i + "\"}", NOW);
        try (QueryIndex index = open(collection)) {
            assertThat(index.await(collection.sequence(), LONG)).isTrue();
            assertThat(total(index, "y*")).isEqualTo(LuceneForm.MOST_ENDINGS + 1);
            assertThat(total(index, "a:x\\ y12*")).isEqualTo(1 + 10 + 100);
            assertThatThrownBy(() -> index.search(Search.of(Query.parse("a:x\\ y*", NOW)), LONG_ENOUGH))
                    .isInstanceOf(QueryException.class)
                    .hasMessageContaining("more than 4096 words begin");
        }
    }

    @Test
    void a_page_goes_on_behind_the_one_before_while_others_write() throws Exception {
        for (int i = 0; i < 100; i++) collection.put("doc-%03d".formatted(i), "{\"n\":" + i % 10 + "}", NOW);
        var key = CursorKey.of(new byte[32]);
        Order order = Order.parse("-n");
        try (QueryIndex index = open(collection)) {
            List<String> seen = new ArrayList<>();
            Search page = Search.of(Query.ALL).in(order).limit(7);
            for (int written = 0; ; written++) {
                assertThat(index.await(collection.sequence(), LONG)).isTrue();
                SearchResult result = index.search(page, LONG_ENOUGH);
                result.hits().forEach(hit -> seen.add(hit.id()));
                if (result.next().isEmpty()) break;
                page = page.after(Cursor.parse(result.next().get().text(key), order, key));
                collection.put("new-" + written, "{\"n\":" + written % 10 + "}", NOW);
                collection.delete("doc-%03d".formatted(written), NOW);
            }
            assertThat(seen).doesNotHaveDuplicates();
            for (int i = 20; i < 100; i++) assertThat(seen).contains("doc-%03d".formatted(i));
        }
    }

    private QueryIndex open(SampleCollection collection) {
        return QueryIndex.open(folder, collection, AT_ONCE, CLOCK);
    }

    private List<String> found(QueryIndex index, String query) throws Exception {
        return found(collection, index, query);
    }

    private static List<String> found(SampleCollection collection, QueryIndex index, String query) throws Exception {
        assertThat(index.await(collection.sequence(), LONG))
                .as("level, %s", index.status())
                .isTrue();
        return index.search(Search.of(Query.parse(query, NOW)), LONG_ENOUGH).hits().stream()
                .map(DocumentHit::id)
                .toList();
    }

    private static long total(QueryIndex index, String query) {
        try {
            return index.search(Search.of(Query.parse(query, NOW)).limit(0), LONG_ENOUGH)
                    .total();
        } catch (QueryException | IndexNotReadyException | IOException failure) {
            throw new AssertionError(failure);
        }
    }

    private List<Path> generations() throws IOException {
        return new GenerationFolders(folder).all();
    }

    /** Returns the largest file whose name starts like this. */
    private static Path file(Path folder, String beginning) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(beginning))
                    .max(Comparator.comparingLong(file -> file.toFile().length()))
                    .orElseThrow();
        }
    }

    private static byte[] cut(byte[] bytes) {
        return Arrays.copyOf(bytes, bytes.length / 2);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                if (!file.endsWith("write.lock"))
                    Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
